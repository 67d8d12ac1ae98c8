// /analyze in a browser when something goes wrong: keys, networks, servers and files.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { askQuestion, chooseFile, file, finished, fromServer, jobOf, lastBody, openAnalysis, signIn, start } from "./support/analysis.mjs";
import { openPage, screenshot, startBrowser } from "./support/browser.mjs";
import { hasStatus, nothing } from "./support/dashboard.mjs";
import { feedbackRows, toCsv } from "./support/feedback.mjs";
import { silentProvider } from "./support/provider.mjs";
import { startServer } from "./support/server.mjs";
import { toWorkbook } from "./support/workbook.mjs";

let server;
let browser;
let provider;

before(async () => {
    [server, browser, provider] = await Promise.all([startServer(), startBrowser(), silentProvider()]);
});

const small = file("small.csv", toCsv(feedbackRows(60)));
const lost = (text) => hasStatus(0)(text) || text.includes("net::ERR_");

test("records that do not fit into one model call are analysed in portions, unless the person chose otherwise", async () => {
    const own = await startServer({ LLM_MAX_TOTAL_TOKENS: "1500" });
    const { context, page, watched } = await openAnalysis(browser, own, { expected: hasStatus(413) });
    await chooseFile(page, file("long.csv", `id,text\n${Array.from({ length: 100 }, (_, at) => `${at},The clinic in village ${at} has no insulin and the water point is broken again.\n`).join("")}`));
    await askQuestion(page);
    await page.locator("#cost .tiles data").first().waitFor();
    const modes = await page.evaluate(async () => Promise.all(globalThis.bodies.map(async (body) => JSON.parse(await body.text()).mode)));
    assert.deepEqual(modes, ["single_pass", "hierarchical"]);
    assert.equal(await page.locator("#cost .field-problem").count(), 0);
    await start(page);
    await finished(page);
    assert.equal((await lastBody(page)).mode, "hierarchical");

    await page.locator("#step-question .change").click();
    await page.locator("#question-form details:has(#mode) summary").click();
    await page.locator("#mode").selectOption("single_pass");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost .field-problem").waitFor();
    assert.equal((await lastBody(page)).mode, "single_pass");
    assert.deepEqual(watched, nothing);
    await context.close();
    await own.stop();
});

