// /analyze in a browser: from a file to the answer of the server.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { askQuestion, chooseFile, file, finished, fromServer, jobOf, lastBody, openAnalysis, problemsOf, rolesOf, signIn, start } from "./support/analysis.mjs";
import { audit, onlyKey, openPage, screenshot, startBrowser, stored } from "./support/browser.mjs";
import { nothing } from "./support/dashboard.mjs";
import { expectedRecords, feedbackRows, toCsv } from "./support/feedback.mjs";
import { readOffice } from "./support/office.mjs";
import { key, startServer } from "./support/server.mjs";
import { toWorkbook, workbookParts } from "./support/workbook.mjs";

let server;
let browser;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

const rows = feedbackRows(5000);
const files = { csv: file("feedback.csv", toCsv(rows)), xlsx: file("feedback.xlsx", toWorkbook(workbookParts(rows))) };
const roles = { "Case ID": "id", Received: "date", Feedback: "text", Category: "codes", District: "group", Phone: "none" };
const small = file("small.csv", toCsv(feedbackRows(60)));

/** The exact values that the step of the cost shows, by title. */
async function costValues(page) {
    return Object.fromEntries(await page.locator("#cost .tiles > div").evaluateAll((tiles) => tiles.map((tile) =>
        [tile.querySelector("dt").textContent, tile.querySelector("data")?.value])));
}

for (const [kind, chosen] of Object.entries(files))
    test(`5,000 rows of a ${kind} file become the records and the answer of the server`, async () => {
        const { context, page, watched } = await openAnalysis(browser, server);
        await chooseFile(page, chosen);
        assert.deepEqual(await rolesOf(page), roles);
        assert.deepEqual(await problemsOf(page), [
            "100 rows without text are left out", "125 records have no date; they are missing from counts over time", "84 dates cannot be read and are left out"]);
        assert.equal(await page.locator("#columns-status").innerText(), "4,900 records with text, 4,691 with a date");
        if (kind === "csv") await screenshot(page, "analyze-columns");

        await askQuestion(page);
        const { dry_run: isEstimate, feedback_records: records, ...request } = await lastBody(page);
        assert.equal(isEstimate, true);
        assert.deepEqual(records, expectedRecords(rows));
        const { expected } = await fromServer(server, "/v1/analyze-bulk", { body: { ...request, feedback_records: records, dry_run: true } });
        const { Records: count, "Expected cost": cost, "Model calls": calls, Tokens: tokens } = await costValues(page);
        assert.deepEqual([count, cost, calls, tokens].map(Number), [records.length, expected.cost_usd, expected.calls, expected.input_tokens + expected.output_tokens]);

        await start(page);
        await finished(page);
        const [job, answer] = await Promise.all([fromServer(server, `/v1/jobs/${jobOf(page)}`), fromServer(server, `/v1/jobs/${jobOf(page)}/result`)]);
        assert.deepEqual(await lastBody(page), { ...request, feedback_records: records });
        assert.match(await page.locator("#step-job .summary").innerText(), new RegExp(`${job.calls.toLocaleString("en")} model calls · \\$0\\.00$`));
        assert.equal(answer.feedback_record_count, records.length);
        const shown = await page.locator("#result").innerText();
        for (const { title, record_count: inTheme } of answer.themes) assert.ok(shown.includes(title) && shown.includes(inTheme.toLocaleString("en")), title);
        
        const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Report as Word document" }).click()]);
        const { paragraphs, tables: [themes], images } = readOffice(await readFile(await saved.path()));
        const shownThemes = answer.themes.slice(0, 8); // in at most 6 pages
        assert.deepEqual(themes.slice(1).map(([title, inTheme]) => [title, Number(inTheme.replaceAll(",", ""))]), shownThemes.map(({ title, record_count: inTheme }) => [title, inTheme]));
        for (const { quotes: [{ text }] } of shownThemes.slice(0, 4)) assert.ok(paragraphs.some((paragraph) => paragraph.includes(text)), text);
        assert.ok(images.length > 0);
        assert.deepEqual(await stored(page), onlyKey);
        assert.deepEqual(watched, nothing);
        await context.close();
    });

