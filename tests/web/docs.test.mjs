// /docs in a browser, without requests to other hosts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { openPage, screenshot, startBrowser } from "./support/browser.mjs";
import { key, startServer } from "./support/server.mjs";

let server;
let browser;
let document;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    document = await (await fetch(`${server.address}/openapi.json`)).json();
});

after(() => Promise.all([browser?.close(), server?.stop()]));

async function openDocs() {
    const opened = await openPage(browser, server.address);
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
    assert.deepEqual(await page.evaluate(() => [localStorage.length, document.cookie, sessionStorage.getItem("key")]), [0, "", key]);

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
    for (const asset of ["/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css", "/dashboard/chart.umd.min.js", "/dashboard/main.js", "/openapi.json"]) {
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
