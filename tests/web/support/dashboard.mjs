// The usage page in a browser, optionally with scripted responses of the usage routes.
import { superuserKey } from "./server.mjs";
import { expectedUsage } from "./usage.mjs";

export const nothing = { console: [], errors: [], foreign: [] };
export const envelope = (code, message, fields) => ({ error: { code, message, request_id: "01a1fd70-f2cf-7f0e-9a51-2f9a3f6d3c11", fields } });

/** The response of a usage route for these rows, to a superuser or to tenant-a. */
export function scriptedResponse(url, authorization, rows) {
    const isSuperuser = authorization === `Bearer ${superuserKey}`;
    if (!isSuperuser && url.pathname.startsWith("/v1/usage/all")) return { status: 403, json: envelope("forbidden", "Superuser access required") };
    return { json: expectedUsage(url.pathname, rows, isSuperuser ? "ops" : "tenant-a"), headers: { "X-Key-Access": isSuperuser ? "superuser" : "tenant" } };
}

/** Makes the usage routes respond for these rows, or with 403 where an ordinary key has no access. Returns the list of requested URLs. */
export async function scriptResponses(page, rows) {
    const urls = [];
    await page.route("**/v1/usage**", (route) => {
        const url = new URL(route.request().url());
        urls.push(url);
        return route.fulfill(scriptedResponse(url, route.request().headers().authorization, rows));
    });
    return urls;
}

export async function refuseAll(page, status, body) {
    await page.route("**/v1/usage**", (route) => (status ? route.fulfill({ status, json: body }) : route.abort()));
}

/** Whether a console message reports one of these statuses; 0 is a failed request. */
export const hasStatus = (...codes) => (text) => codes.some((code) => text.includes(`status of ${code}`)) || (codes.includes(0) && text.includes("ERR_FAILED"));

export async function signIn(page, apiKey) {
    await page.goto("/dashboard");
    await page.getByLabel("API key").fill(apiKey);
    await page.getByRole("button", { name: "Show usage" }).click();
}

/** The exact values of a table: {row name: [values]}. */
export async function tableValues(page, panel) {
    return Object.fromEntries(await page.locator(`#${panel} tbody tr`).evaluateAll((rows) => rows.map((row) =>
        [row.querySelector("th").textContent, [...row.querySelectorAll("data")].map(({ value }) => Number(value))])));
}

export async function shown(page) {
    await page.locator("#statistics").waitFor();
}
