// /analyze with groups of records in a browser: shares with their base, comparisons of values, filters.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { askQuestion, chooseFile, file, finished, fromServer, jobOf, lastBody, openAnalysis, start } from "./support/analysis.mjs";
import { audit, screenshot, startBrowser } from "./support/browser.mjs";
import { nothing } from "./support/dashboard.mjs";
import { asHtml, expectedRecords, feedbackRows, toCsv } from "./support/feedback.mjs";
import { readOffice } from "./support/office.mjs";
import { startServer } from "./support/server.mjs";

let server;
let browser;

const rows = feedbackRows(600);
const records = expectedRecords(rows);
const feedback = file("feedback.csv", toCsv(rows));

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

/** From a chosen file to the step of the question. */
async function toQuestion(page, chosen = feedback) {
    await chooseFile(page, chosen);
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill("Which shortages are reported?");
}

async function toAnswer(page) {
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await start(page);
    await finished(page);
    return fromServer(server, `/v1/jobs/${jobOf(page)}/result`);
}

async function saved(page, button) {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return readFile(await download.path());
}

const inFile = (page, extension) => saved(page, page.locator("#result-answer .exports button").nth(["docx", "xlsx", "csv", "md", "json"].indexOf(extension)));
const percent = (share) => new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0 }).format(share);
const cellsOf = (page) => page.locator("#result-heat tbody tr").evaluateAll((lines) => lines.map((line) => [...line.querySelectorAll("td")].map(({ textContent }) => textContent)));

test("the heat map shows shares of different bases, and counts and bases on request", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await toQuestion(page);
    const answer = await toAnswer(page);
    const measure = page.locator("#result-measure");

    const periods = await page.locator("#result-heat thead th bdi").allInnerTexts();
    const weekOf = (date) => { // ISO 8601
        const time = new Date(`${date}T00:00:00Z`);
        const thursday = new Date(time.getTime() + (3 - ((time.getUTCDay() + 6) % 7)) * 86_400_000);
        return `${thursday.getUTCFullYear()}-W${String(Math.floor((thursday - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 604_800_000) + 1).padStart(2, "0")}`;
    };
    const bases = periods.map((period) => records.filter(({ metadata: { created } }) => created && weekOf(created) === period).length);
    assert.equal(await measure.inputValue(), "share");
    assert.deepEqual(await page.locator("#result-heat thead .base").allInnerTexts(), bases.map((base) => `(${base})`));
    const counted = answer.themes.map(({ periods: own }) => periods.map((period) => own.find((entry) => entry.period === period)?.count ?? 0));
    assert.deepEqual(await cellsOf(page), counted.map((counts) => counts.map((count, at) => percent(count / bases[at]))));

    await page.locator("#result-columns").selectOption("District");
    assert.equal(await measure.inputValue(), "share");
    const [{ values }] = answer.breakdown;
    assert.deepEqual(await page.locator("#result-heat thead .base").allInnerTexts(), values.map(({ record_count: base }) => `(${base})`));
    const entries = answer.themes.map(({ id }) => values.map(({ record_count: base, counts }) => ({ base, ...counts.find((entry) => entry.id === id) })));
    const words = (of) => entries.map((line) => line.map((entry) => (entry.count === null ? "*" : of(entry))));
    assert.deepEqual(await cellsOf(page), words(({ share }) => percent(share)));

    await measure.focus(); // by the keyboard: records, base and share
    await page.keyboard.press("ArrowDown");
    assert.deepEqual(await cellsOf(page), words(({ count, base, share }) => `${count} of ${base} (${percent(share)})`));
    assert.equal(await page.evaluate(() => document.activeElement.id), "result-measure");
    assert.deepEqual(await audit(page), []);
    const tables = readOffice(await inFile(page, "docx")).tables;
    const written = tables.find(([head]) => head[1] === `${values[0].value ?? "other or none"} (${values[0].record_count})`);
    assert.deepEqual(written.slice(1).map((line) => line.slice(1)), words(({ count, base, share }) => `${count} of ${base} (${percent(share)})`));
    await measure.selectOption("count");
    assert.deepEqual(await cellsOf(page), words(({ count }) => String(count)));
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("two values of a column are compared, on the page and in its files", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await toQuestion(page);
    const compare = page.locator("#compare");
    assert.deepEqual(await compare.locator("option").allInnerTexts(), ["nothing", "two periods", "two values of District"]);
    await compare.selectOption("key:District");
    assert.equal(await page.locator("#from1").count(), 0);
    const counts = ["North", "South"].map((name) => records.filter(({ metadata }) => metadata.District === name).length);
    assert.ok((await page.locator("#compare-first option").allInnerTexts()).includes(`North (${counts[0]})`));
    await page.locator("#compare-first").selectOption("South");
    await page.locator("#compare-second").selectOption("South");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#question-problem", { hasText: "Choose two different values to compare." }).waitFor();
    await page.locator("#compare-second").selectOption("North");
    await screenshot(page, "analyze-compare-values");
    const answer = await toAnswer(page);
    assert.deepEqual((await lastBody(page)).compare, { key: "District", values: ["South", "North"] });
    assert.deepEqual(answer.comparison.groups.map(({ name }) => name), ["South", "North"]);

    const section = page.locator("#result-comparison");
    assert.equal(await section.locator("h2").innerText(), "Comparison: District");
    const heads = answer.comparison.groups.map(({ name, record_count: base }) => `${name} (${base ?? "*"})`);
    assert.deepEqual((await section.locator("thead th").allInnerTexts()).slice(1, 3), heads);
    const compared = answer.comparison.differences.filter(({ difference }) => difference !== null);
    const at = compared.findIndex(({ counts: own }) => own[1] > 0);
    const first = compared[at];
    await section.locator("tbody tr").nth(at).locator("td").nth(1).locator("button").click();
    assert.match(await page.locator(".records-dialog .hint").first().innerText(), new RegExp(`^${first.counts[1]} records?$`));
    await page.keyboard.press("Escape");

    const shown = `${first.counts[0]} (${percent(first.shares[0])})`;
    const { tables } = readOffice(await inFile(page, "docx"));
    const table = tables.find(([head]) => head[1] === heads[0]);
    assert.deepEqual(table[1 + at].slice(0, 2), [first.title, shown]);
    assert.ok((await inFile(page, "md")).toString().includes(`| ${shown} |`));
    const sheet = readOffice(await inFile(page, "xlsx")).find(({ name }) => name === "Comparison");
    assert.equal(sheet.rows[0][1], `${heads[0]}: Records`);
    assert.deepEqual(watched, nothing);
    await context.close();
});

