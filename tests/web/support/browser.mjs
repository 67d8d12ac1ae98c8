// Debian's Chromium, without a display and without a network: whatever a page asks of another host is refused and written down.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const results = process.env.TEST_RESULTS ?? fileURLToPath(new URL("../test-results", import.meta.url));

export async function startBrowser() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        // As root there is no sandbox; names resolve to nothing, so that the network is as good as cut.
        args: ["--no-sandbox", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    });
}

/**
 * A page in a session of its own. `watched` holds what must stay empty: console errors, page errors, requests to others. `expected`
 * tells console messages that the test means to provoke.
 */
export async function openPage(browser, address, { expected = () => false, ...options } = {}) {
    const context = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 900 }, timezoneId: "America/Bogota", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
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

/** Kept as output of the tests, for people to look at. */
export async function screenshot(page, name) {
    const folder = path.join(results, "screenshots");
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
