// /analyze with 100,000 rows: it must work; how long it takes is reported, not tested.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";

import { askQuestion, chooseFile, finished, fromServer, jobOf, openAnalysis, start } from "./support/analysis.mjs";
import { startBrowser, within } from "./support/browser.mjs";
import { nothing } from "./support/dashboard.mjs";
import { feedbackRows, toCsv } from "./support/feedback.mjs";
import { startServer } from "./support/server.mjs";

let server;
let browser;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

/** Records how long the page did not respond: tasks over 50 ms. */
function recordLongTasks() {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask", buffered: true });
}

const longest = async (page) => Math.max(0, ...await page.evaluate(() => globalThis.longTasks.splice(0)));

test("100,000 rows are read, matched and analysed", async (context) => {
    const { context: session, page, watched } = await openAnalysis(browser, server);
    page.setDefaultTimeout(within(180_000));
    await page.evaluate(recordLongTasks);
    // From a folder, as the transfer of a buffer by the test would stop the page.
    const folder = await mkdtemp(path.join(tmpdir(), "verbatim-analyze-"));
    const chosen = path.join(folder, "large.csv");
    await writeFile(chosen, toCsv(feedbackRows(100_000)));
    const begin = Date.now();
    await chooseFile(page, chosen);
    context.diagnostic(`first view after ${Date.now() - begin} ms, longest task ${await longest(page)} ms`);
    assert.equal(await page.locator("#columns-status").innerText(), "98,000 records with text, 93,833 with a date");

    await askQuestion(page);
    context.diagnostic(`estimate, longest task ${await longest(page)} ms`);
    await page.route("**/v1/jobs/*/result", async (route) => { // between the sent records and the answer
        context.diagnostic(`sent, longest task ${await longest(page)} ms`);
        await route.continue();
    });
    await start(page);
    await finished(page);
    await page.locator("#result:focus").waitFor(); // after its layout
    context.diagnostic(`answer, longest task ${await longest(page)} ms`);
    assert.match(await page.locator("#result-answer").innerText(), /large\.csv · 98,000 records/);
    assert.equal((await fromServer(server, `/v1/jobs/${jobOf(page)}/result`)).feedback_record_count, 98_000);
    assert.deepEqual(watched, nothing);
    await session.close();
    await rm(folder, { recursive: true });
});
