// Reports that people pass on: one HTML file without script, short documents and prints, the method, two reports compared, steps on lists.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { chooseFile, askQuestion, file, finished, openAnalysis, start } from "./support/analysis.mjs";
import { audit, openPage, screenshot, startBrowser } from "./support/browser.mjs";
import { nothing } from "./support/dashboard.mjs";
import { feedbackRows, toCsv } from "./support/feedback.mjs";
import { readOffice } from "./support/office.mjs";
import { pageModule } from "./support/page_modules.mjs";
import { key, startServer } from "./support/server.mjs";

const { formats, htmlOf } = await pageModule("export/exports.js");
const { dataOf } = await pageModule("export/html.js");
const { statements } = await pageModule("export/method.js");
const { comparisonReport, readSummary } = await pageModule("export/comparison_report.js");
const { compareSummaries, differenceOf, summaryIn, summaryOf } = await pageModule("result/two_reports.js");
const { Corpus } = await pageModule("result/corpus.js");
const { scenes } = await pageModule("export/scenes.js");
const { sheets } = await pageModule("export/tables.js");
const { withoutRecords } = await pageModule("sensitive/sensitive.js");
const { firstMap } = await pageModule("result/heat_map.js");
const { periodKind, periodsOf } = await pageModule("result/model.js");
const { mirrored } = await pageModule("../shared/charts/scene.js");
const { applySteps, joinLists } = await pageModule("themes/theme_steps.js");
const { readCodebook } = await pageModule("themes/codebook.js");
const { languages, setLanguage, direction } = await pageModule("texts/texts.js");

