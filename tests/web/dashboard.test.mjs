// /dashboard as people use it: what it shows is what the usage routes say, whatever they say.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import { openPage, screenshot, startBrowser } from "./support/browser.mjs";
import { key, startServer, superuserKey } from "./support/server.mjs";
import { answer, sampleRows } from "./support/usage.mjs";

let server;
let browser;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

after(() => Promise.all([browser?.close(), server?.stop()]));

const nothing = { console: [], errors: [], foreign: [] };
const envelope = (code, message, fields) => ({ error: { code, message, request_id: "0b6f4e0e-5b0c-4f0e-9a51-2f9a3f6d3c11", fields } });

/** The usage routes answer for these rows, and refuse what an ordinary key may not ask. Returns the addresses that were asked. */
async function routesAnswer(page, rows) {
    const asked = [];
    await page.route("**/v1/usage**", (route) => {
        const url = new URL(route.request().url());
        asked.push(url);
        const presented = route.request().headers().authorization;
        if (presented !== `Bearer ${superuserKey}` && url.pathname.startsWith("/v1/usage/all"))
            return route.fulfill({ status: 403, json: envelope("forbidden", "Superuser access required") });
        return route.fulfill({ json: answer(url.pathname, rows, presented === `Bearer ${superuserKey}` ? "ops" : "tenant-a") });
    });
    return asked;
}

async function refuseAll(page, status, body) {
    await page.route("**/v1/usage**", (route) => (status ? route.fulfill({ status, json: body }) : route.abort()));
}

const ofStatus = (...codes) => (text) => codes.some((code) => text.includes(`status of ${code}`)) || (codes.includes(0) && text.includes("ERR_FAILED"));

async function signIn(page, presented) {
    await page.goto("/dashboard");
    await page.getByLabel("API key").fill(presented);
    await page.getByRole("button", { name: "Show usage" }).click();
}

/** The exact figures of a table: {row name: [figures]}. */
async function figures(page, panel) {
    return Object.fromEntries(await page.locator(`#${panel} tbody tr`).evaluateAll((rows) => rows.map((row) =>
        [row.querySelector("th").textContent, [...row.querySelectorAll("data")].map((one) => Number(one.value))])));
}

const names = {
    analyze: "analyze-bulk", summarize: "summarize", summarize_aggregate: "summarize-bulk", assign_codes: "assign-codes",
    detect_sensitive: "detect-sensitive",
};
const costRow = (block) => [block.total_cost_usd, block.total_calls, block.failed_calls, block.llm_call_stats.total_calls, block.llm_call_stats.failed_calls];
const spreadRow = ({ avg, min, p5, p95, max, total }) => [avg, min, p5, p95, max, total];
const operationRows = (blocks) => Object.fromEntries(blocks.map((block) => [names[block.operation] ?? block.operation, costRow(block)]));
const tenantRows = (blocks) => Object.fromEntries(blocks.map((block) => [block.tenant_id, costRow(block)]));