/** The text of a filter in `words` and in every file of the page. */
async function assertPrinted(page, words) {
    const { paragraphs } = readOffice(await inFile(page, "docx"));
    assert.ok(paragraphs.includes(words));
    assert.ok((await inFile(page, "md")).toString().replaceAll("\\", "").includes(words));
    const sheets = Object.fromEntries(readOffice(await inFile(page, "xlsx")).map(({ name, rows: lines }) => [name, lines]));
    assert.equal(sheets.Summary.find(([title]) => title === "Filter")[1], words);
    assert.equal(sheets.Records[0].at(-1), "Filter");
    assert.ok(sheets.Records.slice(1).every((line) => line.at(-1) === words));
    const lines = (await inFile(page, "csv")).toString().split("\r\n").filter(Boolean);
    assert.match(lines[0], /,Filter$/);
    assert.ok(lines.at(-1).includes(words));
}

test("filters choose the records that are sent, and are printed with every file", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await toQuestion(page);
    await page.locator("#filters summary").focus();
    await page.keyboard.press("Enter"); // by the keyboard
    await page.locator("#filter-key-0").selectOption("District");
    await page.locator("#filter-value-0").selectOption("North");
    await page.locator("#filter-key-1").selectOption("District");
    await page.locator("#filter-value-1").selectOption("South");
    assert.equal(await page.locator("#filter-rows > *").count(), 3);
    await page.locator("#filter-from").fill("2026-02-01");
    await page.locator("#filter-to").fill("2026-03-31");
    const expected = records.filter(({ metadata: { District, created } }) => ["North", "South"].includes(District) && created >= "2026-02-01" && created <= "2026-03-31");
    assert.ok(expected.length > 50 && expected.length < records.length / 2);
    await page.locator("#filter-status", { hasText: `${expected.length} records of ${records.length} are analysed.` }).waitFor();
    assert.deepEqual(await Promise.all(["from1", "to2"].map((id) => page.locator(`#${id}`).inputValue())), [expected, expected].map((all, at) => all.map(({ metadata: { created } }) => created).sort().at(-at)));
    assert.deepEqual(await audit(page), []);
    await screenshot(page, "analyze-filters");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    const { dry_run: isEstimate, ...estimated } = await lastBody(page);
    assert.ok(isEstimate);
    assert.deepEqual(estimated.feedback_records, expected);
    assert.equal(await page.locator("#cost .tiles data").first().getAttribute("value"), String(expected.length));
    assert.match(await page.locator("#cost .tiles dd").first().innerText(), new RegExp(`${expected.length} records of ${records.length} are analysed\\.`));
    await start(page);
    await finished(page);
    const sent = await lastBody(page);
    assert.deepEqual(sent, estimated);
    const answer = await fromServer(server, `/v1/jobs/${jobOf(page)}/result`);
    assert.equal(answer.feedback_record_count, expected.length);

    const words = `Only records with: District = North, South; date from 2026-02-01 to 2026-03-31 · ${expected.length} of ${records.length} records`;
    assert.equal(await page.locator(".filter-words").innerText(), words);
    assert.doesNotMatch(await page.locator(".side").innerText(), /not counted|not analysed/);
    await assertPrinted(page, words);
    const json = JSON.parse(await inFile(page, "json"));
    assert.deepEqual(json.filters, { values: [{ key: "District", value: "North" }, { key: "District", value: "South" }], from: "2026-02-01", to: "2026-03-31", ids: null, of: records.length });
    const svg = (await saved(page, page.getByRole("button", { name: "Bars: SVG" }))).toString();
    assert.ok(svg.includes("Only records with: District = North, South;"));
    assert.deepEqual(watched, nothing);

    await page.reload(); // the filter was in the memory of the tab
    await finished(page);
    assert.equal(await page.locator(".filter-words").count(), 0);
    await page.locator("#reopen").click();
    await chooseFile(page, feedback);
    await page.locator("#columns-done").click();
    await page.locator("#records-missing").waitFor({ state: "hidden" });
    assert.match(await page.locator(".side").innerText(), new RegExp(`Records of this file that were not analysed: ${records.length - expected.length}\\.`));
    assert.deepEqual(await page.locator("#result-measure option").allInnerTexts(), ["records"]); // no base for periods of other records
    await context.close();
});

