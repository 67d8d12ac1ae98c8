// /dashboard in a browser: usage over time, CSV files, budgets and the labels of the axes.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { audit, openPage, screenshot, startBrowser } from "./support/browser.mjs";
import { envelope, hasStatus, nothing, scriptResponses, shown, signIn, tableValues } from "./support/dashboard.mjs";
import { key, send, startServer, superuserKey } from "./support/server.mjs";
import { sampleRows, store } from "./support/usage.mjs";
import { axes } from "../../core/pages/dashboard/format.js";

let server;
let browser;
let folder;

before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "verbatim-limits-"));
    const limits = path.join(folder, "limits.toml");
    await writeFile(limits, "[tenant-a]\nbudget_usd_per_day = 10\nbudget_usd_per_month = 150.5\n");
    [server, browser] = await Promise.all([startServer({ LIMITS_FILE: limits }), startBrowser()]);
    await store(server, sampleRows());
});

after(() => rm(folder, { recursive: true, force: true }));

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const label = { hour: { hour: "2-digit", minute: "2-digit", day: "numeric" }, day: { day: "numeric" }, month: {} };
const nameOf = (period, start) => new Date(start).toLocaleString("en-GB", { month: "short", year: "numeric", hourCycle: "h23", timeZone: "UTC", ...label[period] });
const row = (block) => [...(block.unpriced_calls && !block.total_cost_usd ? [] : [block.total_cost_usd]),
    block.total_calls, block.failed_calls, block.llm_call_stats.total_calls, block.llm_call_stats.failed_calls];

/** Does `action` and returns the target of the request with a series that it causes. */
async function seriesTarget(page, action) {
    const response = page.waitForResponse((candidate) => candidate.url().includes("group_by="));
    await action();
    await response;
    const { pathname, search } = new URL((await response).url());
    return pathname + search;
}

const choose = (page, text) => () => page.getByText(text, { exact: true }).click();

async function chooseDays(page, first, last) {
    await page.getByText("Custom", { exact: true }).click();
    await page.getByLabel("First day").fill(first);
    await page.getByLabel("Last day").fill(last);
    await page.getByRole("button", { name: "Apply" }).click();
}

for (const [kind, apiKey] of [["an ordinary", key], ["a superuser", superuserKey]])
    test(`usage over time has the values of the API for ${kind} key, in hours, days and months`, async () => {
        const { context, page, watched } = await openPage(browser, server.address);
        await signIn(page, apiKey);
        await shown(page);
        for (const [period, action] of [["day", choose(page, "7 days")], ["hour", choose(page, "Hour")], ["month", choose(page, "Month")]]) {
            const target = await seriesTarget(page, action);
            const report = await (await send(server, target.replace("/v1/usage?", apiKey === key ? "/v1/usage?" : "/v1/usage/all/by-tenant?"), { key: apiKey })).json();
            await page.getByRole("img", { name: `Cost per ${period}: ${report.series.length} periods, ` }).waitFor();

            assert.deepEqual(await tableValues(page, "series"), Object.fromEntries(report.series.map((block) => [nameOf(period, block.start), row(block)])), period);
            const { total_cost_usd } = report.total ?? report;
            assert.ok(Math.abs(sum(report.series.map((block) => block.total_cost_usd)) - total_cost_usd) < 1e-9);
            assert.ok(total_cost_usd > 0);
            assert.match(target, new RegExp(`group_by=${period}$`));
            await screenshot(page, `dashboard-series-${period}-${apiKey === key ? "tenant" : "superuser"}`);
        }
        assert.deepEqual(watched, nothing);
        await context.close();
    });

