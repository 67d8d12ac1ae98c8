// /analyze in a browser, from the key to the answer.
import { openPage, within } from "./browser.mjs";
import { key, send } from "./server.mjs";

/** Keeps the bodies that the page sends; a browser does not report those of Blobs. */
function recordBodies() {
    globalThis.bodies = [];
    const original = globalThis.fetch;
    globalThis.fetch = (address, options = {}) => {
        if (options.body instanceof Blob) globalThis.bodies.push(options.body);
        return original(address, options);
    };
}

/** Opens the page with a key that is entered. */
export async function openAnalysis(browser, server, options = {}) {
    const opened = await openPage(browser, server.address, { locale: "en-US", ...options });
    await opened.page.addInitScript(recordBodies);
    await opened.page.goto("/analyze");
    await signIn(opened.page);
    return opened;
}

export async function signIn(page, apiKey = key) {
    await page.locator("#key").fill(apiKey);
    await page.locator("#key-form button").click();
    await page.locator("#step-file[data-state=open], #step-columns[data-state=open]").waitFor();
}

export const file = (name, content) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });

/** Chooses a file and waits for its columns. */
export async function chooseFile(page, chosen) {
    await page.locator("#file").setInputFiles(chosen);
    await page.locator("#columns-done").waitFor();
}

/** The roles of the columns: {name: role}. */
export async function rolesOf(page) {
    return Object.fromEntries(await page.locator(".mapping tbody tr").evaluateAll((rows) => rows.map((row) => [row.querySelector("th").textContent, row.querySelector("select").value])));
}

/** The problems that the page lists. */
export const problemsOf = (page) => page.locator(".problem summary").allInnerTexts();

/** From the columns to a question and its cost. */
export async function askQuestion(page, question = "Which shortages are reported?") {
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill(question);
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
}

export async function start(page) {
    await page.locator("#start").click();
    await page.locator("#step-job").waitFor();
}

export async function finished(page) {
    await page.locator("#result").waitFor({ timeout: within(120_000) });
}

/** The id of the job in the address. */
export const jobOf = (page) => new URL(page.url()).hash.slice("#job=".length);

/** The last body that the page sent. */
export const lastBody = (page) => page.evaluate(async () => JSON.parse(await globalThis.bodies.at(-1).text()));

export const fromServer = async (server, path, options = {}) => (await send(server, path, options)).json();