test("a wrong key is refused and not stored", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { locale: "en-US", expected: hasStatus(401) });
    await page.goto("/analyze");
    await page.locator("#key").fill("wrong-key-0123456789");
    await page.locator("#key-form button").click();
    await page.locator("#key-problem", { hasText: "The server does not accept this key." }).waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
    await screenshot(page, "analyze-wrong-key");
    await page.locator("#key").fill("schlüssel");
    await page.locator("#key-form button").click();
    assert.equal(await page.locator("#key-problem").innerText(), "This is not an API key.");
    await signIn(page);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a key that is revoked later is asked for again, and the file stays", async () => {
    const { context, page, watched } = await openAnalysis(browser, server, { expected: hasStatus(401) });
    await chooseFile(page, small);
    await askQuestion(page);
    await page.route("**/v1/analyze-bulk", (route) => route.fulfill({ status: 401, json: { error: { code: "unauthorized", message: "Invalid API key" } } }), { times: 1 });
    await page.locator("#start").click();
    await page.locator("#key-problem", { hasText: "does not accept" }).waitFor();
    await signIn(page);
    assert.equal(await page.locator("#columns-status").innerText(), "58 records with text, 55 with a date");
    await askQuestion(page);
    await start(page);
    await finished(page);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("without a network the loaded page reads files and asks again later", async () => {
    const { context, page, watched } = await openAnalysis(browser, server, { expected: lost });
    await context.setOffline(true);
    await chooseFile(page, small);
    await page.locator("#language").selectOption("ar");
    await page.locator("#language").selectOption("en");
    await askQuestion(page);
    await page.locator("#cost .field-problem", { hasText: "The server is unreachable" }).waitFor();
    await screenshot(page, "analyze-offline");
    await start(page);
    await page.locator("#job-problem", { hasText: "The server is unreachable" }).waitFor();
    await context.setOffline(false);
    await page.locator("#job-again").click();
    await finished(page);

    await context.setOffline(true);
    await page.locator("#language").selectOption("fr");
    await page.locator("#result").waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

const losses = { "never comes": (route) => route.abort(), "is that of a proxy": (route) => route.fulfill({ status: 502, body: "Bad Gateway" }) };
for (const [name, lose] of Object.entries(losses))
    test(`a request is repeated with its idempotency key if the answer ${name}`, async () => {
        const { context, page, watched } = await openAnalysis(browser, server, { expected: (text) => lost(text) || hasStatus(502)(text) });
        await chooseFile(page, small);
        await askQuestion(page);
        const keys = [];
        await page.route("**/v1/analyze-bulk", async (route) => {
            keys.push(route.request().headers()["idempotency-key"]);
            if (keys.length > 1) return route.continue();
            await route.fetch(); // the server accepts the job, and the page never learns of it
            await lose(route);
        });
        const before = (await fromServer(server, "/v1/jobs")).jobs.length;
        await start(page);
        await page.locator("#job-again").click();
        await finished(page);
        assert.equal(keys[0], keys[1]);
        assert.equal((await fromServer(server, "/v1/jobs")).jobs.length, before + 1);
        assert.deepEqual(watched, nothing);
        await context.close();
    });

test("a double click starts one analysis", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await chooseFile(page, small);
    await askQuestion(page);
    const before = (await fromServer(server, "/v1/jobs")).jobs.length;
    await page.locator("#start").evaluate((button) => [1, 2].forEach(() => button.click()));
    await finished(page);
    assert.equal((await fromServer(server, "/v1/jobs")).jobs.length, before + 1);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a server that dies leaves a page that waits, reports the loss and starts again", async () => {
    const first = await startServer(provider.settings);
    const { context, page, watched } = await openAnalysis(browser, first, { expected: (text) => lost(text) || hasStatus(404)(text) });
    await chooseFile(page, small);
    await askQuestion(page);
    await start(page);
    await page.locator("#job-cancel").waitFor();
    await provider.asked();
    await screenshot(page, "analyze-running");
    await first.kill();
    await page.locator("#job-problem", { hasText: "The connection is lost." }).waitFor();

    const second = await startServer({ NETWORK_PORT: new URL(first.address).port });
    await page.locator("#job-problem", { hasText: "The server does not know this analysis." }).waitFor();
    await screenshot(page, "analyze-server-died");
    await page.locator("#job-again").click();
    await finished(page);
    assert.deepEqual(watched, nothing);
    await context.close();
    await second.stop();
});

test("a cancelled job ends on the server, and another one can start", async () => {
    const own = await startServer(provider.settings);
    const { context, page, watched } = await openAnalysis(browser, own);
    await chooseFile(page, small);
    await askQuestion(page);
    await start(page);
    await page.locator("#job-cancel").waitFor();
    assert.equal(await page.locator("#step-file .change").isVisible(), false);
    const id = jobOf(page);
    await page.locator("#job-cancel").click();
    await page.locator("#job-status", { hasText: "The analysis was cancelled." }).waitFor();
    assert.equal((await fromServer(own, `/v1/jobs/${id}`)).status, "cancelled");
    await page.locator("#step-question .change").click();
    assert.equal(await page.locator("#prompt").inputValue(), "Which shortages are reported?");
    assert.deepEqual(watched, nothing);
    await context.close();
    await own.kill();
});

test("an analysis that ends before its cancellation arrives keeps its answer", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    let isCancelled = false;
    await page.route("**/v1/jobs/*/events", (route) => route.fulfill({ status: 204 }));
    await page.route(/\/v1\/jobs\/[0-9a-f]+$/, async (route) => { // the page learns late that the job has ended
        const response = await route.fetch();
        const job = await response.json();
        await route.fulfill({ response, json: isCancelled ? job : { ...job, status: "running", finished: null } });
    });
    await chooseFile(page, small);
    await askQuestion(page);
    await start(page);
    await page.locator("#job-cancel").waitFor();
    while ((await fromServer(server, `/v1/jobs/${jobOf(page)}`)).status !== "succeeded");
    const [answer] = await Promise.all([page.waitForResponse("**/v1/jobs/*/cancel"), page.locator("#job-cancel").click()]);
    assert.equal((await answer.json()).status, "succeeded");
    isCancelled = true;
    await finished(page);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a refused request is reported in the words of the server", async () => {
    const { context, page, watched } = await openAnalysis(browser, server, { expected: hasStatus(422, 413) });
    await chooseFile(page, small);
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill("?".repeat(300));
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost .field-problem", { hasText: "status 422" }).waitFor();
    await start(page);
    await page.locator("#job-problem", { hasText: "status 422" }).waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a server that cannot estimate is named, and never gets a request that it would run", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await page.route("**/openapi.json", (route) => route.fulfill({ json: { paths: { "/v1/analyze-bulk": { post: { requestBody: { content: { "application/json": { schema: { properties: { prompt: {} } } } } } } } } } }));
    const posts = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.headers().prefer));
    await chooseFile(page, small);
    await askQuestion(page);
    await page.getByText("This server cannot estimate the cost.").waitFor();
    assert.deepEqual(posts, []);
    await start(page);
    await finished(page);
    assert.deepEqual(posts, ["respond-async"]);
    assert.equal("dry_run" in await lastBody(page), false);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a server without jobs answers at once", async () => {
    const own = await startServer({ JOBS_MAX_RUNNING: "0" });
    const { context, page, watched } = await openAnalysis(browser, own);
    await chooseFile(page, small);
    await askQuestion(page);
    await start(page);
    await finished(page);
    assert.deepEqual(watched, nothing);
    await context.close();
    await own.stop();
});