/** What an audit of accessibility finds, as sentences. */
async function audit(page) {
    await page.evaluate(await readFile(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8"));
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

async function shown(page) {
    await page.locator("#figures").waitFor();
}

test("an ordinary key sees the figures of its tenant, each as the API says it", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { expected: ofStatus(403) });
    await routesAnswer(page, sampleRows());
    const own = answer("/v1/usage", sampleRows(), "tenant-a");

    await signIn(page, key);
    await shown(page);

    assert.equal(await page.locator("#scope").innerText(), "Tenant tenant-a");
    assert.deepEqual(await page.locator("#tiles dd data").evaluateAll((all) => all.map((one) => Number(one.value))), [
        own.total_cost_usd, own.total_calls, own.llm_call_stats.total_calls, own.input_tokens.total, own.output_tokens.total, own.call_duration.avg]);
    assert.deepEqual(await figures(page, "operations"), operationRows(own.operations));
    assert.equal(await page.locator("#tenants-card").isVisible(), false);
    for (const [unit, of] of [["request", (block) => block], ["call", (block) => block.llm_call_stats]])
        for (const measure of ["call_duration", "input_tokens", "output_tokens"]) {
            await page.locator(`input[value="${unit}"]`).check({ force: true });
            await page.locator(`input[value="${measure}"]`).check({ force: true });
            assert.deepEqual(await figures(page, "spread"), Object.fromEntries([["all", own], ...own.operations.map((one) => [names[one.operation], one])]
                .map(([name, block]) => [name, spreadRow(of(block)[measure])])), `${measure} ${unit}`);
        }
    await screenshot(page, "dashboard-tenant");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a superuser's key sees every tenant, and each part of the one split by the other", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    await routesAnswer(page, sampleRows());
    const byTenant = answer("/v1/usage/all/by-tenant", sampleRows());
    const byOperation = answer("/v1/usage/all/by-operation", sampleRows());

    await signIn(page, superuserKey);
    await shown(page);

    assert.equal(await page.locator("#scope").innerText(), "All tenants");
    assert.deepEqual(await figures(page, "operations"), operationRows(byOperation.operations));
    assert.deepEqual(await figures(page, "tenants"), tenantRows(byTenant.tenants));
    await screenshot(page, "dashboard-superuser-light");

    await page.getByLabel("Tenant", { exact: true }).selectOption("red-crescent-nl");
    const one = byTenant.tenants.find(({ tenant_id }) => tenant_id === "red-crescent-nl");
    assert.deepEqual(await figures(page, "operations"), operationRows(one.operations));
    assert.deepEqual((await figures(page, "spread")).all, spreadRow(one.call_duration));
    await page.getByLabel("Operation", { exact: true }).selectOption("assign_codes");
    assert.deepEqual(await figures(page, "tenants"), tenantRows(byOperation.operations.find(({ operation }) => operation === "assign_codes").tenants));

    assert.deepEqual(watched, nothing);
    await context.close();
});

test("windows are whole days of UTC, wherever the browser is", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    const asked = await routesAnswer(page, sampleRows());
    await page.clock.setFixedTime("2026-03-02T01:30:00Z"); // the evening before, in Bogota
    await signIn(page, superuserKey);
    await shown(page);
    const last = () => Object.fromEntries(asked.at(-1).searchParams);

    assert.deepEqual(last(), { from: "2026-02-01T00:00:00.000Z" });
    for (const [label, from] of [["Today", "2026-03-02"], ["7 days", "2026-02-24"], ["90 days", "2025-12-03"], ["30 days", "2026-02-01"]]) {
        const answered = page.waitForResponse("**/v1/usage/all/by-operation**");
        await page.getByText(label, { exact: true }).click();
        await answered;
        assert.deepEqual(last(), { from: `${from}T00:00:00.000Z` }, label);
    }

    await page.getByText("Custom", { exact: true }).click();
    await page.getByLabel("First day").fill("2026-02-10");
    await page.getByLabel("Last day").fill("2026-02-09");
    await page.getByRole("button", { name: "Apply" }).click();
    assert.equal(await page.locator("#window-problem").innerText(), "The last day is before the first.");
    await page.getByLabel("Last day").fill("2026-02-11");
    const answered = page.waitForResponse("**/v1/usage/all/by-operation**");
    await page.getByRole("button", { name: "Apply" }).click();
    await answered;
    assert.deepEqual(last(), { from: "2026-02-10T00:00:00.000Z", to: "2026-02-12T00:00:00.000Z" });
    await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("10 Feb 2026 to 11 Feb 2026"));
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a key that the server does not know is asked for again, and is not kept", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { expected: ofStatus(401) });
    await refuseAll(page, 401, envelope("authentication_required", "A valid API key is required."));

    await signIn(page, "a-key-that-nobody-gave");

    const problem = page.getByRole("alert").filter({ hasText: "does not know this key" });
    await problem.waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "key");
    assert.equal(await page.getByLabel("API key").inputValue(), "");
    assert.equal(await page.evaluate(() => sessionStorage.length + localStorage.length), 0);
    await screenshot(page, "dashboard-401");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("what no header can carry is refused before it is sent", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    const asked = await routesAnswer(page, []);

    for (const [typed, told] of [["", "Enter an API key."], ["schlüssel\u2713", "This is no API key."], ["two words", "This is no API key."]]) {
        await signIn(page, typed);
        await page.getByText(told).waitFor();
    }
    assert.deepEqual(asked, []);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("while the database is away the page says so and tries again when asked", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { expected: ofStatus(503) });
    await refuseAll(page, 503, envelope("usage_backend_unavailable", "Usage backend is temporarily unavailable"));
    await signIn(page, superuserKey);

    await page.getByRole("heading", { name: "Usage cannot be read right now" }).waitFor();
    await page.getByText("Request 0b6f4e0e-5b0c-4f0e-9a51-2f9a3f6d3c11").waitFor();
    await screenshot(page, "dashboard-503");
    await page.unroute("**/v1/usage**");
    await routesAnswer(page, sampleRows());
    await page.getByRole("button", { name: "Try again" }).click();
    await shown(page);
    assert.equal(await page.locator("#problem").isVisible(), false);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("any other failure, and no answer at all, are told with what helps to find them", async () => {
    for (const [status, body, title] of [[500, envelope("internal_error", "An unexpected error occurred"), "Usage could not be read"],
        [0, null, "The server cannot be reached"], [502, "not ours", "Usage could not be read"]]) {
        const { context, page, watched } = await openPage(browser, server.address, { expected: ofStatus(status) });
        await refuseAll(page, status, body);
        await signIn(page, superuserKey);
        await page.getByRole("heading", { name: title }).waitFor();
        assert.deepEqual(watched, nothing);
        await context.close();
    }
});

test("a window that the server refuses is told beside it", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { expected: ofStatus(422) });
    await refuseAll(page, 422, envelope("validation_error", "Request validation failed", [{ field: "to", issue: "'to' must be strictly greater than 'from'" }]));
    await signIn(page, superuserKey);

    await page.locator("#window-problem", { hasText: "'to' must be strictly greater than 'from'" }).waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("without a call in the window there is a sentence and no empty chart", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    await routesAnswer(page, []);
    await signIn(page, superuserKey);

    await page.getByRole("heading", { name: "No model was called in this window" }).waitFor();
    assert.equal(await page.locator("canvas").count(), 0);
    await screenshot(page, "dashboard-empty");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("while an answer is awaited the page says so, and the last question wins", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    let release;
    const held = new Promise((resolve) => (release = resolve));
    let first = true;
    await page.route("**/v1/usage**", async (route) => {
        const rows = first ? [] : sampleRows();
        if (first) await held;
        await route.fulfill({ json: answer(new URL(route.request().url()).pathname, rows) }).catch(() => {}); // it may be given up by then
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

test("the key lives in the tab: it survives a reload, is forgotten when asked, and is nowhere else", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    await routesAnswer(page, sampleRows());
    await signIn(page, superuserKey);
    await shown(page);

    await page.reload();
    await shown(page);
    assert.deepEqual(await page.evaluate(() => [localStorage.length, document.cookie, location.href.includes("superuser")]), [0, "", false]);
    const other = await context.newPage();
    await other.goto("/dashboard");
    await other.getByLabel("API key").waitFor();

    await page.getByRole("button", { name: "Forget key" }).click();
    await page.getByLabel("API key").waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("nothing that the API says is read as markup", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    const evil = "<img src=x onerror=\"document.title='owned'\">";
    await routesAnswer(page, sampleRows().map((row) => ({ ...row, tenant: evil, operation: `${evil}2` })));
    await signIn(page, superuserKey);
    await shown(page);

    assert.deepEqual(Object.keys(await figures(page, "tenants")), [evil]);
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(await page.title(), "Usage - Feedback Analysis Backend");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("the keyboard reaches and works everything, and focus is seen", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    await routesAnswer(page, sampleRows());
    await page.goto("/dashboard");
    assert.equal(await page.evaluate(() => document.activeElement.id), "key");
    await page.keyboard.type(superuserKey);
    await page.keyboard.press("Enter");
    await shown(page);

    const reached = new Set();
    for (let step = 0; step < 40; ++step) {
        await page.keyboard.press("Tab");
        const [name, outlined] = await page.evaluate(() => {
            const here = document.activeElement;
            const ring = here.matches(".choices input") ? here.nextElementSibling : here;
            return [here === document.body ? "" : here.name || here.id || `${here.closest("[id]")?.id} ${here.tagName}`, getComputedStyle(ring).outlineStyle !== "none"];
        });
        if (name) assert.ok(outlined, `focus on ${name} is seen`);
        reached.add(name);
    }
    for (const name of ["window", "refresh", "tenant", "operations SUMMARY", "operation", "tenants SUMMARY", "measure", "unit", "spread SUMMARY", "forget"])
        assert.ok(reached.has(name), `${name} is reached; ${[...reached]}`);

    const answered = page.waitForResponse("**/v1/usage/all/by-operation**");
    await page.getByRole("radio", { name: "30 days" }).focus();
    await page.keyboard.press("ArrowLeft");
    await answered;
    assert.ok(await page.getByRole("radio", { name: "7 days" }).isChecked());
    await page.locator("#operations summary").focus();
    await page.keyboard.press("Enter");
    assert.ok(await page.locator("#operations table").isVisible());
    assert.deepEqual(watched, nothing);
    await context.close();
});

for (const colorScheme of ["light", "dark"])
    test(`an audit of accessibility finds nothing, ${colorScheme}`, async () => {
        const { context, page, watched } = await openPage(browser, server.address, { colorScheme, reducedMotion: "reduce" });
        await routesAnswer(page, sampleRows());
        await page.goto("/dashboard");
        assert.deepEqual(await audit(page), []);
        await screenshot(page, `dashboard-key-${colorScheme}`);
        await signIn(page, superuserKey);
        await shown(page);
        for (const panel of ["operations", "tenants", "spread"]) await page.locator(`#${panel} summary`).click();
        assert.deepEqual(await audit(page), []);
        await screenshot(page, `dashboard-superuser-${colorScheme}`);
        assert.deepEqual(watched, nothing);
        await context.close();
    });

test("on a telephone nothing is cut off", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { viewport: { width: 375, height: 700 }, reducedMotion: "reduce" });
    await routesAnswer(page, sampleRows());
    await signIn(page, superuserKey);
    await shown(page);

    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    await screenshot(page, "dashboard-telephone");
    assert.deepEqual(watched, nothing);
    await context.close();
});
