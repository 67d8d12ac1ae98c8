// The usage page in a browser, with scripted responses of the usage routes where a server would not send them.
import { superuserKey } from "./server.mjs";
import { answer } from "./usage.mjs";

export const nothing = { console: [], errors: [], foreign: [] };
export const envelope = (code, message, fields) => ({ error: { code, message, request_id: "0b6f4e0e-5b0c-4f0e-9a51-2f9a3f6d3c11", fields } });

/** The response of a usage route for these rows, to a superuser or to tenant-a. */
export function told(url, presented, rows) {
    const wide = presented === `Bearer ${superuserKey}`;
    if (!wide && url.pathname.startsWith("/v1/usage/all")) return { status: 403, json: envelope("forbidden", "Superuser access required") };
    return { json: answer(url.pathname, rows, wide ? "ops" : "tenant-a"), headers: { "X-Key-Access": wide ? "superuser" : "tenant" } };
}

/** Makes the usage routes respond for these rows, with 403 where an ordinary key has no access. Returns the requested addresses. */
export async function routesAnswer(page, rows) {
    const asked = [];
    await page.route("**/v1/usage**", (route) => {
        const url = new URL(route.request().url());
        asked.push(url);
        return route.fulfill(told(url, route.request().headers().authorization, rows));
    });
    return asked;
}

export async function refuseAll(page, status, body) {
    await page.route("**/v1/usage**", (route) => (status ? route.fulfill({ status, json: body }) : route.abort()));
}

export const ofStatus = (...codes) => (text) => codes.some((code) => text.includes(`status of ${code}`)) || (codes.includes(0) && text.includes("ERR_FAILED"));

export async function signIn(page, presented) {
    await page.goto("/dashboard");
    await page.getByLabel("API key").fill(presented);
    await page.getByRole("button", { name: "Show usage" }).click();
}

/** The exact values of a table: {row name: [values]}. */
export async function figures(page, panel) {
    return Object.fromEntries(await page.locator(`#${panel} tbody tr`).evaluateAll((rows) => rows.map((row) =>
        [row.querySelector("th").textContent, [...row.querySelectorAll("data")].map((one) => Number(one.value))])));
}

export async function shown(page) {
    await page.locator("#figures").waitFor();
}
