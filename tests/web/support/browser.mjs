// Debian's Chromium without display and network: requests to other hosts are refused and recorded.
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { atEnd } from "./cleanup.mjs";

export const results = process.env.TEST_RESULTS ?? fileURLToPath(new URL("../test-results", import.meta.url));

/** A time limit in milliseconds, which is longer for a server with sanitizers. */
export const within = (limit) => (process.env.SANITIZERS ? 8 : 1) * limit;

export function startBrowser() {
    const browser = chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        // Root cannot use the sandbox. Host names do not resolve, so that only the server is reachable.
        args: ["--no-sandbox", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    });
    atEnd(async () => (await browser).close());
    return browser;
}

/**
 * Opens a page in a new session. `watched` must stay empty: console errors, page errors, requests to other hosts. `expected`
 * selects console messages that the test provokes.
 */
export async function openPage(browser, address, { expected = () => false, ...options } = {}) {
    const context = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 900 }, timezoneId: "America/Bogota", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(within(60_000)); // a busy machine is slow; nothing waits so long otherwise
    const watched = { console: [], errors: [], foreign: [] };
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type()) && !expected(message.text())) watched.console.push(message.text());
    });
    page.on("pageerror", (failure) => watched.errors.push(String(failure)));
    page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${address}/`) && !url.startsWith("data:") && !url.startsWith("blob:")) watched.foreign.push(url);
    });
    return { context, page, watched };
}

/** Saves a screenshot with the test results. */
export async function screenshot(page, name) {
    const folder = path.join(results, "screenshots");
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

/** Runs an accessibility audit, of all rules or of some, and returns its problems. */
export async function audit(page, rules = null) {
    await page.evaluate(await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8"));
    const { violations } = await page.evaluate((runOnly) => globalThis.axe.run(document, { resultTypes: ["violations"], ...(runOnly && { runOnly }) }), rules);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** What the page stored in the browser besides the session of this tab, and the names of its session; the language of /analyze is not named. */
export const stored = (page) => page.evaluate(async () => ({
    local: localStorage.length, databases: (await indexedDB.databases()).length, caches: (await caches.keys()).length, cookies: document.cookie,
    workers: (await navigator.serviceWorker.getRegistrations()).length, session: Object.keys(sessionStorage).filter((name) => name !== "language"),
}));
export const onlyKey = { local: 0, databases: 0, caches: 0, cookies: "", workers: 0, session: ["key"] };
