// /dashboard without statistics: while loading, after errors, without usage.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { openPage, screenshot, startBrowser } from "./support/browser.mjs";
import { envelope, hasStatus, nothing, refuseAll, scriptedResponse, scriptResponses, shown, signIn } from "./support/dashboard.mjs";
import { key, startServer, superuserKey } from "./support/server.mjs";
import { sampleRows } from "./support/usage.mjs";

let server;
let browser;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

test("time ranges are whole UTC days in every time zone", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    const urls = await scriptResponses(page, sampleRows());
    await page.clock.setFixedTime("2026-03-02T01:30:00Z"); // the evening before, in Bogota
    await signIn(page, superuserKey);
    await shown(page);
    const last = () => Object.fromEntries(urls.at(-1).searchParams);

    assert.deepEqual(last(), { from: "2026-02-01T00:00:00.000Z", to: "2026-03-03T00:00:00.000Z" });
    for (const [label, from] of [["Today", "2026-03-02"], ["7 days", "2026-02-24"], ["90 days", "2025-12-03"], ["30 days", "2026-02-01"]]) {
        const response = page.waitForResponse("**/v1/usage/all/by-operation**");
        await page.getByText(label, { exact: true }).click();
        await response;
        assert.deepEqual(last(), { from: `${from}T00:00:00.000Z`, to: "2026-03-03T00:00:00.000Z" }, label);
    }

    await page.getByText("Custom", { exact: true }).click();
    await page.getByLabel("First day").fill("2026-02-10");
    await page.getByLabel("Last day").fill("2026-02-09");
    await page.getByRole("button", { name: "Apply" }).click();
    assert.equal(await page.locator("#window-problem").innerText(), "The last day is before the first day.");
    await page.getByLabel("Last day").fill("12345-02-11");
    await page.getByRole("button", { name: "Apply" }).click();
    assert.equal(await page.locator("#window-problem").innerText(), "Enter a year with four digits.");
    await page.getByLabel("Last day").fill("2026-02-11");
    const response = page.waitForResponse("**/v1/usage/all/by-operation**");
    await page.getByRole("button", { name: "Apply" }).click();
    await response;
    assert.deepEqual(last(), { from: "2026-02-10T00:00:00.000Z", to: "2026-02-12T00:00:00.000Z" });
    await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("10 Feb 2026 to 11 Feb 2026"));
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("an unknown key is not stored, and the page shows the sign-in form again", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { expected: hasStatus(401) });
    await signIn(page, "a-key-that-does-not-exist");

    const problem = page.getByRole("alert").filter({ hasText: "does not accept this key" });
    await problem.waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "key");
    assert.equal(await page.getByLabel("API key").inputValue(), "");
    assert.equal(await page.evaluate(() => sessionStorage.length + localStorage.length), 0);
    await screenshot(page, "dashboard-401");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a key with characters that a header cannot contain is not sent", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    const urls = await scriptResponses(page, []);

    for (const [typed, problem] of [["", "Enter an API key."], ["schlüssel\u2713", "This is not an API key."], ["two words", "This is not an API key."]]) {
        await signIn(page, typed);
        await page.getByText(problem).waitFor();
    }
    assert.deepEqual(urls, []);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("during a database outage the page shows a problem and can retry", async () => {
    const server = await startServer({ DB_URL: "postgresql://nobody@127.0.0.1:1/nothing" });
    const { context, page, watched } = await openPage(browser, server.address, { expected: hasStatus(503) });
    const requests = [];
    page.on("request", (request) => new URL(request.url()).pathname === "/v1/usage" && requests.push(request));
    await signIn(page, superuserKey);

    await page.getByRole("heading", { name: "Usage is temporarily unavailable" }).waitFor();
    await page.getByText(/^Request [0-9a-f-]{36}$/).waitFor();
    await screenshot(page, "dashboard-503");
    await scriptResponses(page, sampleRows()); // as after the outage
    await page.getByRole("button", { name: "Try again" }).click();
    await shown(page);
    assert.equal(requests.length, 2);
    assert.equal(await page.locator("#problem").isVisible(), false);
    assert.deepEqual(watched, nothing);
    await context.close();
    await server.stop();
});

test("other errors and a missing response are shown with the request id", async () => {
    for (const [status, body, title] of [[500, envelope("internal_error", "An unexpected error occurred"), "Usage could not be loaded"],
        [0, null, "The server is unreachable"], [502, "not ours", "Usage could not be loaded"]]) {
        const { context, page, watched } = await openPage(browser, server.address, { expected: hasStatus(status) });
        await refuseAll(page, status, body);
        await signIn(page, superuserKey);
        await page.getByRole("heading", { name: title }).waitFor();
        assert.deepEqual(watched, nothing);
        await context.close();
    }
});

test("a refused time range is explained next to it", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { expected: hasStatus(422) });
    await refuseAll(page, 422, envelope("validation_error", "Request validation failed", [{ field: "to", issue: "'to' must be strictly greater than 'from'" }]));
    await signIn(page, superuserKey);

    await page.locator("#window-problem", { hasText: "'to' must be strictly greater than 'from'" }).waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

for (const [kind, apiKey] of [["an ordinary", key], ["a superuser", superuserKey]])
    test(`without a call in the time range, ${kind} key shows a message and no empty chart`, async () => {
        const { context, page, watched } = await openPage(browser, server.address);
        await signIn(page, apiKey);

        await page.getByRole("heading", { name: "No model calls in this time range" }).waitFor();
        assert.equal(await page.locator("svg.chart").count(), 0);
        await screenshot(page, "dashboard-empty");
        assert.deepEqual(watched, nothing);
        await context.close();
    });

test("while loading, the page shows a skeleton; only the response to the last request is shown", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    let release;
    const released = new Promise((resolve) => (release = resolve));
    let first = true;
    await page.route("**/v1/usage**", async (route) => {
        const rows = first ? [] : sampleRows();
        if (first) await released;
        const request = route.request();
        await route.fulfill(scriptedResponse(new URL(request.url()), request.headers().authorization, rows)).catch(() => {}); // the page may have aborted it
    });
    await signIn(page, superuserKey);
    await page.locator("#usage[aria-busy=true]").waitFor();
    assert.equal(await page.getByRole("status").innerText(), "Loading usage");
    await screenshot(page, "dashboard-loading");

    first = false;
    await page.getByText("7 days", { exact: true }).click();
    await shown(page);
    release();
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.locator("#usage[aria-busy=false]").waitFor();
    assert.equal(await page.locator("#empty").isVisible(), false);
    assert.deepEqual(watched, nothing);
    await context.close();
});
