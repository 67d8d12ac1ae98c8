// The result of /analyze in a browser: figures equal those of the server, records behind them, files, hostile content, accessibility.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { askQuestion, chooseFile, file, finished, fromServer, jobOf, openAnalysis, start } from "./support/analysis.mjs";
import { audit, screenshot, startBrowser } from "./support/browser.mjs";
import { nothing } from "./support/dashboard.mjs";
import { asHtml, expectedRecords, feedbackRows, toCsv } from "./support/feedback.mjs";
import { readOffice } from "./support/office.mjs";
import { startServer } from "./support/server.mjs";

let server;
let browser;
let opened; // the page with the answer that most tests read
let answer;

const rows = feedbackRows(600);
const records = expectedRecords(rows);

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    opened = await openAnalysis(browser, server);
    await analyse(opened.page, file("feedback.csv", toCsv(rows)));
    answer = await fromServer(server, `/v1/jobs/${jobOf(opened.page)}/result`);
});

async function analyse(page, chosen) {
    await chooseFile(page, chosen);
    await askQuestion(page);
    await start(page);
    await finished(page);
}

/** The rows of a table as [name, exact values]. */
const valuesOf = (page, section) => page.locator(`#${section} .scroll > table tbody tr`).evaluateAll((found) => found.map((row) =>
    [row.querySelector("th").textContent, ...[...row.querySelectorAll("data")].map(({ value }) => Number(value))]));

/** Opens a figure, and returns the ids of its records after all are shown. */
async function idsBehind(page, figure) {
    await figure.click();
    const dialog = page.locator(".records-dialog");
    await dialog.waitFor();
    const more = dialog.getByRole("button", { name: "Show more" });
    while (await more.isVisible()) await more.click();
    const ids = await dialog.locator(".record h3").allInnerTexts();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    return ids;
}

const column = (row) => Object.fromEntries(row.counts.map(({ id, count }) => [id, count]));

test("themes have the counts, shares and order of the server, and their records", async () => {
    const { page } = opened;
    assert.ok(answer.themes.length > 2);
    assert.deepEqual(await valuesOf(page, "result-themes"), answer.themes.map(({ title, record_count, share }) => [title, record_count, share]));
    for (const [at, theme] of answer.themes.slice(0, 3).entries())
        assert.deepEqual(await idsBehind(page, page.locator("#result-themes .bar-cell button").nth(at)), theme.record_ids, theme.title);
});

test("the heat map of periods has the counts of the server, and the records of the period", async () => {
    const { page } = opened;
    await page.locator("#result-measure").selectOption("count");
    const periods = await page.locator("#result-heat thead th bdi").allInnerTexts();
    const expected = answer.themes.map(({ title, periods: own }) => [title, ...periods.map((period) => own.find((entry) => entry.period === period)?.count ?? 0)]);
    assert.deepEqual(await valuesOf(page, "result-heat"), expected);

    const [theme] = answer.themes;
    const [{ period, count }] = theme.periods;
    const ids = await idsBehind(page, page.locator("#result-heat tbody tr").first().locator(".heat-cell").nth(periods.indexOf(period)).locator("button"));
    assert.equal(ids.length, count);
    const inTheme = new Set(theme.record_ids);
    assert.ok(ids.every((id) => inTheme.has(id)));
    assert.equal(new Set(ids).size, ids.length);
});

test("the heat map by a column has the counts of the breakdown, hides what the server hides, and opens the others", async () => {
    const { page } = opened;
    await page.locator("#result-columns").selectOption("District");
    await page.locator("#result-measure").selectOption("count");
    const [{ values }] = answer.breakdown;
    const counts = values.map(column);
    const shown = await page.locator("#result-heat tbody tr").evaluateAll((found) => found.map((row) => [row.querySelector("th").textContent,
        ...[...row.querySelectorAll("td")].map((cell) => (cell.querySelector("data") ? Number(cell.querySelector("data").value) : null))]));
    assert.deepEqual(shown, answer.themes.map(({ id, title }) => [title, ...counts.map((of) => of[id])]));

    const [row, at] = answer.themes.flatMap((theme, row) => counts.map((of, at) => [row, at, of[theme.id], values[at].value])).find(([, , count, value]) => count && value !== null);
    const ids = await idsBehind(page, page.locator("#result-heat tbody tr").nth(row).locator("td").nth(at).locator("button"));
    const inDistrict = new Set(records.filter(({ metadata }) => metadata.District === values[at].value).map(({ id }) => id));
    assert.deepEqual(ids, answer.themes[row].record_ids.filter((id) => inDistrict.has(id)));
    await page.locator("#result-rows").selectOption("code");
    await page.locator("#result-columns").selectOption("");
    const [name, ...inPeriods] = (await valuesOf(page, "result-heat"))[0];
    const cells = answer.coding_trends.cells.filter(({ code }) => code === name);
    assert.equal(inPeriods.reduce((sum, value) => sum + value, 0), cells.reduce((sum, { count }) => sum + count, 0));
    await page.locator("#result-rows").selectOption("theme");
});

