// Tools for lists on /analyze: titles translated by a model, several entries deleted at once, values of closed lists that a count keeps, and
// values over time.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { chooseFile, file, finished, fromServer, jobOf, lastBody, openAnalysis, start } from "./support/analysis.mjs";
import { audit, screenshot, startBrowser } from "./support/browser.mjs";
import { hasStatus, nothing } from "./support/dashboard.mjs";
import { pageModule } from "./support/page_modules.mjs";
import { startServer } from "./support/server.mjs";
import { between, holds, recordsOf, scriptedProvider } from "./support/theme_provider.mjs";

const { qValue } = await pageModule("format.js");
const { removeAll, themesOf } = await pageModule("themes/theme_edits.js");
const { knownValues } = await pageModule("themes/recount.js");
const { dimensionPeriods } = await pageModule("result/dimensions.js");
const { seriesRows } = await pageModule("result/series.js");
const { Corpus } = await pageModule("result/corpus.js");

const contents = ["The pump is broken.", "When is water given?", "Rice is missing.", "Thank you for the rice.", "The guard shouted."];
const rows = Array.from({ length: 200 }, (_, at) => ({ id: `F-${at + 1}`, content: `${contents[at % contents.length]} (${at + 1})`, date: `2026-0${1 + (at % 3)}-05`, place: at % 2 ? "North" : "South" }));
const table = file("feedback.csv", `id,date,feedback,place\n${rows.map(({ id, date, content, place }) => `${id},${date},"${content}",${place}`).join("\n")}\n`);
const themes = [
    { title: "Water", definition: "About water.", inclusion: "water; pump", sub_themes: [{ title: "Pumps", definition: "About pumps." }, { title: "Hours", definition: "About hours." }] },
    { title: "Food", definition: "About food.", inclusion: "rice", sub_themes: [{ title: "Missing rice", definition: "No rice." }] },
    { title: "Staff", definition: "About staff.", inclusion: "guard", sub_themes: [] },
];
const words = { Water: "water; pump", Pumps: "pump", Hours: "when", Food: "rice", "Missing rice": "missing", Staff: "guard" };
const french = { Water: "Eau", Pumps: "Pompes", Hours: "Horaires", Food: "Nourriture", "Missing rice": "Riz manquant", Staff: "Personnel", "Pipes and taps": "Puits" };

/** The ids of the themes of the prompt by title. */
const listed = (user) => [...between(user, "themes").matchAll(/^(T[\d.]+): (.*)$/gm)].map(([, id, title]) => ({ id, title }));

let fail = false; // whether translations leave a theme out
let held = null; // while it is a promise, translations wait for it

async function model(user, system) {
    if (system.includes("You translate")) {
        await held;
        const titles = [...between(user, "themes").matchAll(/^(\d+): (.*)$/gm)].map(([, number, title]) => ({ number: Number(number), title: french[title] ?? title, definition: `Sur ${french[title]}.` }));
        return JSON.stringify({ translations: fail ? titles.slice(1) : titles });
    }
    if (system.includes("make the list of themes")) return JSON.stringify({ themes });
    if (system.includes("<themes> holds the themes")) {
        const values = (content) => (between(user, "dimensions") ? { values: [/When/.test(content) ? "A1" : /Thank/.test(content) ? "A4" : "A3"] } : {});
        return JSON.stringify({ assignments: recordsOf(user).map(({ number, content }) => ({ record: number, themes: listed(user).filter(({ title }) => holds(content, words[title] ?? title)).map(({ id }) => id), ...values(content) })), quotes: [] });
    }
    return system.includes("quality_score") ? JSON.stringify({ quality_score: 0.8, uncertainty_explanation: "Checked." }) : "Water and food.";
}

let server;
let scripted;
let provider;
let browser;

before(async () => {
    provider = await scriptedProvider(model);
    [server, scripted, browser] = await Promise.all([startServer(), startServer(provider.settings), startBrowser()]);
});

const ungrouped = file("feedback.csv", `id,date,feedback\n${rows.map(({ id, date, content }) => `${id},${date},"${content}"`).join("\n")}\n`);

async function analysed(on, { withLists = false, chosen = table, ...options } = {}) {
    const opened = await openAnalysis(browser, on, options);
    const { page } = opened;
    await chooseFile(page, chosen);
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill("What is reported?");
    if (withLists) {
        await page.locator("#dimension-options summary").click();
        await page.locator("#dimension-type_of_feedback").check();
    }
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await start(page);
    await finished(page);
    return opened;
}