test("the sample leads to an answer, and its address finds it again", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await screenshot(page, "analyze-file");
    await page.locator("#sample").click();
    await page.locator("#columns-done").click();
    await page.locator(".preset").nth(2).click();
    await screenshot(page, "analyze-question");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await screenshot(page, "analyze-cost");
    await start(page);
    await finished(page);
    await page.locator("#result:focus").waitFor();
    await screenshot(page, "analyze-result");

    await page.locator("#result-themes tbody a").first().click();
    assert.match(await page.evaluate(() => document.activeElement.id), /^theme-/);
    const posts = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.reload(); // the address is still that of the job
    await finished(page);
    await page.locator("#reopen").click();
    await page.locator("#sample").click();
    await page.locator("#columns-done").click();
    await finished(page);
    await page.locator("#records-missing").waitFor({ state: "hidden" });
    assert.match(await page.locator("#step-job .summary").innerText(), /4 model calls/);
    assert.deepEqual(posts, []);

    const id = jobOf(page);
    await page.locator("#job-erase").click();
    await page.locator("#job-link").waitFor({ state: "hidden" });
    assert.equal((await fromServer(server, `/v1/jobs/${id}`)).error.code, "not_found");
    assert.ok(await page.locator("#result").isVisible());

    await page.locator("#step-cost .change").click(); // this tab never asked the question
    assert.equal(await page.evaluate(() => document.activeElement.id), "title-question");
    assert.ok(await page.locator("#prompt").isVisible());
    assert.equal(await page.locator("#result").isVisible(), false);
    assert.deepEqual(watched, nothing);
    await context.close();
});

const distributions = (change) => toCsv(Array.from({ length: 80 }, (_, at) => ({ cells: [
    `C-${at + 1}`, at < 40 ? "2026-02-05" : "2026-03-05",
    change && at > 55 ? "Insulin is missing at the clinic." : at % 2 ? "The guard demanded a bribe at the gate." : "The water pump is dry.",
    at % 2 ? "Protection" : "Water", "North", "",
] })));

/** The analysis of a file with the preset that begins with `question`. */
async function answerOf(content, question) {
    const { context, page, watched } = await openAnalysis(browser, server);
    await chooseFile(page, file("distributions.csv", content));
    await page.locator("#columns-done").click();
    await page.locator(".preset", { hasText: question }).click();
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await start(page);
    await finished(page);
    const { analysis, quality_score: score } = await fromServer(server, `/v1/jobs/${jobOf(page)}/result`);
    const shown = await page.locator("#result").innerText();
    assert.equal(score, null);
    assert.doesNotMatch(shown, /Quality \d/);
    assert.deepEqual(watched, nothing);
    await context.close();
    return { analysis, shown };
}