test("the comparison has the differences and intervals of the server, and opens both groups", async () => {
    const { page } = opened;
    const compared = answer.comparison.differences.filter(({ difference }) => difference !== null).slice(0, 60);
    assert.ok(compared.length > 0);
    assert.deepEqual(await valuesOf(page, "result-comparison"), compared.map(({ title, counts, difference }) => [title, ...counts, difference]));
    const [first] = compared;
    const button = page.locator("#result-comparison tbody tr").first().locator("td").nth(1).locator("button");
    assert.equal((await idsBehind(page, button)).length, first.counts[1]);
});

test("records in no theme are counted by reason and can be read", async () => {
    const { page } = opened;
    const buttons = page.locator("#result-unassigned tbody button");
    for (const [at, { record_ids: expected }] of answer.unassigned.entries()) assert.deepEqual(await idsBehind(page, buttons.nth(at)), expected);
    assert.equal(await buttons.count(), answer.unassigned.length);
});

test("citations in the prose and quotes open their record", async () => {
    const { page } = opened;
    for (const citation of [page.locator(".prose .citation").first(), page.locator(".quote .citation").first()]) {
        const id = await citation.innerText();
        assert.deepEqual(await idsBehind(page, citation), [id]);
    }
});

test("without a model that read, no score is shown, and what is uncertain is said", async () => {
    const { page } = opened;
    assert.equal(await page.locator(".quality data").count(), 0);
    const side = await page.locator(".side").innerText();
    assert.match(side, /Words were counted; nobody checked meaning\. How well the data supports the answer is not known/);
    assert.doesNotMatch(side, /second reading|Score by a model/);
    assert.ok(side.includes(answer.uncertainty_explanation));
    assert.match(side, new RegExp(`Records in no theme: ${answer.unassigned_count}`));
    const undated = records.filter(({ metadata }) => !metadata.created).length;
    assert.match(side, new RegExp(`Records without a date, which are missing in lines over time: ${undated}`));
});

test("a score of a model is shown as its opinion, on the page and in files", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    const provenance = { ...answer.provenance, models: answer.provenance.models.map((entry) => ({ ...entry, model: "gpt-5.4" })) };
    await page.route("**/v1/jobs/*/result", (route) => route.fulfill({ json: { ...answer, quality_score: 0.85, confidence: 0.78, provenance } }));
    await analyse(page, file("small.csv", toCsv(feedbackRows(60))));
    assert.match(await page.locator("#result-answer").innerText(), /read by: gpt-5\.4/);
    assert.equal(await page.locator(".quality data").getAttribute("value"), "0.85");
    const words = await page.locator(".quality").innerText();
    assert.match(words, /^Score by a model\s85%\s+The model finds that the data supports most of the answer\.[^]*78% on average[^]*A second reading by a model [^]*the opinion of that model: nobody has measured/);
    assert.deepEqual(await audit(page), []);

    const report = readOffice((await inFile(page, "docx")).content).paragraphs.join("\n");
    const markdown = (await inFile(page, "md")).content.toString();
    for (const text of [report, markdown]) assert.match(text, /Score by a model 85%\.[^\n]*The model finds that[^\n]*nobody has measured/);
    const [summary] = readOffice((await inFile(page, "xlsx")).content);
    const rowOf = (name) => summary.rows.find(([title]) => title === name);
    assert.equal(rowOf("Score by a model")[1], 0.85);
    assert.equal(rowOf("Average score of the parts")[1], 0.78);
    assert.equal(rowOf("Models")[1], "gpt-5.4");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("records that the provider refused are counted, named, opened and written into files", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    const refused = [records[7], records[12], records[40]].map(({ id }) => id);
    await page.route("**/v1/jobs/*/result", (route) => route.fulfill({ json: { ...answer, refused_records: refused } }));
    await analyse(page, file("feedback.csv", toCsv(rows)));
    assert.match(await page.locator(".uncertainty").innerText(), /Records that the provider of the model refused to read, and which the answer leaves out: 3\./);
    assert.deepEqual(await page.locator("#result-refused .refused-ids li").allInnerTexts(), refused);
    assert.deepEqual(await idsBehind(page, page.locator("#result-refused button.count-button")), refused);

    const report = readOffice((await inFile(page, "docx")).content).paragraphs.join("\n");
    const markdown = (await inFile(page, "md")).content.toString();
    for (const content of [report, markdown]) for (const id of refused) assert.ok(content.includes(id), id);
    const { rows: written } = readOffice((await inFile(page, "xlsx")).content).find(({ name }) => name === "Records");
    for (const id of refused) assert.ok(written.find(([first]) => first === id).includes("Refused by the provider"), id);

    await page.setViewportSize({ width: 390, height: 800 });
    assert.deepEqual(await audit(page), []);
    assert.deepEqual(watched, nothing);
    assert.equal(await opened.page.locator("#result-refused").count(), 0);
    await context.close();
});