const editor = (page) => page.locator("#result-editing");
const list = (page) => page.locator("#result-themes");
const named = (page, name) => page.getByRole("button", { name, exact: true });

async function translate(page, language = "fr") {
    await page.locator("#translate-language").selectOption(language);
    await named(page, "Translate").click();
}

async function translated(page) {
    await translate(page);
    await editor(page).locator(".edit-status", { hasText: "Translated by a model: French" }).waitFor();
}

/** Titles of the table of themes with those in the other language. */
const titlesOf = (page) => list(page).locator(".scroll > table tbody tr").evaluateAll((lines) => lines.map((line) => [line.querySelector("th bdi").textContent, line.querySelector("bdi[lang=fr]")?.textContent ?? ""]));

async function saved(page, name) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#result-answer").getByRole("button", { name }).first().click()]);
    return readFile(await download.path(), "utf8");
}

test("a model translates titles and definitions in one call without records, beside the originals", async () => {
    const { context, page, watched } = await analysed(scripted);
    const calls = provider.calls.length;
    await translated(page);
    assert.equal(provider.calls.length, calls + 1);
    const { user } = provider.calls.at(-1);
    assert.ok(user.includes("1: Water\ndefinition: About water.\n2: Pumps") && !/F-1|broken|South/.test(user), user);
    assert.deepEqual(await titlesOf(page), [["Food", "Nourriture"], ["Water", "Eau"], ["Staff", "Personnel"]].sort(([left], [right]) => ["Water", "Food", "Staff"].indexOf(left) - ["Water", "Food", "Staff"].indexOf(right)));
    const shown = await list(page).innerText();
    assert.match(shown, /French, by a model/i);
    assert.match(shown, /Pumps \(Pompes\)/);
    assert.match(shown, /Eau · Sur Eau\./);
    assert.equal(await page.evaluate(() => document.activeElement.id), "translate-language");
    assert.deepEqual(await audit(page), []);
    await screenshot(list(page), "translated");

    // Files.
    assert.match(await saved(page, /CSV/), /"?French, by a model"?,[^]*Eau/);
    const markdown = await saved(page, /Markdown/);
    assert.match(markdown, /\| Theme \| French, by a model \|/);
    assert.match(markdown, /nobody checked the translation: French/);
    const { translated_by_a_model: own } = JSON.parse(await saved(page, /JSON/));
    assert.deepEqual([own.language, own.themes[0].title, own.themes[0].sub_themes[0].title], ["fr", "Eau", "Pompes"]);

    // Undo, redo, and a title that changes.
    await named(page, "Undo").click();
    assert.deepEqual((await titlesOf(page)).map(([, title]) => title), ["", "", ""]);
    await named(page, "Redo").click();
    await named(page, "Edit: Water").click();
    await page.locator("#edit-title").fill("Pipes and taps");
    await editor(page).getByRole("button", { name: "Apply" }).click();
    assert.equal(Object.fromEntries(await titlesOf(page))["Pipes and taps"], "", "an older translation would be another theme's");
    await list(page).getByText("1 theme or sub-theme changed since and has no translation.").waitFor();
    await translated(page);
    assert.equal(Object.fromEntries(await titlesOf(page))["Pipes and taps"], "Puits");
    await named(page, "Remove the translation").click();
    assert.deepEqual((await titlesOf(page)).map(([, title]) => title), ["", "", ""]);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a translation that lacks a theme, and one that is cancelled, leave the list as it was", async () => {
    const { context, page } = await analysed(scripted, { expected: hasStatus(502) });
    fail = true;
    await translate(page);
    await list(page).locator("[role=alert]", { hasText: /502|LLM provider/ }).waitFor();
    fail = false;
    assert.deepEqual((await titlesOf(page)).map(([, title]) => title), ["", "", ""]);
    let release;
    held = new Promise((resolve) => { release = resolve; });
    await translate(page);
    await named(page, "Cancel the translation").press("Enter");
    await named(page, "Translate").waitFor();
    release();
    held = null;
    assert.equal(await page.evaluate(() => document.activeElement.id), "translate-start");
    await translated(page); // the next one is made
    await context.close();
});

test("a translation that fails after an edit says so where the themes are shown now", async () => {
    const { context, page } = await analysed(scripted, { expected: hasStatus(502) });
    let release;
    held = new Promise((resolve) => { release = resolve; });
    fail = true;
    await translate(page);
    await named(page, "Cancel the translation").waitFor();
    await named(page, "Delete: Food").click();
    await named(page, "Cancel the translation").waitFor();
    release();
    held = null;
    await list(page).locator("[role=alert]", { hasText: /502|LLM provider/ }).waitFor();
    fail = false;
    await named(page, "Translate").waitFor();
    assert.equal(await named(page, "Cancel the translation").count(), 0);
    await context.close();
});

