// /analyze with 100,000 rows: it must work; how long it takes is reported, not tested.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";

import { askQuestion, chooseFile, finished, fromServer, jobOf, openAnalysis, start } from "./support/analysis.mjs";
import { startBrowser } from "./support/browser.mjs";
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

/** Moves and hovers over the map, and reports the frames. */
async function dragOverMap(page) {
    const area = page.locator(".map-area");
    assert.match(await area.getAttribute("aria-label"), /^Map of 98,000 records$/);
    await page.getByRole("button", { name: "Drag to move" }).click();
    await page.getByRole("button", { name: "Zoom in" }).click();
    await area.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await area.boundingBox();
    await page.evaluate(() => {
        globalThis.frames = [];
        let last = performance.now();
        const next = (now) => {
            globalThis.frames.push(now - last);
            last = now;
            if (globalThis.frames.length < 240) requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
    });
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 20 });
    await page.mouse.down();
    await page.mouse.move(x + 20, y + 20, { steps: 40 });
    await page.mouse.up();
    const frames = (await page.evaluate(() => globalThis.frames)).sort((left, right) => left - right);
    return `${frames.length} frames, median ${frames[Math.floor(frames.length / 2)].toFixed(1)} ms, longest ${frames.at(-1).toFixed(1)} ms, longest task ${await longest(page)} ms`;
}

test("100,000 rows are read, matched and analysed", async (context) => {
    const { context: session, page, watched } = await openAnalysis(browser, server);
    page.setDefaultTimeout(180_000);
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
    context.diagnostic(`map, ${await dragOverMap(page)}`);
    assert.equal((await fromServer(server, `/v1/jobs/${jobOf(page)}/result`)).feedback_record_count, 98_000);
    assert.deepEqual(watched, nothing);
    await session.close();
    await rm(folder, { recursive: true });
});
