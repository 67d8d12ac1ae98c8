// The pictures of README.md and docs/tour.md. With PICTURES they are saved there, otherwise with the test results.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { finished, openAnalysis, start } from "./support/analysis.mjs";
import { results, startBrowser } from "./support/browser.mjs";
import { nothing, shown } from "./support/dashboard.mjs";
import { compressPicture } from "./support/picture.mjs";
import { startServer } from "./support/server.mjs";
import { sampleRows, store } from "./support/usage.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = process.env.PICTURES ?? path.join(results, "tour");
const largest = 150_000; // bytes

let server;
let browser;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser(), mkdir(folder, { recursive: true })]);
});

/** Saves what the window shows from an element on. */
async function picture(page, name, from, height = 800) {
    await page.setViewportSize({ width: 1280, height });
    await page.locator(from).first().evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 16));
    await page.mouse.move(0, 0);
    const file = path.join(folder, `${name}.png`);
    await compressPicture(page, await page.screenshot({ animations: "disabled" }), file);
    assert.ok((await stat(file)).size < largest, name);
}

test("the tour leads from the sample to its result, its records, the usage and the API", async () => {
    const { context, page, watched } = await openAnalysis(browser, server, { reducedMotion: "reduce" });
    await page.locator("#sample").click();
    await page.locator("#columns-done").waitFor();
    await picture(page, "columns", "body");
    await page.locator("#columns-done").click();
    await page.locator(".preset").nth(2).click();
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await picture(page, "cost", "body", 780);
    await start(page);
    await finished(page);
    await page.locator("#result:focus").waitFor();
    await picture(page, "result", "body", 900);
    await picture(page, "themes", "#result-themes", 900);
    await picture(page, "heat-map", "#result-heat", 640);
    await page.locator("#result-themes .bar-cell button").first().click();
    await page.locator(".records-dialog").waitFor();
    await picture(page, "records", "#result-themes");
    await page.keyboard.press("Escape");

    await store(server, sampleRows());
    await page.goto("/dashboard");
    await shown(page);
    await picture(page, "usage", "body", 900);
    await page.goto("/docs");
    await page.locator("#operations-Bulk_Inference-analyze_bulk .opblock-summary-control").dispatchEvent("click");
    await page.locator(".response-line").first().waitFor();
    await picture(page, "api", "#operations-Bulk_Inference-analyze_bulk");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("README.md and the tour show every picture of the repository, and no other", async () => {
    const pages = await Promise.all(["README.md", "docs/tour.md"].map(async (name) => [name, await readFile(path.join(root, name), "utf8")]));
    const shownIn = ([name, text]) => [...text.matchAll(/!\[[^\]]+\]\(([^)]+\.png)\)/g)].map(([, target]) => path.join(root, path.dirname(name), target));
    const pictures = (await readdir(path.join(root, "docs/pictures"))).map((name) => path.join(root, "docs/pictures", name));
    assert.deepEqual([...new Set(pages.flatMap(shownIn))].sort(), pictures.sort());
    for (const picture of pictures) assert.ok((await stat(picture)).size < largest, picture);
});

test("the requests of README.md get the responses that it shows", async (context) => {
    const own = await startServer({ AUTH_API_KEYS: JSON.stringify([{ key_id: "crm-1", name: "crm", key: "a-long-random-secret", tenant_id: "tenant-nl" }]) });
    context.after(() => own.stop());
    const readme = await readFile(path.join(root, "README.md"), "utf8");
    const blocks = [...readme.matchAll(/^```(?:sh|json)\n([^]*?)^```/gm)].map(([, block]) => block);
    const execute = async (begin) => (await run("bash", ["-c", blocks.find((block) => block.startsWith(begin)).replaceAll("http://127.0.0.1:8000", own.address)])).stdout;
    const [shown, answer] = [JSON.parse(blocks.findLast((block) => block.startsWith("{"))), JSON.parse(await execute("curl"))]; // the last: of the built-in model
    assert.deepEqual({ ...answer, request_id: shown.request_id, pretty_output: shown.pretty_output }, shown);
    assert.deepEqual(Object.keys(answer), Object.keys(shown));
    assert.ok(answer.pretty_output.startsWith(shown.pretty_output.replace(/\s*…$/, "")));
    assert.equal(JSON.parse(await execute("location=")).operation, "analyze_bulk");
});