test("the built-in model does not translate, and the page says so", async () => {
    const { context, page } = await analysed(server, { expected: hasStatus(501) });
    const before = await list(page).locator(".theme-list").innerText();
    await translate(page);
    await list(page).getByText("The built-in model of this server does not translate.").waitFor();
    assert.equal(await list(page).locator(".theme-list").innerText(), before);
    assert.deepEqual(await audit(page), []);
    await context.close();
});

test("several sub-themes are deleted in one step with the keyboard, and come back in one", async () => {
    const { context, page, watched } = await analysed(scripted);
    const before = await editor(page).locator(".edit-list").innerText();
    const box = editor(page).getByRole("checkbox", { name: "Select Pumps" });
    await box.focus();
    await page.keyboard.press("Space");
    await named(page, "Delete the selected (1)").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Select Pumps");
    await named(page, "Clear the selection").press("Enter");
    assert.equal(await box.isChecked(), false);
    await named(page, "Select all sub-themes").press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Delete the selected (3)");
    assert.deepEqual(await audit(page), []);
    await screenshot(editor(page), "selected");
    await page.keyboard.press("Enter");
    assert.equal(await editor(page).locator(".edit-subs").count(), 0);
    assert.equal(await editor(page).locator(".edit-status").innerText(), "Deleted together: 3");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Undo");
    await page.keyboard.press("Enter");
    assert.equal(await editor(page).locator(".edit-list").innerText(), before);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a count reads the list again and keeps the values of closed lists", async () => {
    const { context, page, watched } = await analysed(scripted, { withLists: true });
    await named(page, "Delete: Food").click();
    await editor(page).getByText("The values of the closed lists stay those of the last count").waitFor();
    const before = (await fromServer(scripted, `/v1/jobs/${jobOf(page)}/result`)).dimensions;
    await editor(page).getByRole("button", { name: "Show what counting again costs" }).click();
    await editor(page).getByText(/^Expected cost/).waitFor();
    await editor(page).getByRole("button", { name: "Count again" }).click();
    await editor(page).locator(".edit-status", { hasText: "Counted again" }).waitFor();
    const body = await lastBody(page);
    assert.deepEqual([body.read_dimensions, body.dimensions[0].values[0].record_ids], [false, before[0].values[0].record_ids]);
    const [after] = (await fromServer(scripted, `/v1/jobs/${jobOf(page)}/result`)).dimensions;
    assert.deepEqual(after.values.map(({ record_ids }) => record_ids), before[0].values.map(({ record_ids }) => record_ids));
    assert.ok(provider.calls.slice(-3).every(({ user }) => !user.includes("<dimensions>")));
    await page.locator("#result-dimension-measure-1").selectOption("count");
    const counts = Object.fromEntries(await page.locator("#result-dimension-1 table").first().locator("tbody tr").evaluateAll((lines) => lines.map((line) => [line.querySelector("th").textContent, [...line.querySelectorAll("td")].map((cell) => cell.textContent)])));
    const by = (criteria, value) => String(rows.filter(({ content }) => holds(content, criteria) && holds(content, value)).length);
    assert.deepEqual([counts["All records"][0], counts.Water[0], counts.Staff[0]], [by("when", "when"), by("water; pump", "when"), by("guard", "when")]); // the recount by hand
    const { request } = JSON.parse(await saved(page, /JSON/));
    assert.deepEqual([request.read_dimensions, request.dimensions], [undefined, [{ list: "type_of_feedback" }]], "a file has the question, not the ids");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("values over time are shown and saved", async () => {
    const { context, page, watched } = await analysed(scripted, { withLists: true, chosen: ungrouped });
    await page.locator("#result-dimension-periods-1").selectOption("count");
    const over = page.getByRole("group", { name: "Type of feedback: over time" });
    const question = (await over.locator("tbody tr").first().locator("td").allInnerTexts()).map(Number);
    assert.equal(question.reduce((sum, own) => sum + own, 0), rows.filter(({ content }) => holds(content, "when")).length);
    assert.match(await saved(page, /Markdown/), /### Type of feedback: over time/);
    assert.deepEqual(await audit(page), []);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a masked print has no title as it was, in any part", async () => {
    const first = await analysed(scripted);
    const answer = await fromServer(scripted, `/v1/jobs/${jobOf(first.page)}/result`);
    await first.context.close();
    const { context, page } = await openAnalysis(browser, scripted);
    const secret = "Call Amina";
    const withTitle = (title) => answer.themes.map((theme, at) => (at ? theme : { ...theme, title, changes: [{ kind: "rise", periods: ["2026-02", "2026-03"], counts: [1, 9], totals: [10, 10], shares: [0.1, 0.9], expected: [5, 5], p_value: 0.00001, q_value: 0.00002 }] }));
    const restored = [{ member: "themes", kinds: [{ kind: "PERSON", count: 1 }], masked: withTitle("Call <PERSON_0>") }];
    const row = { kind: "theme", id: answer.themes[0].id, title: secret };
    const breakdown = [{ key: "place", values: ["North", "South"].map((value) => ({ value, record_count: 100, counts: [{ ...row, count: 40, share: 0.4 }] })) }];
    const comparison = { groups: ["North", "South"].map((name) => ({ name, record_count: 100 })), differences: [{ ...row, counts: [40, 40], shares: [0.4, 0.4], difference: 0, low: -0.1, high: 0.1, significant: false }] };
    await page.route("**/v1/jobs/*/result", (route) => route.fulfill({ json: { ...answer, themes: withTitle(secret), restored, breakdown, comparison } }));
    await chooseFile(page, table);
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill("What is reported?");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await start(page);
    await finished(page);
    assert.match(await page.locator("#result-themes").innerText(), /q < 0\.001/);
    await page.evaluate(() => { window.print = () => { globalThis.printed = [...document.querySelectorAll("#result > *")].filter((part) => getComputedStyle(part).display !== "none").map((part) => part.textContent).join("\n"); }; });
    await named(page, "Print").click();
    await page.locator(".personal-dialog").getByRole("button", { name: "Without them" }).click();
    await page.waitForFunction(() => globalThis.printed);
    const printed = await page.evaluate(() => globalThis.printed);
    assert.ok(!printed.includes(secret) && printed.split("Call <PERSON_0>").length > 5, "themes, changes, heat map and comparison");
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    for (const format of [/JSON/, /Markdown/]) {
        await page.locator("#result-answer").getByRole("button", { name: format }).click();
        const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".personal-dialog").getByRole("button", { name: "Without them" }).click()]);
        const content = await readFile(await download.path(), "utf8");
        assert.ok(!content.includes(secret) && content.includes("PERSON"), String(format));
    }
    assert.ok((await page.locator("#result-heat").innerText()).includes(secret));
    assert.ok(await named(page, "Undo").isVisible());
    await context.close();
});