/** The content of a file that a button makes. */
async function saved(page, button) {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

const inFile = (page, extension) => saved(page, page.locator("#result-answer .exports button").nth(["docx", "xlsx", "csv", "md", "json"].indexOf(extension)));

test("the workbook has all figures of the answer and all records", async () => {
    const { name, content } = await inFile(opened.page, "xlsx");
    assert.equal(name, "feedback analysis.xlsx");
    const sheets = Object.fromEntries(readOffice(content).map((sheet) => [sheet.name, sheet.rows]));
    assert.deepEqual(Object.keys(sheets), ["Summary", "Themes", "Codes", "District", "Comparison", "Records"]);
    assert.deepEqual(sheets.Themes.slice(1).filter(([id]) => !id.includes(".")).map(([id, title, , , count, share]) => [id, title, count, share]),
        answer.themes.map(({ id, title, record_count, share }) => [id, title, record_count, share]));
    assert.deepEqual(sheets.Comparison.slice(1).map(([title, a, , b, , difference]) => [title, a ?? null, b ?? null, difference ?? null]),
        answer.comparison.differences.map(({ title, counts, difference }) => [title, ...counts, difference]));
    const [head, bases, ...lines] = sheets.District;
    const { values } = answer.breakdown[0];
    assert.deepEqual(head.slice(1), values.flatMap(({ value }) => [`${value ?? "other or none"}: Records`, `${value ?? "other or none"}: Share`]));
    assert.deepEqual([bases[0], ...values.map((_, at) => bases[1 + 2 * at] ?? null)], ["Base: all records", ...values.map(({ record_count: base }) => base)]);
    const inValues = (of) => values.flatMap(({ counts }) => { const { count, share } = of(counts); return [count, share]; });
    assert.deepEqual(lines.slice(0, answer.themes.length).map(([title, ...cells]) => [title, ...head.slice(1).map((_, at) => cells[at] ?? null)]),
        answer.themes.map(({ id, title }) => [title, ...inValues((counts) => counts.find((entry) => entry.id === id))]));
    assert.deepEqual(sheets.Records.slice(1).map(([id, , text]) => [id, text]), records.map(({ id, content: text }) => [id, text]));
    const assigned = new Map(answer.themes.flatMap(({ id: theme, record_ids: ids }) => ids.map((id) => [`${id} ${theme}`, true])));
    for (const [id, , , , themesOf] of sheets.Records.slice(1)) for (const theme of (themesOf ?? "").split("; ").filter(Boolean)) assert.ok(assigned.delete(`${id} ${theme}`));
    assert.equal(assigned.size, 0);
});

test("the report has the answer, its themes and charts", async () => {
    const { content } = await inFile(opened.page, "docx");
    const { paragraphs, tables, images } = readOffice(content);
    assert.equal(paragraphs[0], "Which shortages are reported?");
    assert.match(paragraphs[1], /read by: word counter, does not understand text$/);
    assert.match(paragraphs[2], /^Words were counted; nobody checked meaning\./);
    assert.ok(!paragraphs.some((paragraph) => paragraph.includes("local/extractive")));
    assert.equal(images.length, 5); // with the map
    assert.ok(images.every((head) => head === "89504e470d0a1a0a"));
    const [themes] = tables;
    assert.deepEqual(themes.slice(1).map(([title, count]) => [title, Number(count.replace(",", ""))]), answer.themes.slice(0, 8).map(({ title, record_count }) => [title, record_count]));
    for (const { quotes: [{ text }] } of answer.themes.slice(0, 4)) assert.ok(paragraphs.some((paragraph) => paragraph.includes(text)), text);
    const markdown = (await inFile(opened.page, "md")).content.toString().replaceAll("\\", "");
    for (const { quotes } of answer.themes) for (const { text } of quotes) assert.ok(markdown.includes(text.replace(/\s+/g, " ")), text);
});

test("JSON has the answer with its provenance, CSV every record, Markdown every theme", async () => {
    const { page } = opened;
    const json = JSON.parse((await inFile(page, "json")).content);
    assert.deepEqual(json.answer, answer);
    assert.ok(json.answer.provenance.models.length > 0);
    const csv = (await inFile(page, "csv")).content.toString();
    for (const { id } of records) assert.ok(csv.includes(`\r\n${id},`), id);
    const markdown = (await inFile(page, "md")).content.toString();
    for (const { title, record_count: count } of answer.themes) assert.ok(markdown.includes(title) && markdown.includes(count.toLocaleString("en")), title);
});

test("each chart is saved as PNG and SVG", async () => {
    const own = await openAnalysis(browser, server); // a browser limits the downloads of a page
    await analyse(own.page, file("small.csv", toCsv(feedbackRows(120))));
    const buttons = own.page.locator(".part:not(#result-answer) .exports button");
    const names = [];
    for (let at = 0; at < await buttons.count(); ++at) {
        const { name, content } = await saved(own.page, buttons.nth(at));
        names.push(name);
        if (name.endsWith(".png")) assert.equal(content.subarray(0, 8).toString("hex"), "89504e470d0a1a0a", name);
        else assert.match(content.toString(), /^<svg xmlns=[^<]+<title>/, name);
        assert.ok(content.length > 1000, name);
    }
    assert.ok(names.length >= 6 && new Set(names).size === names.length, String(names));
    await own.page.evaluate(() => { HTMLCanvasElement.prototype.toBlob = (done) => done(null); }); // as without memory
    await buttons.first().click();
    await own.page.getByRole("alert").filter({ hasText: "The file could not be made." }).waitFor();
    assert.deepEqual(own.watched, nothing);
    await own.context.close();
});

for (const [name, options] of Object.entries({ light: {}, dark: { colorScheme: "dark" }, phone: { viewport: { width: 390, height: 844 }, hasTouch: true }, wide: { viewport: { width: 1920, height: 1080 } } }))
    test(`the result has no accessibility problem and does not overflow: ${name}`, async () => {
        const { context, page, watched } = await openAnalysis(browser, server, options);
        await page.locator("#sample").click();
        await page.locator("#columns-done").waitFor();
        await askQuestion(page);
        await start(page);
        await finished(page);
        await screenshot(page, `analyze-result-${name}`);
        assert.deepEqual(await audit(page), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await page.locator("#result-themes .bar-cell button").first().click();
        await page.locator(".records-dialog").waitFor();
        assert.deepEqual(await audit(page), []);
        await page.keyboard.press("Escape");
        if (name === "light") {
            await page.locator("#language").selectOption("ar");
            assert.deepEqual(await audit(page), []);
            await screenshot(page, "analyze-result-arabic");
            await page.locator("#language").selectOption("en");
            await page.setViewportSize({ width: 680, height: 962 }); // A4 without margins
            await page.emulateMedia({ media: "print" });
            await screenshot(page, "analyze-result-print");
            assert.equal(await page.locator("#result .exports").first().isVisible(), false);
        }
        assert.deepEqual(watched, nothing);
        await context.close();
    });

const attacks = ["<img src=x onerror=\"globalThis.broken=1\"><script>globalThis.broken=1</script>", "\u202eright to left", "=HYPERLINK(\"http://evil.example\")", "[click](javascript:globalThis.broken=1)",
    `${Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(" ").slice(0, 99_999)}.`];

/** An answer whose every text is hostile. */
function hostileAnswer(ids) {
    const [markup, override, formula, link] = attacks;
    const theme = (id, title) => ({ id, title, definition: link, inclusion: markup, sub_themes: [{ id: `${id}.1`, title: markup, definition: markup, record_count: 2, share: 0.4, record_ids: ids.slice(0, 2) }],
        record_count: 3, share: 0.6, record_ids: ids.slice(0, 3), periods: [{ period: "2026-W01", count: 2 }, { period: "2026-W02", count: 1 }], first_seen: "2026-01-01",
        quotes: [{ record_id: ids[0], text: markup }], changes: [] });
    return {
        ...answer, analysis: attacks.slice(0, 4).join("\n\n") + `\n\n[${ids[0]}](javascript:globalThis.broken=1) [${ids[1]}](https://crm.example.org/1) <${markup}`, uncertainty_explanation: markup,
        quality_score: null, feedback_record_count: ids.length, themes: [theme("T1", markup), theme("T2", override), theme("T3", formula)], unassigned: [{ reason: "no_theme", record_count: 2, record_ids: ids.slice(3) }], unassigned_count: 2,
        coding_trends: { ...answer.coding_trends, changes: [markup, formula, override].map((code) => ({ code, kind: "spike", periods: ["2026-W01", "2026-W01"], counts: [0, 2], totals: [1, 4], shares: [0, 0.5],
            expected: [0.4, 1.6], p_value: 0.001, q_value: 0.01 })) },
        breakdown: [{ key: markup, values: [{ value: markup, record_count: 5, counts: [{ kind: "theme", id: "T1", title: markup, count: 3, share: 0.6 }] }] }],
        comparison: { groups: [{ name: markup, record_count: 5 }, { name: override, record_count: 5 }], differences: [{ kind: "code", id: formula, title: formula, counts: [1, 2], shares: [0.2, 0.4], difference: 0.2, low: -0.3, high: 0.6, p_value: 0.5, significant: false }] },
    };
}

test("hostile records and answers are shown as text and saved without formulas", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    const texts = attacks.map((text, at) => `"${asHtml(text).replaceAll("\"", "\"\"")}",2026-01-0${at + 1},"=1+${at}"`);
    const ids = ["=cmd|1", "<b>id</b>", "\u202eid", "+4", "@5"];
    await page.route("**/v1/jobs/*/result", (route) => route.fulfill({ json: hostileAnswer(ids) }));
    await analyse(page, file("<img>.csv", `Id,Feedback,Date,District\n${texts.map((line, at) => `"${asHtml(ids[at])}",${line}`).join("\n")}\n`));

    const result = page.locator("#result");
    const shown = await result.innerText();
    assert.ok(shown.includes(attacks[0]) && shown.includes(attacks[2]));
    await result.locator(".bar-cell button").first().click();
    const dialog = page.locator(".records-dialog");
    assert.deepEqual(await dialog.locator(".record h3").allInnerTexts(), ids.slice(0, 3));
    assert.ok((await dialog.innerText()).includes(attacks[0]));
    await page.keyboard.press("Escape");
    await page.locator("#result-unassigned tbody button").click();
    await page.getByRole("button", { name: /Show the whole text/ }).click();
    assert.equal(await page.locator(".records-dialog .content").nth(1).evaluate((content) => content.textContent.length), 100_000);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => globalThis.broken), undefined);
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("#result a")].map(({ href }) => new URL(href).protocol).filter((protocol) => !/^https?:$/.test(protocol))), []);
    assert.equal(await page.locator("#result :is(img, script, iframe, b)").count(), 0);
    assert.equal(await page.locator("#result [style]").count(), 0);

    const csv = (await inFile(page, "csv")).content.toString();
    for (const line of ["'=cmd|1", "'+4", "'@5"].slice(0, 1)) assert.ok(csv.includes(line));
    assert.doesNotMatch(csv, /(^|[\r\n,]"?)[=@]/);
    const cells = readOffice((await inFile(page, "xlsx")).content).flatMap((sheet) => sheet.rows.flat());
    assert.ok(cells.includes("=cmd|1") && cells.every((cell) => cell?.formula === undefined));
    assert.ok(readOffice((await inFile(page, "docx")).content).paragraphs.some((paragraph) => paragraph.includes("<img src=x")));
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("codes are decided on by the keyboard, agreement is that of the server, and the corrected file holds them", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await page.locator("#sample").click();
    await page.locator("#columns-done").waitFor();
    await askQuestion(page);
    await start(page);
    await finished(page);
    await page.getByRole("button", { name: "Estimate the cost" }).click();
    await page.getByRole("button", { name: "Suggest codes" }).click();
    await page.getByRole("button", { name: "Show all suggestions, without measuring" }).click();
    const lines = page.locator(".codes-table tbody tr");
    await lines.first().waitFor();
    assert.equal(await lines.count(), 50);

    await page.waitForFunction(() => document.activeElement.tagName === "TR");
    const suggested = await lines.first().locator("td").first().locator("bdi").innerText();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Delete");
    await page.keyboard.press("F2");
    await page.locator(".editor input").fill("Shelter > Repairs > Leaking roof");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.rowIndex), 3);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Control+z");
    const statuses = await lines.evaluateAll((found) => found.slice(0, 4).map((row) => row.dataset.status));
    assert.deepEqual(statuses, ["confirmed", "removed", "changed", "open"]);
    assert.deepEqual(await audit(page), []);

    await page.getByRole("button", { name: "Take the codes of the file" }).click();
    const [request] = await Promise.all([page.waitForRequest("**/v1/coding-agreement"), page.getByRole("button", { name: "Measure agreement" }).click()]);
    await page.locator(".agreement .tiles").waitFor();
    const expected = await fromServer(server, "/v1/coding-agreement", { body: JSON.parse(request.postData()) });
    const tiles = await page.locator(".agreement .tiles data").evaluateAll((found) => found.map(({ value }) => Number(value)));
    const { overall, record_count: count } = expected.blind;
    assert.deepEqual(tiles, [count, overall.exact_match, overall.kappa.value, overall.alpha.value, overall.micro.precision, overall.micro.recall]);
    await screenshot(page, "analyze-codes");

    await page.locator("#language").selectOption("nl"); // decisions outlive it
    assert.deepEqual(await lines.evaluateAll((found) => found.slice(0, 3).map((row) => row.dataset.status)), ["confirmed", "removed", "changed"]);
    await page.locator("#language").selectOption("en");
    const { content } = await saved(page, { click: async () => {
        await page.getByRole("button", { name: "Save as Excel" }).click();
        await page.getByRole("button", { name: "With them" }).click(); // the sample has names of places
    } });
    const [{ rows: written }] = readOffice(content);
    assert.equal(written.length, 1 + 60);
    const codes = written[0].indexOf("Your codes");
    assert.deepEqual(written.slice(1, 4).map((row) => row[codes] ?? null), [suggested, null, written[3][codes]]);
    assert.match(written[3][codes], /Shelter > Repairs > Leaking roof/);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a framework that is opened in place of feedback is offered for the codes", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await page.locator("#file").setInputFiles(file("codebook.json", '{"types": [{"name": "Water", "categories": [{"name": "Well"}]}, {"name": "Health"}]}'));
    await page.locator("#file-problem", { hasText: "codebook.json is a coding framework, not feedback. It is offered for the codes of the result." }).waitFor();
    await analyse(page, file("plain.csv", "Id,Feedback\n1,There is no water at the well.\n2,The clinic has no insulin today.\n"));
    const codes = page.locator("#result-codes");
    assert.ok(await codes.getByLabel("the framework codebook.json").isChecked());
    const [sent] = await Promise.all([page.waitForRequest("**/v1/assign-codes-bulk"), codes.getByRole("button", { name: "Estimate the cost" }).click()]);
    assert.deepEqual(JSON.parse(sent.postData()).coding_levels, { root_codes: [{ id: "type-0", name: "Water", children: [{ id: "category-0-0", name: "Well" }] }, { id: "type-1", name: "Health" }] });
    await codes.getByRole("button", { name: "Suggest codes" }).waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a framework that the server refuses is explained, and cancelled suggestions end their job", async () => {
    const { context, page, watched } = await openAnalysis(browser, server, { expected: (text) => text.includes("status of 422") });
    await analyse(page, file("plain.csv", "Id,Feedback\n1,There is no water at the well.\n2,The clinic has no insulin today.\n"));
    const codes = page.locator("#result-codes");
    await codes.getByRole("button", { name: "Estimate the cost" }).click();
    await codes.getByRole("alert").filter({ hasText: "coding_levels: Field required" }).waitFor();
    await page.locator("#codes-file").setInputFiles(file("broken.json", "{"));
    await codes.getByRole("button", { name: "Estimate the cost" }).click();
    await codes.getByRole("alert").filter({ hasText: "broken.json, line 1, column 2: the JSON ends before it is complete." }).waitFor();
    await page.locator("#codes-file").setInputFiles(file("codes.csv", "Type;Category;Code\n;Well;x\n"));
    await codes.getByRole("button", { name: "Estimate the cost" }).click();
    await codes.getByRole("alert").filter({ hasText: "codes.csv, row 2: the code has no type." }).waitFor();

    const framework = { root_codes: [{ id: "1", name: "Water" }, { id: "2", name: "<b>Health</b>" }] };
    await page.locator("#codes-file").setInputFiles(file("framework.json", JSON.stringify({ coding_levels: framework })));
    await codes.getByRole("button", { name: "Estimate the cost" }).click();
    let hang;
    await page.route("**/v1/jobs/*/events", () => new Promise((resolve) => (hang = resolve)));
    const events = page.waitForRequest("**/v1/jobs/*/events");
    const [sent] = await Promise.all([page.waitForRequest("**/v1/assign-codes-bulk"), codes.getByRole("button", { name: "Suggest codes" }).click()]);
    assert.deepEqual(JSON.parse(sent.postData()).coding_levels, framework);
    const job = new URL((await events).url()).pathname.replace("/events", "");
    await page.locator("#language").selectOption("nl"); // the running job stays, with its button
    await page.locator("#language").selectOption("en");
    const [cancelled] = await Promise.all([page.waitForRequest("**/v1/jobs/*/cancel"), codes.getByRole("button", { name: "Cancel" }).click()]);
    assert.equal(new URL(cancelled.url()).pathname, `${job}/cancel`);
    await codes.getByRole("button", { name: "Suggest codes" }).waitFor();
    hang();
    assert.deepEqual(watched, nothing);
    await context.close();
});