const folder = mkdtempSync(path.join(tmpdir(), "verbatim-reports-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const hostile = ['</script><script>globalThis.hit = 1</script>', '"><img src=x onerror="globalThis.hit=1">', "<!-- --!> ]]> <style>*{display:none}", "\u202eoverridden\u202c \u2066open", "line\u2028separator\u2029 \u0000\ud800", "</title></style></head>", "&quot;&lt;", "javascript:alert(1)"];
const periods = ["2026-01", "2026-02", "2026-03", "2026-04"];

/** An answer with `count` themes of records F-0, F-1, …, with everything that a report shows. */
function answerOf(count, { title = (at) => `Theme ${at}`, quote = (at) => `Quote of theme ${at}`, total = 1_000 } = {}) {
    const themes = Array.from({ length: count }, (_, at) => {
        const own = Math.max(1, Math.floor(total / (at + 3)));
        return {
            id: `T${at + 1}`, title: title(at), definition: `What people say about subject ${at}.`, inclusion: `subject ${at}`, examples: [`secret example ${at}`], sub_themes: [], record_count: own, share: own / total,
            record_ids: Array.from({ length: own }, (_, record) => `F-${record}`), quotes: [0, 1].map((turn) => ({ record_id: `F-${turn}`, text: `${quote(at)}, ${turn}` })),
            periods: periods.map((period, step) => ({ period, count: own - step })),
            changes: [{ kind: "rise", periods: ["2026-03", "2026-04"], counts: [3, 9], totals: [400, 420], shares: [0.0075, 0.0214], expected: [6, 6], p_value: 0.001, q_value: 0.01 }],
        };
    });
    return {
        analysis: "# Findings\n\n- **Water** is short.\n   - near the school\n\nMore [words](https://elsewhere.example/x).", uncertainty_explanation: "Few records.", feedback_record_count: total, request_id: "0190-request",
        used_anonymization: true, quality_score: 0.8, confidence: null, themes, unassigned: [{ reason: "batch_failed", record_count: 3, record_ids: ["F-1", "F-2", "F-3"] }], unassigned_count: 3, dropped_references: 0,
        coding_trends: { periods, cells: [], changes: [] },
        breakdown: [{ key: "District", values: ["North", "South"].map((value) => ({ value, record_count: 500, counts: themes.map(({ id, title: name }) => ({ kind: "theme", id, title: name, count: 20, share: 0.04 })) })) }],
        comparison: { groups: [{ name: "North", record_count: 500 }, { name: "South", record_count: 500 }], differences: themes.map(({ id, title: name }) => ({ kind: "theme", id, title: name, counts: [10, 20], shares: [0.02, 0.04], difference: 0.02, low: -0.001, high: 0.04, p_value: 0.06, significant: false })) },
        provenance: {
            server_version: "1.2.3", models: [{ model: "model-x", calls: 12, failed_calls: 0, unpriced_calls: 0, input_tokens: 3_000, cached_tokens: 0, output_tokens: 200, cost_usd: 0.1 }], judge_is_writer: false,
            prompts: [{ sha256: "9f86d081884c7d659a2feaa0c55ad015", requests: 1 }], redactions: [{ kind: "PERSON", count: 7 }], repairs: [], facts: [], duration_ms: 1, phases: [],
        },
    };
}

/** Dimensions of `count` values each, the last one the most frequent, and a map. */
function withLists(answer, lists, count = 3) {
    const { feedback_record_count: total, themes } = answer;
    const ids = Array.from({ length: total }, (_, at) => `F-${at}`);
    const shareOf = (value) => (value + 1) / ((count * (count + 1)) / 2);
    const valueOf = (value) => {
        const own = ids.filter((_, at) => at % count === value);
        return { id: `v${value + 1}`, title: `Value ${value + 1}`, definition: "", record_count: own.length, share: shareOf(value), record_ids: own, by_theme: themes.map(({ id, record_count: all }) => ({ id, count: Math.floor(all / count), share: 1 / count })) };
    };
    return {
        ...answer, record_map: { record_ids: ids, x: ids.map((_, at) => at % 1_000), y: ids.map((_, at) => (at * 37) % 1_000) },
        dimensions: Array.from({ length: lists }, (_, at) => ({ id: `own${at}`, title: `List ${at}`, unread_count: 0, values: Array.from({ length: count }, (__, value) => valueOf(value)) })),
    };
}

function viewOf(answer, more = {}) {
    const own = periodsOf(answer);
    const view = { answer, request: { prompt: "What do people need?" }, filters: null, edits: null, agreement: null, corpus: null, fileName: "march.csv", date: "2026-03-31", periods: own, kind: periodKind(own),
        oriented: (scene) => (direction() === "rtl" ? mirrored(scene) : scene), ...more };
    return { ...view, selected: firstMap(view) };
}

let browser;
let server;
before(async () => { [browser, server] = await Promise.all([startBrowser(), startServer()]); });

/** Opens a report as a person does who got it by mail; nothing but the file may be requested. */
async function openFile(html, options = {}) {
    const name = path.join(folder, `${Math.random().toString(36).slice(2)}.html`);
    writeFileSync(name, html);
    const address = pathToFileURL(name).href;
    const { context, page } = await openPage(browser, undefined, { javaScriptEnabled: true, ...options });
    const seen = { requests: [], console: [] };
    page.on("request", (request) => { if (request.url() !== address) seen.requests.push(request.url()); });
    page.on("console", (message) => seen.console.push(message.text()));
    await page.goto(address);
    return { context, page, seen };
}

test("hostile texts of answers and records stay texts, and the file asks for nothing", async () => {
    const answer = answerOf(hostile.length, { title: (at) => hostile[at], quote: (at) => hostile[at] });
    const corpus = new Corpus(hostile.map((content, at) => ({ id: `F-${at}${hostile[0]}`, content, date: "2026-03-01" })));
    const html = htmlOf(viewOf({ ...answer, analysis: hostile.join("\n\n"), uncertainty_explanation: hostile[1] }, { request: { prompt: hostile[0] }, fileName: hostile[1], corpus, analyst: hostile[0] }), true);
    assert.ok(!/<script|<img|<link|<iframe|\son\w+=["']?[^"'<>]*>/i.test(html.replace(/&lt;[^]*?&gt;/g, "")));
    assert.ok(html.includes("default-src 'none'; style-src 'unsafe-inline'"));
    const { context, page, seen } = await openFile(html);
    const found = await page.evaluate(() => ({ hit: globalThis.hit, tags: [...new Set([...document.querySelectorAll("*")].map(({ localName }) => localName))], titles: [...document.querySelectorAll(".theme h3")].map(({ textContent }) => textContent),
        records: [...document.querySelectorAll(".record > p:last-child")].map(({ textContent }) => textContent) }));
    assert.equal(found.hit, undefined);
    assert.deepEqual(found.tags.filter((tag) => ["script", "img", "iframe", "object", "link", "base"].includes(tag)), []);
    // eslint-disable-next-line no-control-regex
    const shown = hostile.map((text) => text.replace(/[\u0000\ud800]/g, ""));
    assert.deepEqual(found.titles, shown);
    assert.deepEqual(found.records, shown);
    assert.deepEqual(dataOf(html).themes.map(({ title }) => title), hostile);
    assert.deepEqual(seen, { requests: [], console: [] });
    await context.close();
});

test("a report without script shows the same, and filters answer to the keyboard", async () => {
    const { context, page, seen } = await openFile(htmlOf(viewOf(answerOf(12))), { javaScriptEnabled: false });
    const shown = (selector) => page.locator(`${selector}:visible`).count();
    assert.deepEqual([await shown(".theme"), await shown("blockquote"), await shown("svg.chart")], [12, 24, 5]);
    await page.locator("summary").focus();
    await page.keyboard.press("Enter");
    await page.locator("#pick-3").focus();
    await page.keyboard.press("Space");
    assert.deepEqual(await page.locator(".theme h3:visible").allInnerTexts(), ["Theme 3"]);
    assert.equal(await page.locator("section:has(#s1) tbody tr:visible").count(), 1);
    await page.getByText("Filters hide some themes.").waitFor();
    await page.locator("#pick-0").focus();
    await page.keyboard.press("Space");
    assert.deepEqual(await page.locator(".theme h3:visible").allInnerTexts(), ["Theme 0", "Theme 3"]);
    await page.keyboard.press("Enter"); // sends no form
    await page.getByRole("button", { name: "Show everything again" }).click();
    assert.equal(await shown(".theme"), 12);
    await page.locator("#least-10").check();
    assert.equal(await shown(".theme"), answerOf(12).themes.filter(({ share }) => share >= 0.1).length);
    await page.locator("#show-quotes").uncheck();
    assert.equal(await shown("blockquote"), 0);
    assert.deepEqual(seen, { requests: [], console: [] });
    await context.close();
});

test("a report holds no record beyond the quotes unless a person asks for them", async () => {
    const answer = answerOf(4);
    const corpus = new Corpus(Array.from({ length: 1_000 }, (_, at) => ({ id: `F-${at}`, content: `Private words ${at}.`, date: "2026-03-01" })));
    const plain = htmlOf(viewOf(answer, { corpus }));
    for (const secret of ["Private words", "F-7", "secret example"]) assert.ok(!plain.includes(secret), secret);
    const { context, page } = await openFile(htmlOf(viewOf(answer, { corpus }), true));
    assert.equal(await page.locator(".record").count(), 1_000);
    await page.locator("summary").click();
    await page.locator("#pick-3").check();
    assert.equal(await page.locator(".record:visible").count(), answer.themes[3].record_count);
    await context.close();
});

test("filters of a report reach the tables of dimensions, whose widest lists are cut", async () => {
    const { context, page } = await openFile(htmlOf(viewOf(withLists(answerOf(4), 1, 20))));
    const section = page.locator("section", { has: page.locator("h2", { hasText: "List 0" }) });
    assert.equal(await section.locator("thead th").count(), 13);
    await section.getByText("The table shows the 12 most frequent values.").waitFor();
    await page.locator("summary").click();
    await page.locator("#pick-2").check();
    assert.deepEqual(await section.locator("tbody tr:visible th").allInnerTexts(), ["All records", "Theme 2"]);
    await context.close();
});

test("a file without some records lacks them in all parts, and counts all", () => {
    const answer = withLists(answerOf(4), 1);
    const corpus = new Corpus(Array.from({ length: 1_000 }, (_, at) => ({ id: `F-${at}`, content: `Private words ${at}.`, date: "2026-03-01" })));
    const left = new Set(corpus.records.slice(0, 10));
    // As edited themes: their values are counted by the ids, of which the file lacks some.
    const edited = { ...answer, isEdited: true, themes: answer.themes.map((theme) => ({ ...theme, isComputed: true })) };
    const whole = viewOf(edited, { corpus });
    const view = { ...whole, left, answer: withoutRecords(edited, left), answerOfAll: edited, filters: { values: [], from: "", to: "", ids: ["F-3", "F-30"], of: 2_000 } };
    const html = htmlOf(view, true);
    assert.equal(html.match(/<article class="record/g).length, 990);
    assert.ok(!html.includes("Private words 3."));
    const listOf = (file) => /<h2[^>]*>List 0[^]*?<table>([^]*?)<\/table>/.exec(file)[1];
    assert.equal(listOf(html), listOf(htmlOf(whole)));
    const sheetOf = (own) => sheets(own).find(({ name }) => name === "List 0").rows;
    assert.deepEqual(sheetOf(view), sheetOf(whole));
    const saved = formats.json({ ...view, answer: withoutRecords(answer, left) });
    assert.deepEqual(JSON.parse(saved).filters.ids, ["F-30"]);
    assert.doesNotMatch(saved, /"F-[0-9]"/);
});

test("each kind of file says which themes are far from the question, if any is", async () => {
    const answer = answerOf(3, { total: 30 });
    const isNear = viewOf(answer);
    const view = viewOf({ ...answer, themes: answer.themes.map((theme, at) => (at === 2 ? { ...theme, far_from_question: true } : theme)) });
    const columnOf = ([head, ...rows], name) => rows.map((row) => row[head.indexOf(name)]);
    const sheetOf = (own, name) => sheets(own).find((sheet) => sheet.name === name).rows;
    assert.deepEqual(columnOf(sheetOf(view, "Themes"), "Question"), ["Close to the question", "Close to the question", "Far from the question"]);

    const corpus = new Corpus([{ id: "F-5", content: "Of all.", date: "" }, { id: "F-8", content: "Of two.", date: "" }]);
    assert.deepEqual(columnOf(sheetOf({ ...view, corpus }, "Records"), "Far from the question"), ["Theme 2", ""]);
    assert.match(formats.csv(view), /Far from the question/);
    const html = htmlOf(view);
    assert.match(html, /<th scope="row">Theme 2<\/th>(<td>[^<]*<\/td>){2}<td>Far from the question<\/td>/);
    assert.match(html, /<h3>Theme 2<\/h3>\s*<p><strong>[^<]* · Far from the question\. <\/strong>/);
    const { md } = formats;
    assert.match(md(view), /Theme 2 .*\| Far from the question/);
    assert.match(md(view), /· Far from the question\./);
    for (const content of [htmlOf(isNear), md(isNear), formats.csv(isNear), formats.csv({ ...isNear, corpus }), JSON.stringify(sheets({ ...isNear, corpus }))]) assert.doesNotMatch(content, /(Close to|Far from) the question/);
});

test("a slide of a dimension has 15 bars, and says so", () => {
    const { "dimension-1": scene } = scenes(viewOf(withLists(answerOf(40), 1)), { rows: 15, lines: 6 });
    const words = scene.marks.filter(({ kind }) => kind === "text").map(({ text }) => text);
    assert.deepEqual(words.filter((own) => /^(All records|Theme \d+)$/.test(own)), ["All records", ...Array.from({ length: 14 }, (_, at) => `Theme ${at}`)]);
    assert.ok(words.includes("The first 15 of 41 rows are shown."), words.join("\n"));
});

test("a map of values has the columns of a breakdown, also where there are dates", () => {
    const answer = withLists(answerOf(4), 1);
    assert.deepEqual(firstMap(viewOf({ ...answer, themes: [] })), { what: "value", by: "District", measure: null });
    assert.equal(firstMap(viewOf({ ...answer, themes: [], breakdown: undefined })), null);
});

test("a report of 100 themes and 1,000 records fits a phone", async () => {
    const corpus = new Corpus(Array.from({ length: 1_000 }, (_, at) => ({ id: `F-${at}`, content: `${"word".repeat(at % 40)} ${at}.`, date: "2026-03-01" })));
    const { context, page, seen } = await openFile(htmlOf(viewOf(answerOf(100, { title: (at) => `Water ${"x".repeat(at)}` }), { corpus }), true), { viewport: { width: 360, height: 740 } });
    await page.locator("summary").click();
    assert.deepEqual([await page.locator(".theme").count(), await page.locator(".pick").count(), await page.locator(".record").count()], [100, 100, 1_000]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(seen, { requests: [], console: [] });
    await context.close();
});

for (const language of Object.keys(languages))
    test(`a report has no accessibility problem: ${language}`, async () => {
        setLanguage(language); // of this process: no other test reads texts meanwhile
        const html = htmlOf(viewOf(answerOf(12, { title: (at) => (at % 2 ? `المياه ${at}` : `Water ${at}`) })));
        const compared = comparisonReport(summaryOf(viewOf(answerOf(5))), summaryOf(viewOf(answerOf(6)))).html;
        setLanguage("en");
        const phone = { viewport: { width: 360, height: 740 } };
        const pages = [["report", html, phone], ...(["en", "ar"].includes(language) ? [["report-dark", html, { colorScheme: "dark" }], ["reports-compared", compared, phone]] : [])];
        for (const [name, own, options] of pages) {
            const { context, page, seen } = await openFile(own, { bypassCSP: true, ...options });
            assert.equal(await page.locator("html").getAttribute("dir"), language === "ar" ? "rtl" : "ltr");
            await page.locator("summary").click();
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} overflows`);
            if (pages.length > 1) await screenshot(page, `${name}-${language}`);
            assert.deepEqual(await audit(page), [], name);
            assert.deepEqual(seen.requests, []);
            await context.close();
        }
    });

/** The number of pages of a PDF. */
const pagesOf = (bytes) => bytes.toString("latin1").match(/\/Type\s*\/Page(?!s)/g).length;

test("a print of a report has at most six pages of A4, and all of it on request", async () => {
    const { context, page } = await openFile(htmlOf(viewOf(withLists(answerOf(40, { quote: () => "A long quote. ".repeat(30) }), 5, 8))));
    assert.ok(pagesOf(await page.pdf({ preferCSSPageSize: true })) <= 6);
    await page.locator("summary").click();
    await page.locator("#print-all").check();
    assert.ok(pagesOf(await page.pdf({ preferCSSPageSize: true })) > 6);
    await context.close();
});

test("the method names models, dates, sizes, what was masked, edits and who is responsible", () => {
    const history = { past: [{}, { action: { key: "edit.did.change" } }, { action: { key: "edit.did.merge" } }], present: { action: { key: "edit.did.merge" } } };
    assert.deepEqual(statements(viewOf(answerOf(3), { edits: { history }, analyst: "A. Analyst", agreement: { record_count: 50, overall: { kappa: { value: 0.81, low: 0.7, high: 0.9 } } } })), [
        "Feedback analysis with Verbatim", "Date of the answer: 2026-03-31", "Records with text: 1,000", "Version: 1.2.3", "Read by: model-x (calls: 12)", "Tokens in: 3,000, out: 200", "SHA-256 of the instructions: 9f86d081884c",
        "Themes, proposed by the model: 3", "Replaced before reading: Names of persons 7", "Changed by people after the first count: texts changed 1, joined 2", "Responsible: A. Analyst",
        "Agreement of suggested codes with blind decisions of people (50): kappa 0.81, 95% interval 0.70 to 0.90", "Request: 0190-request"]);
    const bare = { ...answerOf(3), provenance: undefined, used_anonymization: false };
    const words = statements(viewOf(bare, { request: { prompt: "?", themes: [{}], induce_more: true }, date: null })).join("; ");
    for (const part of ["further ones of the model: 3", "Personal data was not replaced", "No changes by people are known", "Agreement with people was not measured"]) assert.ok(words.includes(part), words);
});

test("the interval of a difference is that of Newcombe, as on the server", () => {
    // Newcombe 1998, table II, method 10; the order of the groups is that of tests/statistics/shares.cpp.
    for (const [first, second, low, high] of [[[48, 80], [56, 70], 0.0524, 0.3339], [[3, 10], [9, 10], 0.1705, 0.8090], [[0, 10], [10, 10], 0.6075, 1]]) {
        const found = differenceOf({ count: first[0], total: first[1] }, { count: second[0], total: second[1] });
        assert.deepEqual([found.low.toFixed(4), found.high.toFixed(4)], [low.toFixed(4), high.toFixed(4)]);
    }
    assert.equal(differenceOf({ count: 0, total: 0 }, { count: 1, total: 2 }), null);
});

test("two answers: the same list, a renamed, a changed, a new and a missing theme", () => {
    const [first, second] = [answerOf(5), answerOf(5)].map((answer) => summaryOf(viewOf(answer)));
    assert.ok(compareSummaries(first, second).isSameList);
    const [same, renamed, changed, , other] = second.themes;
    const themes = [{ ...same, record_count: 900, share: 0.9 }, { ...renamed, title: "Another title" }, { ...changed, definition: "Another meaning.", record_count: 999 }, { ...other, id: "T9", title: "Roads", definition: "Roads." }];
    const compared = compareSummaries(first, { ...second, themes });
    assert.deepEqual(compared.rows.map(({ title, mark, isClear }) => [title, mark, isClear]),
        [["Theme 0", "same", true], ["Another title", "renamed", false], ["Theme 2", "changed", false], ["Roads", "new", false], ["Theme 3", "gone", false], ["Theme 4", "gone", false]]);
    assert.deepEqual([compared.matched, compared.isSameList], [2, false]);
    assert.deepEqual(compared.rows.map(({ difference }) => difference !== null), [true, true, false, false, false, false]);
    const unrelated = compareSummaries(first, { ...second, themes: second.themes.map((theme) => ({ ...theme, title: `X ${theme.title}`, definition: "x" })) });
    assert.deepEqual(unrelated.rows.map(({ mark }) => mark), [...Array(5).fill("new"), ...Array(5).fill("gone")]);
    const { html, cautions } = comparisonReport(first, { ...second, themes, models: "other" });
    assert.match(cautions[0], /^The lists differ: 2 of 6 themes are the same/);
    assert.match(cautions[1], /^Different models read/);
    assert.equal(dataOf(html), null);
});

test("a report, an answer and a saved result read as the same summary; other files are refused", () => {
    const answer = answerOf(4);
    const view = viewOf(answer);
    const expected = summaryOf(view);
    assert.deepEqual(readSummary(htmlOf(view), "march.html"), expected);
    assert.deepEqual(readSummary(JSON.stringify({ file: "march.csv", request: view.request, answer }), "x.json"), { ...expected, date: null });
    assert.deepEqual(readSummary(JSON.stringify(answer), "x.json"), { ...expected, date: null, question: "", file: "x.json" });
    for (const content of ["", "{", "null", "[1]", "<html>", '{"themes": {}}', '{"feedback_record_count": 1, "themes": [{"id": 1}]}', '{"feedback_record_count": "1", "themes": []}', '<meta name="verbatim-report" content="{">'])
        assert.throws(() => readSummary(content, "x"), { key: "compare.unreadable" }, content);
    for (const wrong of [{ question: 7 }, { file: {} }, { date: [] }, { models: {} }, { themes: [{ ...expected.themes[0], sub_themes: null }] }])
        assert.throws(() => readSummary(JSON.stringify({ ...expected, ...wrong }), "x"), { key: "compare.unreadable" }, JSON.stringify(wrong));
    assert.throws(() => summaryIn({ format: "verbatim-report-1", records: 5, themes: [{ id: "T1", title: "a", record_count: NaN, share: 0 }] }, "x"), { key: "compare.unreadable" });
});

const listOf = (themes) => readCodebook(new TextEncoder().encode(JSON.stringify(themes)), "list.json");
const list = listOf([{ id: "T1", title: "Water", definition: "Water.", sub_themes: [{ id: "T1.1", title: "Pumps" }] }, { id: "T2", title: "Food" }, { id: "T3", title: "Staff" }]);
const shown = (themes) => themes.map(({ id, title, sub_themes: all }) => `${id} ${title}${all.length ? ` (${all.map((sub) => sub.title).join(", ")})` : ""}`);

test("steps edit a list, and running them again changes nothing", () => {
    const steps = [["rename", "T1", "Water points"], ["merge", "Food", "T3"], ["add", "Roads", "Roads and bridges."], ["move", "Pumps", ""], ["define", "T3", "Staff and food."], ["delete", "Roads", ""]].map(([action, id, value]) => ({ action, id, value }));
    const once = applySteps(list, steps, true);
    assert.deepEqual(shown(once.list), ["T1 Water points", "T1.1 Pumps", "T3 Staff"]);
    assert.deepEqual(once.notes, []);
    const twice = applySteps(once.list, steps, true);
    assert.deepEqual(shown(twice.list), shown(once.list));
    assert.deepEqual(twice.notes, [["merge", "Food"]]);
    assert.throws(() => applySteps(once.list, steps, false), { key: "steps.unknown" });
    for (const [action, id, value, key] of [["merge", "T1", "T1", "steps.noThemes"], ["move", "T1", "T1", "steps.noThemes"], ["rename", "T2", "water", "edit.sameTitle"], ["rename", "T2", " ", "edit.noTitle"], ["delete", "T9", "", "steps.unknown"]])
        assert.throws(() => applySteps(list, [{ action, id, value }], false), { key }, `${action} ${id}`);
});

test("lists are joined by titles, and ids stay unique", () => {
    const { list: joined, notes } = joinLists([list, listOf([{ id: "T1", title: "food" }, { id: "T2", title: "Roads", sub_themes: [{ id: "T1.1", title: "Bridges" }] }])]);
    assert.deepEqual(shown(joined).slice(3).map((own) => own.replace(/^T\d+ /, "")), ["Roads (Bridges)"]);
    assert.deepEqual(notes, [["kept", "food"]]);
    const ids = joined.flatMap(({ id, sub_themes: all }) => [id, ...all.map((sub) => sub.id)]);
    assert.equal(new Set(ids).size, ids.length);
});

async function saved(page, button) {
    const downloaded = page.waitForEvent("download");
    await button.click();
    const download = await downloaded;
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** The number of pages that a word processor gives a document. */
function pagesOfDocument(bytes) {
    const name = path.join(folder, "report.docx");
    writeFileSync(name, bytes);
    execFileSync("soffice", ["--headless", `-env:UserInstallation=file://${folder}/profile`, "--convert-to", "pdf", "--outdir", folder, name], { stdio: "ignore" });
    return pagesOf(readFileSync(path.join(folder, "report.pdf")));
}

test("from /analyze: the report, a document of at most six pages, slides, and the comparison with an earlier month", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await chooseFile(page, file("march.csv", toCsv(feedbackRows(600))));
    await askQuestion(page);
    await start(page);
    await finished(page);
    const long = withLists(answerOf(40, { title: (at) => `Water points and queues in the mornings of settlement ${at}`, quote: () => "A long quote. ".repeat(30) }), 5, 8);
    await page.route("**/v1/jobs/*/result", (route) => route.fulfill({ json: { ...long, analysis: "Words of the answer. ".repeat(600) } }));
    await page.locator(".report-tools summary").click();
    await page.locator("#report-analyst").fill("A. Analyst");
    await screenshot(page, "analyze-report-tools");
    const { name, content } = await saved(page, page.locator(".report-tools button").first());
    assert.equal(name, "march analysis.html");
    const opened = await openFile(content.toString(), { bypassCSP: true });
    await opened.page.getByText("Responsible: A. Analyst").waitFor();
    assert.ok(await opened.page.locator("svg.chart").count() >= 3);
    assert.equal(await opened.page.locator(".record").count(), 0);
    assert.deepEqual(await audit(opened.page), []);
    await opened.context.close();

    await page.locator("#earlier-report").setInputFiles({ name: "february.html", mimeType: "text/html", buffer: Buffer.from(htmlOf(viewOf(answerOf(3), { fileName: "february.csv" }))) });
    await page.locator(".report-comparison h3").waitFor();
    assert.equal(await page.locator(".report-comparison thead th").nth(1).innerText(), "february.csv, 2026-03-31 (records: 1,000)");
    await screenshot(page, "analyze-report-comparison");
    assert.deepEqual(await audit(page), []);
    const compared = await saved(page, page.getByRole("button", { name: "Save the comparison as HTML" }));
    assert.match(compared.content.toString(), /The lists differ/);
    await page.locator("#earlier-report").setInputFiles({ name: "x.html", mimeType: "text/html", buffer: Buffer.from("<p>no report</p>") });
    await page.getByRole("alert").filter({ hasText: "x.html is no report and no answer with themes." }).waitFor();

    const picture = (await saved(page, page.locator("#result-themes .exports button").first())).content;
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1920, 1080]);
    await page.reload(); // the long answer
    await page.locator("#result-themes").waitFor();
    const document = (await saved(page, page.locator("#result-answer .exports button").first())).content;
    assert.ok(pagesOfDocument(document) <= 6);
    const { tables } = readOffice(document);
    assert.ok(tables.length >= 2 && tables.every(([head]) => head.length <= 7));

    await page.locator("#result-rows").selectOption("value"); // which have no counts over time
    assert.deepEqual(await page.locator("#result-columns option").allInnerTexts(), ["District"]);
    await page.locator("#result-rows").selectOption("theme");
    assert.equal(await page.locator("#result-columns option").count(), 2);

    await page.locator(".report-tools summary").click();
    await page.locator("#report-analyst").fill("A. Analyst");
    const { hash } = new URL(page.url());
    await page.locator("#forget").click();
    await page.evaluate((own) => { location.hash = own; }, hash);
    await page.locator("#key").fill(key);
    await page.locator("#key-form button").click();
    await page.locator("#result-themes").waitFor();
    assert.equal(await page.locator("#report-analyst").inputValue(), ""); // another person
    assert.deepEqual(watched, nothing);
    await context.close();
});