test("the length of the time range determines the period, and which others can be selected", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    await signIn(page, superuserKey);
    await shown(page);
    const state = () => page.locator("input[name=period]").evaluateAll((inputs) =>
        inputs.map(({ value, checked, disabled }) => `${value}${checked ? " selected" : ""}${disabled ? " impossible" : ""}`).join(", "));
    const shows = (period) => page.getByRole("img", { name: new RegExp(`^Cost per ${period}:`) }).waitFor();

    assert.equal(await state(), "hour impossible, day selected, month");
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10); // has calls in any case
    await chooseDays(page, yesterday, yesterday);
    await shows("hour");
    assert.equal(await state(), "hour selected, day, month");
    await choose(page, "Month")();
    await shows("month");
    await choose(page, "90 days")();
    await shows("day");
    assert.equal(await state(), "hour impossible, day selected, month");
    await chooseDays(page, "1995-01-01", "");
    await shows("month");
    assert.equal(await state(), "hour impossible, day impossible, month selected");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("no time range causes a request with too many periods", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    await signIn(page, key);
    await shown(page);
    const statuses = [];
    page.on("response", (response) => response.url().includes("/v1/usage") && statuses.push(response.status()));
    for (const [first, last, cardShown] of [["0001-01-01", "", false], ["", "9998-12-31", false], ["", "2050-01-01", true], ["0001-01-01", "9998-12-31", false], ["1970-01-01", "", true]]) {
        const response = page.waitForResponse("**/v1/usage?*");
        await chooseDays(page, first, last);
        await response;
        await page.locator(`#series-card${cardShown ? ":not([hidden])" : "[hidden]"}`).waitFor({ state: cardShown ? "visible" : "attached" });
        assert.equal(await page.locator("#window-problem").textContent(), "");
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a server without series and budgets shows everything else", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { expected: hasStatus(404) });
    await scriptResponses(page, sampleRows());
    await page.route("**/v1/limits", (route) => route.fulfill({ status: 404, json: envelope("not_found", "Not Found") }));
    const limits = page.waitForResponse("**/v1/limits");
    await signIn(page, superuserKey);
    await limits;
    await shown(page);
    assert.deepEqual([await page.locator("#series-card").isVisible(), await page.locator("#budgets-card").isVisible()], [false, false]);
    assert.ok(await page.locator("#operations svg.chart").first().isVisible());

    await page.getByRole("button", { name: "Download CSV", exact: true }).click(); // answered with JSON
    await page.locator("#window-problem", { hasText: "The CSV file could not be downloaded. The server has no CSV." }).waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

for (const [kind, apiKey, route] of [["an ordinary", key, "/v1/usage"], ["a superuser", superuserKey, "/v1/usage/all/by-tenant"]])
    test(`the files that ${kind} key downloads are those of the API`, async () => {
        const { context, page, watched } = await openPage(browser, server.address);
        await signIn(page, apiKey);
        await shown(page);
        for (const [button, name, columns] of [["Download CSV", "usage.csv", /^tenant_id,operation,/], ["Download CSV of periods", "usage-over-time.csv", /^start,end,/], ["Download CSV of models", "usage-by-model.csv", /^model,total_calls,/]]) {
            const request = page.waitForRequest((candidate) => candidate.headers().accept === "text/csv");
            const saved = page.waitForEvent("download");
            await page.getByRole("button", { name: button, exact: true }).click();
            const { pathname, search } = new URL((await request).url());
            const file = await readFile(await (await saved).path(), "utf8");

            const expected = await fetch(server.address + pathname + search, { headers: { Authorization: `Bearer ${apiKey}`, Accept: "text/csv" } });
            assert.equal(pathname, route);
            assert.equal((await saved).suggestedFilename(), name);
            assert.equal(file, await expected.text());
            assert.match(file, columns);
        }
        assert.deepEqual(watched, nothing);
        await context.close();
    });

test("a download that fails is reported, and a refused key leads to the sign-in form", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { expected: hasStatus(401, 503) });
    await signIn(page, key);
    await shown(page);
    for (const [status, message] of [[503, "Usage is unavailable"], [401, "Invalid key"]]) {
        await page.route("**/v1/usage?*", (route) => route.fulfill({ status, json: envelope("code", message) }));
        await page.getByRole("button", { name: "Download CSV", exact: true }).click();
        await page.getByText(status === 401 ? "The server does not accept this key." : "The CSV file could not be downloaded. Usage is unavailable").waitFor();
    }
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("budgets are those of GET /v1/limits", async () => {
    const { context, page, watched } = await openPage(browser, server.address);
    const limits = await (await send(server, "/v1/limits")).json();
    await signIn(page, key);
    await page.locator("#budgets-card").waitFor();

    assert.deepEqual(await page.locator("#budgets data").evaluateAll((values) => values.map(({ value }) => Number(value))), [limits.budget_per_day.left_usd, limits.budget_per_month.left_usd]);
    assert.equal(limits.budget_per_month.limit_usd, 150.5);
    assert.deepEqual(await page.locator("#budgets dt").allTextContents(), ["Left today", "Left this month"]);
    assert.match(await page.locator("#budgets .hint").nth(2).textContent(), /^of \$150\.50; \$[0-9.]+ used/);
    await page.getByRole("button", { name: "Forget key" }).click();
    assert.equal(await page.locator("#budgets-card").isVisible(), false);

    const response = page.waitForResponse("**/v1/limits");
    await signIn(page, superuserKey); // its tenant has none
    await response;
    await shown(page);
    assert.equal(await page.locator("#budgets-card").isVisible(), false);
    assert.deepEqual(watched, nothing);
    await context.close();
});

for (const [colorScheme, viewport] of [["light", { width: 390, height: 844 }], ["dark", { width: 1280, height: 900 }]])
    test(`a tenant's name in the budgets is text; an audit finds no problem, ${colorScheme}, ${viewport.width} pixels`, async () => {
        const { context, page, watched } = await openPage(browser, server.address, { colorScheme, viewport, reducedMotion: "reduce" });
        const evil = "<img src=x onerror=\"document.title='owned'\">";
        const budget = (limit_usd, used_usd, left_usd) => ({ limit_usd, used_usd, reserved_usd: 0.1, left_usd, resets_at: "2026-12-01T00:00:00Z" });
        await page.route("**/v1/limits", (route) => route.fulfill({ json: {
            tenant_id: evil, budget_per_day: budget(10, 3.25, 6.65), budget_per_month: budget(150, 150.2, 0),
            requests_per_minute: null, tokens_per_minute: null, calls_in_flight: null, operations: null } }));
        await signIn(page, key);
        await shown(page);
        await page.locator("#budgets-card").waitFor();

        assert.equal(await page.locator("#budgets-tenant").textContent(), `Tenant ${evil}`);
        assert.equal(await page.locator("main img").count(), 0);
        assert.deepEqual(await page.locator("#budgets progress").evaluateAll((bars) => bars.map(({ position }) => Math.round(position * 1000))), [335, 1000]);
        assert.match(await page.locator("#budgets .hint").first().textContent(), /^of \$10\.00; \$3\.25 used, \$0\.10 reserved\. Resets on 1 Dec,? 00:00 UTC\.$/);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
        assert.deepEqual(await audit(page), []);
        await screenshot(page, `dashboard-budgets-${colorScheme}`);
        assert.deepEqual(watched, nothing);
        await context.close();
    });

const labelsOf = (axis, values) => values.map((value) => axis.words(value, { step: values[1], last: values.at(-1) }));

test("the labels of an axis have the same unit and the same number of decimals", () => {
    const { money, count, duration } = axes;
    for (const [axis, values, expected] of [
        [money, [0, 0.5, 1, 1.5], ["$0.00", "$0.50", "$1.00", "$1.50"]],
        [money, [0, 0.025, 0.05, 0.075], ["$0.000", "$0.025", "$0.050", "$0.075"]],
        [money, [0, 0.1, 0.2, 0.1 + 0.2], ["$0.00", "$0.10", "$0.20", "$0.30"]],
        [money, [0, 500, 1000], ["$0", "$500", "$1,000"]],
        [count, [0, 500, 1000, 1500], ["0", "0.5K", "1.0K", "1.5K"]],
        [count, [0, 1, 2], ["0", "1", "2"]],
        [count, [0, 2e6, 4e6], ["0", "2M", "4M"]],
        [duration, [0, 200, 400], ["0", "200 ms", "400 ms"]],
        [duration, [0, 500, 1000, 1500], ["0", "0.5 s", "1.0 s", "1.5 s"]],
        [duration, [0, 50_000, 100_000], ["0", "0:50 min", "1:40 min"]],
        [duration, [0, 2e6, 4e6], ["0", "0:33:20 h", "1:06:40 h"]],
    ]) assert.deepEqual(labelsOf(axis, values), expected);
});