test("files that are no tables are refused with a reason", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    for (const [content, reason] of [
        ["", "has no rows with values"], ["a,b,c\n", "has no rows besides the names of its columns"], ["%PDF-1.7 ...", "is a PDF file"], ["\x7fELF\0\0\0", "is no table"],
        ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old or password-protected"], ["PK\x03\x04 broken", "cannot be read"],
    ]) {
        await page.locator("#file").setInputFiles(file("odd.file", Buffer.from(content, "latin1")));
        await page.locator("#file-problem", { hasText: reason }).waitFor();
    }
    await page.locator("#file").setInputFiles(file("zip.xlsx", toWorkbook({ "readme.txt": "no workbook" })));
    await page.locator("#file-problem", { hasText: "zip.xlsx is a compressed file" }).waitFor();
    await chooseFile(page, small);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a key that is forgotten takes the file and the result with it", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await chooseFile(page, small);
    await askQuestion(page, "A question of mine?");
    await start(page);
    await finished(page);
    await page.locator("#forget").click();
    await page.locator("#step-key[data-state=open]").waitFor();
    const left = await page.evaluate(() => document.body.textContent + [...document.querySelectorAll("input, textarea")].map(({ value }) => value).join());
    for (const text of ["small.csv", "A question of mine?", "pump"]) assert.ok(!left.includes(text), text);
    assert.deepEqual([await page.locator("#result").isVisible(), new URL(page.url()).hash, await page.evaluate(() => sessionStorage.length)], [false, "", 0]);

    await signIn(page);
    assert.equal(await page.locator("#step-file").getAttribute("data-state"), "open");
    await chooseFile(page, small);
    assert.deepEqual(watched, nothing);
    await context.close();
});

const isEstimate = (request) => request.url().endsWith("/v1/analyze-bulk");

test("an estimate ends when the key is forgotten", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await page.route("**/v1/analyze-bulk", () => {}, { times: 1 }); // never answered
    await chooseFile(page, small);
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill("A question of mine?");
    await Promise.all([page.waitForRequest(isEstimate), page.locator("#question-form button[type=submit]").click()]);
    await Promise.all([page.waitForEvent("requestfailed", isEstimate), page.locator("#forget").click()]);
    assert.equal(await page.locator("#cost").innerText(), "");

    await signIn(page);
    await chooseFile(page, small);
    await askQuestion(page);
    await start(page);
    await finished(page);
    assert.deepEqual(watched, nothing);
    await context.close();
});

const streams = { "by its events": (route) => route.continue(), "by its state": (route) => route.fulfill({ status: 204 }) };
for (const [name, answer] of Object.entries(streams))
    test(`a job that is followed ${name} is left when the key is forgotten, and continues on the server`, async () => {
        const own = await startServer(provider.settings);
        const { context, page, watched } = await openAnalysis(browser, own);
        await page.route("**/v1/jobs/*/events", answer);
        await chooseFile(page, small);
        await askQuestion(page);
        await start(page);
        await page.locator("#job-cancel").waitFor();
        const id = jobOf(page);
        await page.clock.install();
        const ended = name === "by its events" && page.waitForEvent("requestfailed", (request) => request.url().endsWith("/events"));
        await page.locator("#forget").click();
        await ended;
        const requests = [];
        page.on("request", (request) => request.url().includes("/v1/") && requests.push(request.url()));
        await page.clock.fastForward(60_000);
        await page.locator("#step-key[data-state=open]").waitFor();
        assert.deepEqual([requests, new URL(page.url()).hash, await page.locator("#job-details, #job-link").allTextContents()], [[], "", ["", ""]]);
        assert.equal((await fromServer(own, `/v1/jobs/${id}`)).status, "running");
        assert.deepEqual(watched, nothing);
        await context.close();
        await own.kill();
    });