test("themes far from the question stand apart, also when edits leave no other", async () => {
    const first = await analysed(scripted);
    const answer = await fromServer(scripted, `/v1/jobs/${jobOf(first.page)}/result`);
    await first.context.close();
    const { context, page } = await openAnalysis(browser, scripted);
    const themesWithFar = answer.themes.map((theme) => (theme.title === "Water" ? theme : { ...theme, far_from_question: true }));
    await page.route("**/v1/jobs/*/result", (route) => route.fulfill({ json: { ...answer, themes: themesWithFar } }));
    await chooseFile(page, table);
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill("What is reported?");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await start(page);
    await finished(page);
    const headings = () => list(page).locator(".themes-apart").allInnerTexts();
    assert.deepEqual(await headings(), ["Close to the question", "Far from the question"]);
    await named(page, "Delete: Water").click();
    await named(page, "Delete: Water").waitFor({ state: "detached" });
    assert.deepEqual(await headings(), ["Far from the question"]);
    await context.close();
});

for (const [language, colorScheme, width] of [["en", "light", 1280], ["ar", "light", 360], ["fr", "dark", 1280], ["ar", "dark", 1280]])
    test(`translated and selected lists in ${language}, ${colorScheme}, ${width} px have no findings`, async () => {
        const { context, page } = await analysed(scripted, { colorScheme, withLists: true, chosen: ungrouped });
        await translated(page);
        await named(page, "Select all sub-themes").click();
        await page.setViewportSize({ width, height: 900 });
        await page.locator("#language").selectOption(language);
        assert.deepEqual(await audit(page), []);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
        for (const part of ["themes", "editing", "dimension-1"]) await screenshot(page.locator(`#result-${part}`), `lists-${part}-${language}-${colorScheme}-${width}`);
        await context.close();
    });