test("the preset on changes is answered by the changes, or by the sentence that there are none", async () => {
    const changed = await answerOf(distributions(true), "What has changed");
    assert.match(changed.analysis, /^(## Overview\n\n)?- Themes that change over time/);
    assert.match(changed.shown, /new[^\n]*nsulin|nsulin[^\n]*new/i);

    const steady = await answerOf(distributions(false), "What has changed");
    assert.match(steady.analysis, /^(## Overview\n\n)?- \*\*No theme (and no code )?grows or declines/);
    assert.match(steady.shown, /No theme (and no code )?grows or declines/);
});

test("the preset on the conduct of staff finds records that report bribes", async () => {
    const { analysis, shown } = await answerOf(distributions(false), "conduct of staff");
    assert.doesNotMatch(analysis, /No record holds a word of the question/);
    assert.match(shown, /bribe/);
});

test("an address of another analysis replaces the one that is shown, with its records", async () => {
    const { context, page, watched } = await openAnalysis(browser, server, { expected: (text) => text.includes("status of 404") });
    await page.locator("#sample").click();
    await askQuestion(page);
    await start(page);
    await finished(page);
    const first = jobOf(page);
    await page.locator("#step-file .change").click();
    await chooseFile(page, small);
    await askQuestion(page);
    await start(page);
    await finished(page);

    await page.evaluate((id) => { location.hash = `#job=${id}`; }, first);
    await page.locator("#records-missing").waitFor();
    await finished(page);
    assert.equal((await fromServer(server, `/v1/jobs/${first}`)).status, "succeeded");
    assert.equal(await page.getByText("small.csv", { exact: true }).count(), 0);
    await page.locator("#step-columns .change").click();
    assert.ok(await page.locator("#columns-done").isVisible());

    await page.evaluate(() => { location.hash = `#job=${"0".repeat(32)}`; });
    await page.locator("#job-problem", { hasText: "The server does not know this analysis." }).waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a choice of columns is kept for the next file with the same columns, until the person forgets it", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    const read = (name, rows) => chooseFile(page, file(name, `Good;Bad;When\n${rows}`));
    const rows = "the food;the queue is long;13/04/2026\nthe staff;the road is bad;02/04/2026\n";
    await read("march.csv", rows);
    assert.equal(await page.locator("#forget-choices").count(), 0, "a guess is not kept");
    assert.ok(await page.getByText("Dates have the day first: 1 of 2 can only be read so.").isVisible());
    await page.getByLabel("Column Good holds").selectOption("text");
    await page.getByLabel("Column Bad holds").selectOption("text");
    await page.getByLabel("Each text is a record of its own").check();
    await page.locator("#columns-status", { hasText: "4 records with text" }).waitFor();
    assert.deepEqual(await page.locator(".preview tbody .cell-id").allInnerTexts(), ["R2.1", "R2.2", "R3.1", "R3.2"]);
    assert.ok(await page.getByText("It keeps names of columns only, no cells.").isVisible());
    await page.locator("#columns-done").click();
    await page.locator("#prompt").waitFor();

    const kept = await page.evaluate(() => ({ ...localStorage }));
    assert.deepEqual(Object.keys(kept), ["analyze.columns"]);
    assert.ok(!/food|queue|2026/.test(kept["analyze.columns"]), "no cell is kept");
    await page.locator("#step-file .change").click();
    await read("april.csv", rows.replaceAll("the", "this"));
    await page.locator("#columns-status", { hasText: "4 records with text" }).waitFor();
    assert.ok(await page.getByText("The columns are chosen as for an earlier file with the same columns.").isVisible());
    await page.locator("#forget-choices").click();
    await page.locator("#columns-status", { hasText: "2 records with text" }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("rows that may lose text are read only after the person confirms them", async () => {
    const { context, page } = await openAnalysis(browser, server);
    await chooseFile(page, file("commas.csv", "id,comment\nF-1,No water since Monday, and no soap\nF-2,The queue is very long today\n"));
    await page.locator("#columns-done").click();
    await page.locator("#columns-problem", { hasText: "confirm above" }).waitFor();
    await page.getByLabel("Read these rows as they are").check();
    await page.locator("#columns-done").click();
    await page.locator("#prompt").waitFor();
    await context.close();
});

test("columns are matched by hand, and pasted text needs none", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await page.locator("#pasted").fill("First text\nSecond text, with a comma\n\n\n");
    await page.locator("#paste-form button").click();
    await page.locator("#columns-done").waitFor();
    assert.deepEqual(await rolesOf(page), { "#1": "text" });
    assert.equal(await page.locator("#columns-status").innerText(), "2 records with text, 0 with a date");
    assert.deepEqual(await page.locator(".preview tbody .cell-id").allInnerTexts(), ["R1", "R2"]);

    await page.locator("#step-file .change").click();
    await chooseFile(page, file("odd.csv", "a;b;c;d\nx1;03/04/2026;hello there;North\nx2;05/06/2026;goodbye;South\nx2;;third;North\n"));
    await page.getByLabel("Column a holds").selectOption("id");
    await page.getByLabel("Column b holds").selectOption("date");
    await page.getByLabel("Column c holds").selectOption("text");
    await page.getByLabel("Column d holds").selectOption("codes");
    assert.ok(await page.getByText("The dates can be read in both ways").isVisible());
    assert.deepEqual(await page.locator(".preview .cell-date").allInnerTexts(), ["2026-04-03", "2026-06-05", ""]);
    await page.getByLabel("Order of dates with numbers").selectOption("mdy");
    await page.locator(".preview .cell-date", { hasText: "2026-03-04" }).waitFor();
    assert.deepEqual(await page.locator(".preview .cell-id").allInnerTexts(), ["x1", "x2", "x2 (4)"]);
    assert.deepEqual(await problemsOf(page), ["1 record has no date; it is missing from counts over time", "1 id occurs before; its row number is added"]);
    for (const problem of await page.locator(".problem summary").all()) await problem.click();
    await page.locator(".problem").last().locator("tbody tr", { hasText: /4\s*x2/ }).waitFor(); // rows come after the click
    await page.locator(".problem").first().locator(".rows", { hasText: /^Row: 4$/ }).waitFor();

    await page.getByLabel("Column c holds").selectOption("none");
    await page.locator("#columns-problem", { hasText: "Choose at least one column as feedback text." }).waitFor(); // after the worker
    await page.locator("#columns-done").click();
    assert.ok(await page.locator("#columns-done").isVisible());
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("columns have the names in the request that the person chooses, and ids become links to their addresses", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    const lines = Array.from({ length: 12 }, (_, at) => `F-${at},u-${at},2026-03-0${1 + at % 9},The pump at the well is broken again,Water,${at % 2 ? "North" : "South"}`);
    await chooseFile(page, file("names.csv", `id,url_id,date,text,category,region\n${lines.join("\n")}\n`));
    assert.deepEqual(await rolesOf(page), { id: "id", url_id: "url", date: "date", text: "text", category: "codes", region: "group" });
    const nameOf = (column) => page.getByRole("textbox", { name: `Name of ${column} in the request` });
    assert.deepEqual(await Promise.all(["date", "category", "region"].map((column) => nameOf(column).inputValue())), ["created", "coding_level_1", "region"]);
    await nameOf("region").fill("district");
    await nameOf("region").press("Tab");
    await nameOf("category").fill("coding_level_2");
    await nameOf("category").press("Tab");
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill("What is broken?");
    await page.getByLabel("Address of the records in your CRM").fill("crm.example.org");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#question-problem", { hasText: "The address begins with http:// or https://." }).waitFor();
    await page.getByLabel("Address of the records in your CRM").fill("https://crm.example.org/#View");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await start(page);
    await finished(page);
    const { feedback_records: [first], crm_feedback_base_url: base, breakdown_by: groups } = await lastBody(page);
    assert.deepEqual([first.url_id, first.metadata, base, groups], ["u-0", { district: "South", created: "2026-03-01", coding_level_2: ["Water"] }, "https://crm.example.org/#View", ["district"]]);
    assert.match(await page.locator(".prose a[target]").first().getAttribute("href"), /^https:\/\/crm\.example\.org\/#View\/u-\d+$/);
    await page.locator("#result-columns").selectOption("district");
    assert.equal(await page.locator("#result-heat thead").getByText("North").count(), 1);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a file is read in its encoding, with its separator and without a header", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    const latin = Buffer.from("Id\tTexte\r\n1\tL'eau est coupée\r\n2\tMerci à tous\r\n", "latin1");
    await chooseFile(page, file("latin.txt", latin));
    await page.locator("#columns details.options summary").click();
    assert.equal(await page.locator("#encoding").inputValue(), "windows-1252");
    assert.deepEqual(await page.locator(".preview .cell-text").allInnerTexts(), ["L'eau est coupée", "Merci à tous"]);
    await page.locator("#encoding").selectOption("windows-1251");
    await page.locator(".preview .cell-text", { hasText: "coupйe" }).waitFor();
    await page.locator("#has-header").uncheck();
    await page.locator(".preview .cell-text", { hasText: "Texte" }).waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("data of files is never parsed as markup", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    const evil = `<img src=x onerror="document.title='owned'">`;
    const quoted = `"${evil.replaceAll('"', '""')}"`;
    const broken = `"The pump is broken. &lt;img src=x onerror=alert(1)&gt; ${quoted.slice(1)}`;
    await chooseFile(page, file(`${evil}.csv`, `id,${quoted},text\n1,${quoted},${broken}\n2,${quoted},${broken}\n`));
    await askQuestion(page, evil);
    await start(page);
    await finished(page);
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(await page.title(), "Analysis - Feedback Analysis Backend");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("everything works with the keyboard, and focus is visible", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { locale: "en-US" });
    await page.goto("/analyze");
    const reach = async (id) => {
        for (let step = 0; step < 60; ++step) {
            const [current, outlined] = await page.evaluate(() => [document.activeElement.id, getComputedStyle(document.activeElement).outlineStyle !== "none"]);
            if (current === id) return assert.ok(outlined, `focus on ${id} is visible`);
            await page.keyboard.press("Tab");
        }
        assert.fail(`${id} is not reached`);
    };
    await reach("key");
    await page.keyboard.type(key);
    await page.keyboard.press("Enter");
    await page.locator("#step-file[data-state=open]").waitFor();
    await reach("sample");
    await page.keyboard.press("Enter");
    await page.locator("#step-columns[data-state=open]").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "title-columns");
    await reach("role-0");
    await reach("columns-done");
    await page.keyboard.press("Enter");
    await reach("prompt");
    await page.keyboard.type("What is missing?");
    for (let step = 0; step < 30 && !(await page.evaluate(() => document.activeElement.type === "submit")); ++step) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await reach("start");
    await page.keyboard.press("Enter");
    await finished(page);
    assert.deepEqual(watched, nothing);
    await context.close();
});

for (const [name, options] of Object.entries({ light: {}, dark: { colorScheme: "dark" }, arabic: { locale: "ar" }, phone: { locale: "nl", viewport: { width: 360, height: 740 }, colorScheme: "dark" } }))
    test(`an accessibility audit finds no problem in any step, and nothing overflows: ${name}`, async () => {
        const { context, page, watched } = await openPage(browser, server.address, { locale: "en-US", reducedMotion: "reduce", ...options });
        const check = async (step) => {
            assert.deepEqual(await audit(page), [], step);
            const [width, space] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
            assert.ok(width <= space, `${step}: ${width} of ${space}`);
            await screenshot(page, `analyze-${name}-${step}`);
        };
        await page.goto("/analyze");
        await check("key");
        await signIn(page);
        await check("file");
        await chooseFile(page, small);
        await page.locator("#columns details.options summary").click();
        for (const problem of await page.locator(".problem summary").all()) await problem.click();
        await check("columns");
        await page.locator("#columns-done").click();
        await page.locator("#prompt").fill("?");
        for (const options of await page.locator("#question-form .options summary").all()) await options.click();
        await check("question");
        await page.locator("#question-form button[type=submit]").click();
        await page.locator("#cost-status:empty").waitFor({ state: "attached" });
        await check("cost");
        assert.equal(await page.evaluate(() => document.documentElement.dir), name === "arabic" ? "rtl" : "ltr");
        assert.deepEqual(watched, nothing);
        await context.close();
    });

test("the language changes at any step and keeps what was entered", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await chooseFile(page, small);
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill("What is missing?");
    assert.equal(await page.locator("#compare").inputValue(), "", "few records: most counts of two halves would be hidden");
    await page.locator("#compare").selectOption("windows");
    await page.locator("#to1").fill("2026-01-05");
    await page.locator("#language").selectOption("ru");
    assert.equal(await page.locator("#title-question").innerText(), "Вопрос");
    assert.equal(await page.locator("#step-file .summary").innerText(), "small.csv, 60 строк");
    assert.deepEqual([await page.locator("#prompt").inputValue(), await page.locator("#to1").inputValue()], ["What is missing?", "2026-01-05"]);
    await page.reload();
    await page.locator("#sample").waitFor();
    assert.equal(await page.locator("#title-file").innerText(), "Файл");
    assert.deepEqual(watched, nothing);
    await context.close();
});