test("an analysis that was being sent during a reload is found again", async () => {
    const { context, page, watched } = await openAnalysis(browser, server, { expected: lost });
    await chooseFile(page, small);
    await askQuestion(page);
    let accepted;
    const job = new Promise((resolve) => { accepted = resolve; });
    await page.route("**/v1/analyze-bulk", async (route) => accepted(await (await route.fetch()).json())); // the answer never arrives
    await page.locator("#start").click();
    const { job_id: id } = await job;
    const kept = await page.evaluate(() => Object.entries(sessionStorage).filter(([name]) => name !== "key" && name !== "language"));
    assert.deepEqual(kept.map(([name]) => name), ["sending"]);
    assert.match(kept[0][1], /^\d+$/, "the time alone");
    await page.reload();
    await page.getByRole("button", { name: "Open it" }).click();
    await finished(page);
    assert.equal(jobOf(page), id);
    assert.equal(await page.evaluate(() => sessionStorage.getItem("sending")), null);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("when the worker that reads files ends, the page asks for the file again", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { locale: "en-US" });
    await page.addInitScript(() => {
        globalThis.Worker = class extends Worker {
            constructor(...parameters) {
                super(...parameters);
                globalThis.end = () => this.dispatchEvent(new ErrorEvent("error"));
            }

            postMessage(message) {
                if (!globalThis.isHeld) super.postMessage(message);
            }
        };
    });
    const hold = (isHeld) => page.evaluate((value) => { globalThis.isHeld = value; }, isHeld);
    await page.goto("/analyze");
    await signIn(page);
    await hold(true);
    await page.locator("#file").setInputFiles(small);
    await page.evaluate(() => globalThis.end());
    await page.locator("#file-problem", { hasText: "small.csv is too large" }).waitFor();
    await hold(false);
    await chooseFile(page, small);
    await page.evaluate(() => globalThis.end());
    await page.locator("#file-problem", { hasText: "Choose the file again." }).waitFor();
    await chooseFile(page, small);
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill("A question of mine?");
    await hold(true);
    await page.locator("#question-form button[type=submit]").click(); // asks the worker for the body of the estimate
    await page.evaluate(() => globalThis.end());
    await page.locator("#file-problem", { hasText: "Choose the file again." }).waitFor();
    await hold(false);
    await chooseFile(page, small);
    await askQuestion(page);
    await page.evaluate(() => {
        document.querySelector("#start").click(); // asks the worker for the records
        globalThis.end();
    });
    await page.locator("#file-problem", { hasText: "Choose the file again." }).waitFor();
    await chooseFile(page, small);
    await askQuestion(page);
    await start(page);
    await finished(page);
    await page.evaluate(() => globalThis.end());
    await page.locator("#result-themes .bar-cell button").first().click();
    await page.locator(".records-dialog .record").first().waitFor(); // the answer and its records stay
    await page.keyboard.press("Escape");
    const count = page.locator("#result-editing .count-again");
    await count.getByText("Open the file again to count the list.").waitFor();
    await count.getByRole("button", { name: "Open the file" }).click();
    await chooseFile(page, small);
    await page.locator("#columns-done").click();
    await hold(true);
    await count.getByRole("button", { name: "Show what counting again costs" }).click(); // asks the worker for the body of the estimate
    await page.evaluate(() => globalThis.end());
    await count.getByText("Open the file again to count the list.").waitFor();
    assert.equal(await page.locator("#result-editing .edit-status").innerText(), "");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("the columns cannot be confirmed while the file is read again", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await chooseFile(page, file("two.csv", "id;text\n1;one\n2;two\n"));
    await page.locator("#columns details.options summary").click();
    assert.deepEqual(await page.evaluate(() => {
        const [header, done] = ["has-header", "columns-done"].map((id) => document.getElementById(id));
        const before = done.disabled;
        header.click();
        return [before, done.disabled];
    }), [false, true]);
    await page.locator(".preview .cell-text", { hasText: "text" }).waitFor();
    await page.locator("#columns-done:enabled").waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a record that the server refuses is named by its row of the file", async () => {
    const { context, page, watched } = await openAnalysis(browser, server, { expected: hasStatus(422) });
    await chooseFile(page, file("rows.csv", "id,text\n1,one\n,\n3,three\n"));
    await page.route("**/v1/analyze-bulk", (route) => route.fulfill({ status: 422, json: { error: { code: "validation_error", message: "Request validation failed", request_id: "r",
        fields: [{ field: "feedback_records[1].content", issue: "is refused" }, { field: "prompt", issue: "is long" }] } } }));
    await askQuestion(page);
    await page.locator("#cost .field-problem", { hasText: "row 4.content: is refused prompt: is long" }).waitFor();
    await start(page);
    await page.locator("#job-problem", { hasText: "row 4.content: is refused prompt: is long" }).waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("no step can be changed while codes are suggested", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await chooseFile(page, small);
    await askQuestion(page);
    await start(page);
    await finished(page);
    await page.getByRole("button", { name: "Estimate the cost" }).click();
    await page.route("**/v1/assign-codes-bulk", () => {}); // never answered
    await page.getByRole("button", { name: "Suggest codes" }).click();
    await page.locator("#step-file .change").waitFor({ state: "hidden" });
    await page.locator("#language").selectOption("nl");
    assert.equal(await page.locator("#step-file .change").isVisible(), false);
    await page.locator("#language").selectOption("en");
    await page.locator("#result-codes").getByRole("button", { name: "Cancel" }).click();
    await page.locator("#step-file .change").waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});
