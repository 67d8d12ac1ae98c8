// /dashboard in a browser: it shows what the usage routes return for the rows in the database.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { audit, onlyKey, openPage, screenshot, startBrowser, stored } from "./support/browser.mjs";
import { nothing, shown, signIn, tableValues } from "./support/dashboard.mjs";
import { key, send, startServer, superuserKey } from "./support/server.mjs";
import { expectedUsage, sampleRows, store } from "./support/usage.mjs";

let server;
let browser;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    await store(server, sampleRows());
});

const usage = async (path, apiKey = superuserKey) => (await send(server, path, { key: apiKey })).json();

const names = {
    analyze: "analyze-bulk", summarize: "summarize", summarize_aggregate: "summarize-bulk", assign_codes: "assign-codes",
    detect_sensitive: "detect-sensitive", suggest_codes: "suggest-codes",
};
// A cost of which nothing is known is no number.
const costRow = (block) => [...(block.unpriced_calls && !block.total_cost_usd ? [] : [block.total_cost_usd]), block.total_calls, block.failed_calls, block.llm_call_stats.total_calls, block.llm_call_stats.failed_calls];
const distributionRow = ({ avg, min, p5, p95, max, total }) => [avg, min, p5, p95, max, total];
const operationRows = (blocks) => Object.fromEntries(blocks.map((block) => [names[block.operation] ?? block.operation, costRow(block)]));
const modelRows = (models) => Object.fromEntries(models.map(({ model, total_cost_usd, ...sums }) => [model, [...(sums.unpriced_calls && !total_cost_usd ? [] : [total_cost_usd]),
    sums.total_calls, sums.failed_calls, sums.input_tokens, sums.cached_tokens, sums.output_tokens]]));
const tenantRows = (blocks) => Object.fromEntries(blocks.map((block) => [block.tenant_id, costRow(block)]));

/** The paths of later requests of usage by the page. */
function requests(page) {
    const paths = [];
    page.on("request", (request) => request.url().includes("/v1/usage") && paths.push(new URL(request.url()).pathname));
    return paths;
}

/** Fails unless all members are equal; numbers may differ by rounding, percentiles by the error of their sketches. */
function assertEqual(actual, expected, where = "") {
    const error = /\.p(5|95)$/.test(where) ? 0.01 : 1e-9;
    if (typeof expected === "number") assert.ok(Math.abs(actual - expected) <= error * Math.max(1, Math.abs(expected)), `${where}: ${actual}, not ${expected}`);
    else if (expected === null || typeof expected !== "object") assert.equal(actual, expected, where);
    else {
        assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort(), where);
        for (const name of Object.keys(expected)) assertEqual(actual[name], expected[name], `${where}.${name}`);
    }
}

test("the usage routes return what the reference specifies", async () => {
    assertEqual(await usage("/v1/usage", key), expectedUsage("/v1/usage", sampleRows(), "tenant-a"));
    for (const path of ["/v1/usage/all/by-tenant", "/v1/usage/all/by-operation"]) assertEqual(await usage(path), expectedUsage(path, sampleRows()));
});