test("a series has the titles of the answer that is shown", () => {
    const rows = [["T1", "Call Amina"], ["T2", "Not counted"]].map(([id, title]) => ({ id, title, points: [] }));
    assert.deepEqual(seriesRows({ series: { rows }, answer: { themes: [{ id: "T1", title: "Call <PERSON_0>" }] } }).map(({ title }) => title), ["Call <PERSON_0>", "Not counted"]);
});

test("a q-value is never nothing", () => {
    assert.deepEqual([0, 0.0009, 0.001, 0.0124, 0.05].map(qValue), ["q < 0.001", "q < 0.001", "q = 0.001", "q = 0.012", "q = 0.050"]);
});

const theme = (id, subs = []) => ({ id, title: id, definition: "", record_ids: ["a"], sub_themes: subs.map((sub) => ({ id: sub, title: sub, definition: "", record_ids: ["a"] })) });

test("several entries are removed whatever their order, and sub-themes go with their theme", () => {
    const whole = themesOf({ themes: [theme("T1", ["T1.1", "T1.2"]), theme("T2", ["T2.1"])] });
    const left = (ids) => removeAll(whole, ids).map(({ id, sub_themes }) => [id, sub_themes.map((sub) => sub.id)]);
    assert.deepEqual(left(["T1.1", "T2.1"]), [["T1", ["T1.2"]], ["T2", []]]);
    assert.deepEqual(left(["T1", "T1.1", "gone"]), [["T2", ["T2.1"]]]);
    assert.deepEqual(left(["T1.1", "T1", "T2"]), []);
    assert.deepEqual(left([]), [["T1", ["T1.1", "T1.2"]], ["T2", ["T2.1"]]]);
});

const value = (id, ids, more = {}) => ({ id, title: id, record_count: ids.length, share: ids.length / 4, record_ids: ids, by_theme: [], ...more });
const kinds = { id: "kind", title: "Kind", values: [value("x", ["a", "b"]), value("y", ["c"]), value("unclear", ["d"])], unread_count: 0 };

test("values are known only if all their records are", () => {
    const { read_dimensions: isRead, dimensions: [own] } = knownValues({ dimensions: [kinds] });
    assert.equal(isRead, false);
    assert.deepEqual(own, { id: "kind", title: "Kind", values: [["x", ["a", "b"]], ["y", ["c"]], ["unclear", ["d"]]].map(([id, ids]) => ({ id, title: id, record_ids: ids })) });
    assert.deepEqual(knownValues({}), {});
    assert.deepEqual(knownValues({ dimensions: [{ ...kinds, values: [value("x", ["a"], { record_ids_omitted: 1 })] }] }), {});
});

test("values over time count the dates of the file, and stay hidden with hidden counts", () => {
    const corpus = new Corpus([["a", "2026-01-01"], ["b", "2026-02-01"], ["c", "2026-02-02"], ["d", ""]].map(([id, date]) => ({ id, date, content: id, metadata: {}, codes: [] })));
    const view = { answer: {}, corpus, periods: ["2026-01", "2026-02"], kind: "month" };
    const map = dimensionPeriods(view, kinds);
    assert.deepEqual(map.columns, [{ title: "2026-01", base: 1 }, { title: "2026-02", base: 2 }]);
    assert.deepEqual(map.rows.map(({ cells }) => cells.map(({ value: own, share }) => [own, share])), [[[1, 1], [1, 0.5]], [[0, 0], [1, 0.5]], [[0, 0], [0, 0]]]);
    const hidden = { breakdown: [{ key: "place", values: [{ value: "North", counts: [{ kind: "value", id: "kind/x", count: null }, { kind: "theme", id: "kind/y", count: null }] }] }] };
    const masked = dimensionPeriods({ ...view, answer: hidden }, kinds);
    assert.deepEqual(masked.columns.map(({ base }) => base), [null, null], "the base minus the others would be the hidden count");
    assert.deepEqual(masked.rows.map(({ cells }) => cells.map(({ value: own, share }) => [own, share])), [[[null, null], [null, null]], [[0, null], [1, null]], [[0, null], [0, null]]]);
    const compared = { comparison: { differences: [{ kind: "value", id: "kind/y", counts: [3, null] }] } };
    assert.deepEqual(dimensionPeriods({ ...view, answer: compared }, kinds).rows.map(({ cells }) => cells[1].value), [1, null, 0]);
    assert.equal(dimensionPeriods({ ...view, corpus: null }, kinds), null);
    assert.equal(dimensionPeriods({ ...view, periods: ["2026-01"] }, kinds), null);
});
