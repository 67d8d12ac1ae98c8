// /docs in a browser, without requests to other hosts.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { audit, onlyKey, openPage, screenshot, startBrowser, stored } from "./support/browser.mjs";
import { hasStatus } from "./support/dashboard.mjs";
import { key, startServer } from "./support/server.mjs";

let server;
let browser;
let document;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    document = await (await fetch(`${server.address}/openapi.json`)).json();
});

async function openDocs(options = {}) {
    const opened = await openPage(browser, server.address, options);
    await opened.page.goto("/docs");
    await opened.page.waitForSelector(".opblock");
    return opened;
}

const nothing = { console: [], errors: [], foreign: [] };
const operations = () => Object.values(document.paths).flatMap((verbs) => Object.values(verbs));

test("every operation is listed under its tag, in the order of the tags", async () => {
    const { context, page, watched } = await openDocs();

    assert.equal(await page.title(), "Feedback Analysis Backend - Swagger UI");
    const listed = await page.locator(".opblock").evaluateAll((blocks) => blocks.map(({ id }) => id));
    const expected = operations().map(({ tags, operationId }) => `operations-${tags[0].replaceAll(" ", "_")}-${operationId}`);
    assert.deepEqual(listed.sort(), expected.sort());
    const shown = await page.locator(".opblock-tag").evaluateAll((tags) => tags.map(({ dataset }) => dataset.tag));
    assert.deepEqual(shown, document.tags.map(({ name }) => name));

    await screenshot(page, "docs");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("analyze-bulk can be tried out with a key that is stored until the tab closes", async () => {
    const { context, page, watched } = await openDocs();

    await page.click(".auth-wrapper .authorize");
    await page.fill(".auth-container input", key);
    await page.click(".auth-btn-wrapper .authorize");
    await page.click(".auth-btn-wrapper .btn-done");
    await page.reload();
    assert.deepEqual([await stored(page), await page.evaluate(() => sessionStorage.getItem("key"))], [onlyKey, key]);

    const block = page.locator("#operations-Bulk_Inference-analyze_bulk");
    await block.locator(".opblock-summary-control").click();
    const body = JSON.parse(await block.locator(".body-param__text").inputValue());
    assert.deepEqual(body, document.paths["/v1/analyze-bulk"].post.requestBody.content["application/json"].examples["example-1"].value);
    const executed = page.waitForResponse("**/v1/analyze-bulk");
    await block.locator("button.execute").click();

    const response = await executed;
    assert.equal(response.status(), 200);
    assert.equal(response.request().headers().authorization, `Bearer ${key}`);
    const shown = block.locator(".live-responses-table");
    await shown.waitFor();
    assert.match(await shown.locator(".response-col_status").last().innerText(), /200/);
    assert.match(await shown.locator(".response-col_description").last().innerText(), /pretty_output/);

    await screenshot(page, "docs-executed");

    await page.click(".auth-wrapper .authorize");
    await page.click(".auth-btn-wrapper .btn.modal-btn:has-text('Logout')");
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
    assert.deepEqual(watched, nothing);
    await context.close();
});

/** A press on the line of an operation. It changes the address, which Playwright would wait for as for another page. */
const press = (block) => block.locator(".opblock-summary-control").dispatchEvent("click");

/** Opens an operation and waits for its responses. */
async function openOperation(block) {
    await press(block);
    await block.locator(".response-line").first().waitFor();
}

test("an opened operation is shorter than two screens of 1280 by 800 pixels", async () => {
    const { context, page, watched } = await openDocs({ viewport: { width: 1280, height: 800 } });
    for (const block of await page.locator(".opblock").all()) {
        await openOperation(block);
        const { height } = await block.boundingBox();
        assert.ok(height < 2 * 800, `${await block.getAttribute("id")}: ${height}`);
        await press(block);
    }
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a response shows its example, schema and headers on request", async () => {
    const { context, page, watched } = await openDocs();
    const block = page.locator("#operations-Bulk_Inference-analyze_bulk");
    await openOperation(block);
    const details = block.getByRole("button", { name: "Details of response 422" });
    assert.deepEqual([await details.getAttribute("aria-expanded"), await block.locator("tr.response").count()], ["false", 0]);
    await details.focus();
    await page.keyboard.press("Enter");
    assert.match(await block.locator("tr.response").innerText(), /"json_invalid"[^]*X-Request-ID/);
    await page.keyboard.press("Enter");
    assert.equal(await block.locator("tr.response").count(), 0);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a phone shows every operation without overflow", async () => {
    const { context, page, watched } = await openDocs({ viewport: { width: 390, height: 844 }, hasTouch: true, expected: hasStatus(401) });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(await width(), 390);
    await screenshot(page, "docs-phone");
    for (const block of await page.locator(".opblock").all()) {
        await openOperation(block);
        await block.locator(".fold").first().click();
        await block.locator("tr.response").waitFor();
        assert.equal(await width(), 390, await block.getAttribute("id"));
        await press(block);
    }
    const block = page.locator("#operations-Bulk_Inference-analyze_bulk");
    await openOperation(block);
    await block.getByRole("tab", { name: "Schema" }).click();
    assert.equal(await width(), 390);
    await block.getByRole("tab", { name: "Edit Value" }).click();
    await block.locator("button.execute").click();
    await block.locator(".live-responses-table").waitFor();
    assert.equal(await width(), 390);
    await page.locator(".auth-wrapper .authorize").click();
    await page.locator(".auth-container input").waitFor();
    assert.equal(await width(), 390);
    assert.deepEqual(watched, nothing);
    await context.close();
});

for (const colorScheme of ["light", "dark"])
    test(`the page has the colours of the other pages, with enough contrast: ${colorScheme}`, async () => {
        const { context, page, watched } = await openDocs({ colorScheme });
        const contrast = async (state) => assert.deepEqual(await audit(page, ["color-contrast"]), [], state);
        const block = page.locator("#operations-Bulk_Inference-analyze_bulk");
        await openOperation(block);
        await contrast("opened");
        await screenshot(page, `docs-${colorScheme}`);
        await block.locator(".fold").first().click();
        for (const tab of await block.getByRole("tab", { name: "Schema" }).all()) await tab.click();
        await contrast("schemas");
        await page.locator(".auth-wrapper .authorize").click();
        await contrast("key");
        const colours = () => page.evaluate(() => {
            const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
            return [backgroundColor, color, fontFamily];
        });
        const own = await colours();
        assert.equal(await page.locator(".swagger-ui").evaluate((root) => getComputedStyle(root).backgroundColor), "rgba(0, 0, 0, 0)");
        await page.goto("/dashboard");
        assert.deepEqual(own, await colours());
        assert.deepEqual(watched, nothing);
        await context.close();
    });

for (const [colorScheme, viewport] of [["light", { width: 1280, height: 800 }], ["dark", { width: 390, height: 844 }]])
    test(`all pages have the same header, with links to each other: ${colorScheme}, ${viewport.width} pixels`, async () => {
        const { context, page, watched } = await openPage(browser, server.address, { colorScheme, viewport, locale: "en-US" });
        const headers = [];
        for (const path of ["/analyze", "/dashboard", "/docs"]) {
            assert.equal((await page.goto(path)).status(), 200);
            assert.deepEqual(await page.locator("header nav a[aria-current=page]").evaluateAll((links) => links.map(({ pathname }) => pathname)), [path]);
            await page.locator(path === "/docs" ? ".info" : "main").waitFor();
            assert.equal(await page.locator("h1").count(), 1);
            await page.locator("header nav a").evaluateAll((links) => links.forEach((link) => link.removeAttribute("aria-current")));
            headers.push(await page.locator(":is(header .brand, header .brand img, header nav a)").evaluateAll((parts) => parts.map((part) => {
                const { x, y, width, height } = part.getBoundingClientRect();
                const { color, backgroundColor, font } = getComputedStyle(part);
                return { text: part.textContent.trim(), path: part.pathname, x, y, width, height, color, backgroundColor, font };
            })));
        }
        assert.deepEqual(headers[0].filter(({ path }) => path).map(({ text, path }) => [text, path]), [["Analysis", "/analyze"], ["Usage", "/dashboard"], ["API", "/docs"]]);
        assert.deepEqual(headers[1], headers[0]);
        assert.deepEqual(headers[2], headers[0]);
        assert.deepEqual(watched, nothing);
        await context.close();
    });

test("cached files are not sent again", async () => {
    const { context, page } = await openDocs();
    const statuses = [];
    page.on("response", (response) => statuses.push([new URL(response.url()).pathname, response.status()]));

    await page.reload();
    await page.waitForSelector(".opblock");

    // The page cannot see a revalidation, so a request checks it.
    const first = await fetch(`${server.address}/docs/swagger-ui-bundle.js`);
    const again = await fetch(`${server.address}/docs/swagger-ui-bundle.js`, { headers: { "If-None-Match": first.headers.get("etag") } });
    assert.equal(again.status, 304);
    assert.equal((await again.arrayBuffer()).byteLength, 0);
    assert.ok(statuses.every(([, status]) => status === 200 || status === 304));
    await context.close();
});

test("scripts, styles and the document are compressed, with a content security policy that allows only scripts of the server", async () => {
    for (const asset of ["/docs/swagger-ui-bundle.js", "/docs/style.css", "/dashboard/style.css", "/dashboard/main.js", "/openapi.json"]) {
        for (const coding of ["br", "gzip"]) {
            const response = await fetch(server.address + asset, { headers: { "Accept-Encoding": coding } });
            assert.equal(response.headers.get("content-encoding"), coding, asset);
            const plain = await fetch(server.address + asset, { headers: { "Accept-Encoding": "identity" } });
            assert.equal(plain.headers.get("content-encoding"), null);
            assert.equal(await response.text(), await plain.text(), asset);
            const again = await fetch(server.address + asset, { headers: { "Accept-Encoding": coding, "If-None-Match": response.headers.get("etag") } });
            assert.equal(again.status, 304, asset);
        }
    }
    for (const page of ["/docs", "/dashboard", "/analyze", "/analyze/main.js", "/openapi.json"]) {
        const response = await fetch(server.address + page);
        const policy = response.headers.get("content-security-policy");
        assert.match(policy, /default-src 'none'; script-src 'self';/);
        assert.equal(response.headers.get("x-content-type-options"), "nosniff");
        assert.match(response.headers.get("x-request-id"), /^[0-9a-f-]{36}$/);
        const head = await fetch(server.address + page, { method: "HEAD" });
        assert.equal(head.status, 200);
        assert.equal(head.headers.get("etag"), response.headers.get("etag"));
    }
});