test("an ordinary key shows the statistics that the API returns for its tenant", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    const paths = requests(page);
    const own = await usage("/v1/usage", key);

    await signIn(page, key);
    await shown(page);

    assert.equal(await page.locator("#scope").innerText(), "Tenant tenant-a");
    assert.deepEqual(await page.locator("#tiles dd data").evaluateAll((values) => values.map(({ value }) => Number(value))), [
        own.total_cost_usd, own.total_calls, own.llm_call_stats.total_calls, own.input_tokens.total, own.output_tokens.total, own.elapsed.avg]);
    assert.deepEqual(await tableValues(page, "operations"), operationRows(own.operations));
    assert.deepEqual(await tableValues(page, "models"), modelRows(own.models));
    assert.equal(await page.locator("#tenants-card").isVisible(), false);
    for (const [unit, blockOf] of [["request", (block) => block], ["call", (block) => block.llm_call_stats]])
        for (const measure of ["elapsed", "call_duration", "input_tokens", "output_tokens"]) {
            await page.locator(`input[value="${unit}"]`).check({ force: true });
            await page.locator(`input[value="${measure}"]`).check({ force: true });
            assert.deepEqual(await tableValues(page, "distributions"), Object.fromEntries([["all", own], ...own.operations.map((block) => [names[block.operation], block])]
                .map(([name, block]) => [name, distributionRow(blockOf(block)[measure])])), `${measure} ${unit}`);
        }
    await screenshot(page, "dashboard-tenant");
    assert.deepEqual(paths, ["/v1/usage"]);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a superuser key shows every tenant and operation, each split by the other", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    const paths = requests(page);
    const byTenant = await usage("/v1/usage/all/by-tenant");
    const byOperation = await usage("/v1/usage/all/by-operation");

    await signIn(page, superuserKey);
    await shown(page);

    assert.equal(await page.locator("#scope").innerText(), "All tenants");
    assert.deepEqual(await tableValues(page, "operations"), operationRows(byOperation.operations));
    assert.deepEqual(await tableValues(page, "tenants"), tenantRows(byTenant.tenants));
    assert.deepEqual(await tableValues(page, "models"), modelRows(byTenant.models));
    await screenshot(page, "dashboard-superuser-light");

    assert.deepEqual(paths.sort(), ["/v1/usage", "/v1/usage/all/by-operation", "/v1/usage/all/by-tenant"]);
    await page.getByLabel("Tenant", { exact: true }).selectOption("country-office-nl");
    const tenant = byTenant.tenants.find(({ tenant_id }) => tenant_id === "country-office-nl");
    assert.deepEqual(await tableValues(page, "operations"), operationRows(tenant.operations));
    assert.deepEqual((await tableValues(page, "distributions")).all, distributionRow(tenant.elapsed));
    await page.getByLabel("Operation", { exact: true }).selectOption("assign_codes");
    assert.deepEqual(await tableValues(page, "tenants"), tenantRows(byOperation.operations.find(({ operation }) => operation === "assign_codes").tenants));

    assert.deepEqual(watched, nothing);
    await context.close();
});