/** Records of 12 months: reports of a rumour begin in August, those of queues peak in May, and those of the pump stay. */
function changingRows() {
    const months = Array.from({ length: 12 }, (_, at) => at + 1);
    const rows = months.flatMap((month) => [
        ...Array.from({ length: 10 + month }, (_, at) => ["The hand pump is broken again", "Water", at]),
        ...Array.from({ length: month >= 8 ? 12 : 0 }, (_, at) => ["A rumour says the vaccine is poisoned", "Rumours", at]),
        ...Array.from({ length: month === 5 ? 14 : 1 }, (_, at) => ["The queue at the clinic takes hours", "=Queues", at]),
    ].map(([text, code, at]) => [`${text} in house ${month}-${at}.`, `2026-${String(month).padStart(2, "0")}-${String(at + 1).padStart(2, "0")}`, code]));
    return rows.map(([text, date, code], at) => [`R-${at + 1}`, date, text, code]);
}

test("changes of themes and codes have the kind, counts and base of the server, open their records, and are in each file", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    const all = changingRows();
    await chooseFile(page, file("changes.csv", `Case ID,Date,Feedback,Category\n${all.map((cells) => cells.join(",")).join("\n")}\n`));
    await askQuestion(page, "Which of them grow?");
    await start(page);
    await finished(page);
    const own = await fromServer(server, `/v1/jobs/${jobOf(page)}/result`);
    const codes = own.coding_trends.changes;
    assert.deepEqual(codes.map(({ code, kind }) => `${code} ${kind}`).filter((text) => !text.startsWith("Water")), ["=Queues spike", "Rumours new"]);

    const changes = [...own.themes.flatMap(({ title, changes: list }) => list.map((change) => ({ title, ...change }))), ...codes.map(({ code, ...change }) => ({ title: code, ...change }))]
        .sort((left, right) => left.q_value - right.q_value);
    assert.ok(changes.length > codes.length);
    assert.deepEqual(await valuesOf(page, "result-changes"), changes.map(({ title, counts }) => [title, ...counts]));
    const names = { new: "new", rise: "rising", fall: "falling", step_up: "jumped", step_down: "dropped", spike: "peak", vanished: "gone" };
    assert.deepEqual(await page.locator("#result-changes .badge").allInnerTexts(), changes.map(({ kind }) => names[kind]));
    const at = changes.findIndex(({ title }) => title === "Rumours");
    const cells = page.locator("#result-changes tbody tr").nth(at).locator("td");
    const { periods: [first, last], counts, totals } = changes[at];
    assert.equal(await cells.nth(1).innerText(), `${first} to ${last}`);
    assert.equal(await cells.nth(2).innerText(), `0 of ${totals[0]} (0%)`);
    assert.match(await cells.nth(3).innerText(), new RegExp(`^${counts[1]} of ${totals[1]} \\(\\d+%\\)$`));
    assert.deepEqual(await idsBehind(page, cells.nth(3).locator("button")), all.filter(([, , , code]) => code === "Rumours").map(([id]) => id));
    const [spike] = codes.filter(({ kind }) => kind === "spike");
    const other = page.locator("#result-changes tbody tr").nth(changes.findIndex(({ title }) => title === "=Queues")).locator("td").nth(2).locator("button");
    assert.equal((await idsBehind(page, other)).length, spike.counts[0]);

    // The answer of the built-in model has them as well.
    assert.match(await page.locator(".prose").innerText(), /Codes that change over time[^]*Rumours \(0 of \d+, 0% → /);

    const workbook = readOffice((await inFile(page, "xlsx")).content);
    const sheet = workbook.find(({ name }) => name === "Changes over time");
    assert.deepEqual(sheet.rows.slice(1).map(([, title, , , ...numbers]) => [title, ...numbers]), changes.map(({ title, counts: [a, b], totals: [c, d], shares: [e, f], expected: [g, h], p_value, q_value }) =>
        [title, a, c, e, g, b, d, f, h, p_value, q_value]));
    assert.ok(readOffice((await inFile(page, "docx")).content).paragraphs.some((paragraph) => paragraph.startsWith(`${counts[1]} of ${totals[1]} (`)));
    const markdown = (await inFile(page, "md")).content.toString();
    assert.ok(markdown.includes("## Changes over time") && markdown.includes(`| Rumours | new | ${first} to ${last} | 0 of ${totals[0]} (0%) | ${counts[1]} of ${totals[1]} (`), markdown);
    for (const [language, word] of Object.entries({ nl: "nieuw", fr: "nouveau", es: "nuevo", ru: "новое", uk: "нове", ar: "جديد" })) {
        await page.locator("#language").selectOption(language);
        assert.equal(await page.locator("#result-changes tbody tr").nth(at).locator(".badge").innerText(), word);
        assert.doesNotMatch(await page.locator("#result-changes").innerText(), /\{|result\./);
        if (language === "ar") await screenshot(page, "analyze-changes-arabic");
    }
    await page.locator("#language").selectOption("en");
    await screenshot(page, "analyze-changes");
    assert.deepEqual(await audit(page), []);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("themes far from the question stand apart, in each language", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    const contents = ["The hand pump is broken and people walk far", "Our school has no teacher this year", "The hand pump leaks again"];
    const lines = Array.from({ length: 24 }, (_, at) => `R-${at + 1},${contents[at % 3]}.`);
    await chooseFile(page, file("apart.csv", `Case ID,Feedback\n${lines.join("\n")}\n`));
    await askQuestion(page, "What do people say about the school?");
    await start(page);
    await finished(page);
    const { themes } = await fromServer(server, `/v1/jobs/${jobOf(page)}/result`);
    const far = themes.filter(({ far_from_question: isFar }) => isFar);
    assert.ok(far.length > 0 && far.length < themes.length);
    const lists = page.locator("#result-themes .theme-list");
    const titles = (list) => list.locator("h3").allInnerTexts();
    assert.deepEqual(await titles(lists.first()), themes.slice(0, -far.length).map(({ title }) => title));
    assert.deepEqual(await titles(lists.last()), far.map(({ title }) => title));
    for (const [language, word] of Object.entries({ fr: "Loin de la question", es: "Lejanos de la pregunta", ar: "بعيدة عن السؤال", ru: "Далёкие от вопроса", nl: "Ver van de vraag", uk: "Далекі від запитання", en: "Far from the question" })) {
        await page.locator("#language").selectOption(language);
        assert.equal(await page.locator("#result-themes .themes-apart").last().innerText(), word);
    }
    await screenshot(page, "analyze-themes-apart");
    assert.deepEqual(await audit(page), []);
    assert.deepEqual(watched, nothing);
    await context.close();
});