test("a filter that no record passes is refused, and one of a column that is gone no longer applies", async () => {
    const evil = "<img src=x onerror=\"globalThis.broken=1\">";
    const quoted = `"${asHtml(evil).replaceAll("\"", "\"\"")}"`;
    const lines = Array.from({ length: 24 }, (_, at) => `${at},2026-03-0${1 + at % 9},The pump at the well is broken again,${at % 2 ? quoted : "North"}`);
    const { context, page, watched } = await openAnalysis(browser, server);
    await toQuestion(page, file("places.csv", `id,date,text,region\n${lines.join("\n")}\n`));
    await page.locator("#filters summary").click();
    await page.locator("#filter-key-0").selectOption("region");
    await page.locator("#filter-value-0").selectOption(evil);
    await page.locator("#filter-from").fill("2030-01-01");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#question-problem", { hasText: "No record passes the filter." }).waitFor();
    await page.locator("#filter-from").fill("");
    const answer = await toAnswer(page);
    assert.equal(answer.feedback_record_count, 12);
    assert.match(await page.locator(".filter-words").innerText(), /region = <img src=x/);
    assert.equal(await page.evaluate(() => globalThis.broken), undefined);

    await page.locator("#step-columns .change").click();
    await page.getByLabel("Column region holds").selectOption("none");
    await page.locator("#language").selectOption("fr"); // shows all steps again while no filter is known to apply
    await page.locator("#language").selectOption("en");
    await page.locator("#columns-done").click();
    await page.locator("#filter-status", { hasText: "24 records of 24 are analysed." }).waitFor({ state: "attached" });
    assert.equal((await toAnswer(page)).feedback_record_count, 24);
    assert.equal(await page.locator(".filter-words").count(), 0);
    assert.deepEqual(watched, nothing);
    await context.close();
});