test("unfinished jobs are shown with their progress until they have ended", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    const job = (status, progress) => ({ job_id: "6f1d2c3b4a59687786950a1b2c3d4e5f", status, operation: "analyze_bulk", started: "2026-03-02T08:15:00.250000Z", progress, calls: 121, cost_usd: 0.4182 });
    let jobs = [
        job("queued", { phase: null, done: 0, total: 0, fraction: 0 }),
        job("running", { phase: "map", done: 120, total: 480, fraction: 0.25 }),
        job("running", { phase: "embed", done: 0, total: 0, fraction: 0 }),
        job("succeeded", { phase: "judge", done: 1, total: 1, fraction: 1 }),
    ];
    await page.route("**/v1/jobs?limit=200", (route) => route.fulfill({ json: { jobs, next_cursor: null } }));
    await page.clock.install();
    await signIn(page, key);
    await shown(page);

    const rows = page.locator("#jobs tbody tr");
    await rows.nth(2).waitFor();
    assert.equal(await rows.count(), 3);
    assert.deepEqual(await rows.locator("td:nth-child(2)").allInnerTexts(), ["queued", "map 120 of 480", "embed"]);
    assert.equal(await page.getByRole("progressbar", { name: "map 120 of 480" }).getAttribute("value"), "0.25");
    assert.deepEqual(await audit(page), []);
    await screenshot(page, "dashboard-jobs");

    jobs = [];
    await page.clock.fastForward(5000);
    await page.locator("#jobs-card").waitFor({ state: "hidden" });
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("without jobs, or when they cannot be read, there is no section of jobs", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { expected: (text) => text.includes("status of 500") });
    const answered = page.waitForResponse("**/v1/jobs?limit=200");
    await signIn(page, key);
    await answered;
    await shown(page);
    assert.equal(await page.locator("#jobs-card").isVisible(), false);

    await page.route("**/v1/jobs?limit=200", (route) => route.fulfill({ status: 500, json: {} }));
    const refused = page.waitForResponse("**/v1/jobs?limit=200");
    await page.getByRole("button", { name: "Refresh" }).click();
    await refused;
    assert.equal(await page.locator("#jobs-card").isVisible(), false);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a cost of unpriced calls is shown as unpriced, not as zero", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    await signIn(page, superuserKey);
    await shown(page);
    await page.getByLabel("Tenant", { exact: true }).selectOption("field-office-07");

    const row = page.locator("#operations tbody tr", { has: page.locator("th", { hasText: /^summarize$/ }) });
    assert.equal(await row.locator("td").first().textContent(), "unpriced");
    assert.match(await page.locator("#operations svg.chart").first().getAttribute("aria-label"), /summarize unpriced/);
    const tenant = page.locator("#tenants tbody tr", { has: page.locator("th", { hasText: "field-office-07" }) });
    assert.match(await tenant.locator("td").first().textContent(), /^\$[0-9.]+ \+ unpriced$/);
    assert.match(await page.locator("#tiles .hint").first().textContent(), /^without \d+ unpriced model calls$/);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a chart shows the values of a row below the pointer, as text, and is as wide as its place", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    await signIn(page, superuserKey);
    await shown(page);
    const { operations } = await usage("/v1/usage/all/by-operation");
    const block = operations.find(({ operation }) => operation === "detect_sensitive");

    const plot = page.locator("#operations .plot").nth(1);
    const row = plot.locator("[data-tip^='detect-sensitive']");
    await row.hover();
    assert.deepEqual(await plot.locator(".tip > *").allInnerTexts(), ["detect-sensitive", `${block.total_calls - block.failed_calls} succeeded`, `${block.failed_calls} failed`]);
    await page.locator("#operations-title").hover();
    assert.equal(await plot.locator(".tip").isVisible(), false);
    assert.equal(await page.locator("#series .plot").first().locator("[data-tip]").count(), await page.locator("#series tbody tr").count());

    const ranges = page.locator("#distributions .plot");
    for (const width of [1280, 700, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForFunction(() => [...document.querySelectorAll("svg.chart")].every((svg) => Math.abs(svg.viewBox.baseVal.width - svg.parentElement.clientWidth) < 1));
        await ranges.locator("[data-tip]").first().hover();
        const [place, tip] = [await ranges.boundingBox(), await ranges.locator(".tip").boundingBox()];
        assert.ok(tip.x >= place.x - 1 && tip.x + tip.width <= place.x + place.width + 1, `${width}: the tip is within the chart`);
    }
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("models are shown with cost, share and calls, as many as a chart can have", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    const model = (name, total_cost_usd, more = {}) => ({ model: name, total_calls: 100, failed_calls: 0, total_cost_usd, input_tokens: 5_000, output_tokens: 700, unpriced_calls: 0, cached_tokens: 1_200, ...more });
    let models = [];
    await page.route("**/v1/usage?*", async (route) => {
        const response = await route.fetch();
        return route.fulfill({ response, json: { ...await response.json(), models } });
    });
    await signIn(page, key);
    await shown(page);
    assert.equal(await page.locator("#models-card").isVisible(), false);

    models = [model("gpt-5.4", 30), model("gpt-5.4-mini", 10, { unpriced_calls: 3 }), model("our-own", 0, { unpriced_calls: 100 }), model("azure/gpt-5.4", 0, { failed_calls: 100 })];
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.locator("#models-card").waitFor();
    const [cost, calls] = await page.locator("#models svg.chart").evaluateAll((charts) => charts.map((chart) => chart.getAttribute("aria-label")));
    assert.equal(cost, "Cost: gpt-5.4 $30.00 (75%), gpt-5.4-mini $10.00 (25%), our-own unpriced, azure/gpt-5.4 $0.00 (0%)");
    assert.equal(calls, "Model calls: gpt-5.4 100, 0 failed; gpt-5.4-mini 100, 0 failed; our-own 100, 0 failed; azure/gpt-5.4 100, 100 failed");
    assert.deepEqual(await page.locator("#models tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map(({ textContent }) => textContent).join(" | "))), [
        "gpt-5.4 | $30.00 | 75% | 100 | 0 | 5,000 | 1,200 | 700", "gpt-5.4-mini | $10.00 + unpriced | 25% | 100 | 0 | 5,000 | 1,200 | 700",
        "our-own | unpriced | – | 100 | 0 | 5,000 | 1,200 | 700", "azure/gpt-5.4 | $0.00 | 0% | 100 | 100 | 5,000 | 1,200 | 700"]);
    await page.locator("#models summary").click();
    await screenshot(page, "dashboard-models");

    models = [...Array.from({ length: 20 }, (_, at) => model(`model-${at}`, 100 - at)), model(null, 50)];
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("9 more in the table.").waitFor();
    assert.equal(await page.locator("#models tbody tr").last().locator("th").innerText(), "all others");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("the key is stored in the tab only: it survives a reload and can be removed", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    await signIn(page, superuserKey);
    await shown(page);

    await page.reload();
    await shown(page);
    assert.deepEqual([await stored(page), await page.evaluate(() => location.href.includes("superuser"))], [onlyKey, false]);
    const other = await context.newPage();
    await other.goto("/dashboard");
    await other.getByLabel("API key").waitFor();

    await page.getByRole("button", { name: "Forget key" }).click();
    await page.getByLabel("API key").waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("data of the API is never parsed as markup", async () => {
    const own = await startServer();
    const evil = "<img src=x onerror=\"document.title='owned'\">";
    await store(own, sampleRows().slice(0, 50).map((row) => ({ ...row, tenant: evil, operation: `${evil.slice(0, 60)}2`, model: evil })));
    const { context, page, watched } = await openPage(browser, own.address);
    await signIn(page, superuserKey);
    await shown(page);

    assert.deepEqual(Object.keys(await tableValues(page, "tenants")), [evil]);
    assert.deepEqual(Object.keys(await tableValues(page, "models")), [evil]);
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(await page.title(), "Usage - Feedback Analysis Backend");
    assert.deepEqual(watched, nothing);
    await context.close();
    await own.stop();
});

test("everything works with the keyboard, and focus is visible", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    await page.goto("/dashboard");
    assert.equal(await page.evaluate(() => document.activeElement.id), "key");
    await page.keyboard.type(superuserKey);
    await page.keyboard.press("Enter");
    await shown(page);

    const reached = new Set();
    for (let step = 0; step < 50; ++step) {
        await page.keyboard.press("Tab");
        const [name, outlined] = await page.evaluate(() => {
            const active = document.activeElement;
            const ring = active.matches(".choices input") ? active.nextElementSibling : active;
            return [active === document.body ? "" : active.name || active.id || `${active.closest("[id]")?.id} ${active.tagName}`, getComputedStyle(ring).outlineStyle !== "none"];
        });
        if (name) assert.ok(outlined, `focus on ${name} is visible`);
        reached.add(name);
    }
    for (const name of ["window", "download", "refresh", "period", "download-series", "series SUMMARY", "download-models", "models SUMMARY", "tenant", "operations SUMMARY", "operation", "tenants SUMMARY", "measure", "unit", "distributions SUMMARY", "forget"])
        assert.ok(reached.has(name), `${name} is not reached; ${[...reached]}`);

    const response = page.waitForResponse("**/v1/usage/all/by-operation**");
    await page.getByRole("radio", { name: "30 days" }).focus();
    await page.keyboard.press("ArrowLeft");
    await response;
    assert.ok(await page.getByRole("radio", { name: "7 days" }).isChecked());
    await page.locator("#operations summary").focus();
    await page.keyboard.press("Enter");
    assert.ok(await page.locator("#operations table").isVisible());
    assert.deepEqual(watched, nothing);
    await context.close();
});

for (const colorScheme of ["light", "dark"])
    test(`an accessibility audit finds no problem, ${colorScheme}`, async () => {
        const { context, page, watched } = await openPage(browser, server.address, { colorScheme, reducedMotion: "reduce" });
        await page.goto("/dashboard");
        assert.deepEqual(await audit(page), []);
        await screenshot(page, `dashboard-key-${colorScheme}`);
        await signIn(page, superuserKey);
        await shown(page);
        for (const panel of ["series", "models", "operations", "tenants", "distributions"]) await page.locator(`#${panel} summary`).click();
        assert.deepEqual(await audit(page), []);
        await screenshot(page, `dashboard-superuser-${colorScheme}`);
        assert.deepEqual(watched, nothing);
        await context.close();
    });

test("nothing is cut off on a phone", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
    await signIn(page, superuserKey);
    await shown(page);

    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    assert.deepEqual(await page.evaluate(() => {
        const main = document.querySelector("main");
        const edge = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight);
        return [...main.querySelectorAll("section, fieldset, .tiles > div, figure")]
            .filter((element) => element.getBoundingClientRect().right > edge + 0.5).map((element) => element.outerHTML.slice(0, 80));
    }), []);
    await screenshot(page, "dashboard-telephone");
    assert.deepEqual(watched, nothing);
    await context.close();
});
