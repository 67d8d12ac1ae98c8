// The blind review of suggested codes on /analyze: only decisions made without sight of the suggestion give a verdict.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { askQuestion, finished, fromServer, openAnalysis, start } from "./support/analysis.mjs";
import { audit, screenshot, startBrowser } from "./support/browser.mjs";
import { nothing } from "./support/dashboard.mjs";
import { startServer } from "./support/server.mjs";

let server;
let browser;
let codes; // of the people in the sample file, by id

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    const { feedback_records: records } = JSON.parse(await readFile(new URL("../../etc/sample_corpus.json", import.meta.url), "utf8"));
    codes = new Map(records.map(({ id, metadata }) => [id, [1, 2, 3].map((level) => metadata[`coding_level_${level}`]).filter(Boolean).join(" > ")]));
});

/** Suggests codes for the sample file, up to the choice of the sample. */
async function openReview(options = {}) {
    const opened = await openAnalysis(browser, server, options);
    const { page } = opened;
    await page.locator("#sample").click();
    await page.locator("#columns-done").waitFor();
    await askQuestion(page);
    await start(page);
    await finished(page);
    await page.getByRole("button", { name: "Estimate the cost" }).click();
    const answer = page.waitForResponse((response) => /\/v1\/jobs\/[^/]+\/result$/.test(response.url()));
    await page.getByRole("button", { name: "Suggest codes" }).click();
    opened.suggestions = (await (await answer).json()).records;
    await page.getByRole("heading", { name: "Blind review" }).waitFor();
    return opened;
}

/** What a person, or a program that reads the screen, can find out about codes of a record. */
const partsWithSuggestions = (page) => page.locator("#result-codes").locator(".codes-table, .paths, .agreement dl, [title], data").count();

const press = async (page, key, times) => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
};

async function measured(page) {
    const [request] = await Promise.all([page.waitForRequest("**/v1/coding-agreement"), page.getByRole("button", { name: "Measure agreement" }).click()]);
    await page.locator(".agreement .verdict").waitFor();
    return JSON.parse(request.postData());
}

test("pressing Enter through the review yields no verdict to rely on", async () => {
    const { context, page, watched } = await openReview();
    await page.getByRole("button", { name: "Start the blind review" }).press("Enter");
    await page.getByRole("heading", { name: "Record 1 of 50" }).waitFor();
    await press(page, "Enter", 30);
    await page.getByRole("heading", { name: "Record 1 of 50" }).waitFor(); // nothing was decided
    assert.equal(await page.getByRole("alert").filter({ hasText: "Choose a code" }).count(), 1);
    await page.getByRole("button", { name: "End the blind review" }).press("Enter");
    await page.getByRole("button", { name: "Measure agreement" }).click();
    await page.getByRole("alert").filter({ hasText: "Decide on some records first." }).waitFor();
    await page.getByRole("button", { name: "Go on to all suggestions" }).press("Enter");
    await page.waitForFunction(() => document.activeElement.tagName === "TR");
    await press(page, "Enter", 50);
    assert.ok(await page.locator('.codes-table tr[data-status="confirmed"]').count() >= 49);

    const { records } = await measured(page);
    assert.ok(records.length >= 49 && records.every(({ blind }) => blind === false));
    assert.equal(await page.locator(".agreement .verdict").getAttribute("data-grade"), "few_records");
    const shown = await page.locator(".agreement").innerText();
    assert.match(shown, /at least 50 blind decisions; there are 0/);
    assert.match(shown, /not how good they are/);
    assert.doesNotMatch(shown, /rely on|kappa/i);
    assert.equal(await page.getByRole("button", { name: "Accept from here on" }).count(), 0);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("fifty blind decisions by the keyboard give a verdict with its interval", async () => {
    const { context, page, watched, suggestions } = await openReview();
    assert.equal(await partsWithSuggestions(page), 0);
    assert.deepEqual(await audit(page), []);
    await page.getByRole("button", { name: "Start the blind review" }).press("Enter");
    await page.getByRole("heading", { name: "Record 1 of 50" }).waitFor();
    assert.deepEqual(await audit(page), []);
    await screenshot(page, "analyze-blind-review");
    const ids = [];
    for (let at = 1; at <= 50; at += 1) {
        await page.getByRole("heading", { name: `Record ${at} of 50` }).waitFor();
        // The field is focused, named, and described by the text of the record.
        const focused = await page.evaluate(() => ({ label: document.activeElement.labels[0].textContent, description: document.activeElement.getAttribute("aria-describedby").split(" ").map((id) => document.getElementById(id).textContent) }));
        assert.equal(focused.label, "Your code");
        assert.ok(focused.description[0].startsWith(`Record ${at} `) && focused.description[1].length > 10);
        assert.equal(await partsWithSuggestions(page), 0);
        const id = await page.locator(".blind bdi").first().innerText();
        ids.push(id);
        await page.keyboard.type(codes.get(id));
        await press(page, "Enter", 2);
    }
    assert.equal(new Set(ids).size, 50);
    assert.notDeepEqual(ids, [...ids].sort()); // not in the order of the file
    await page.getByRole("heading", { name: "Blind decisions: 50" }).waitFor();
    assert.equal(await partsWithSuggestions(page), 0);

    const body = await measured(page);
    assert.equal(body.records.length, 50);
    assert.ok(body.records.every(({ id, blind, human }) => blind && human.length === 1 && human[0].join(" > ") === codes.get(id)));
    const expected = await fromServer(server, "/v1/coding-agreement", { body });
    const { grade, low, high } = expected.verdict;
    assert.ok(["reliable", "tentative", "undecided", "unreliable"].includes(grade), grade);
    assert.equal(await page.locator(".agreement .verdict").getAttribute("data-grade"), grade);
    const bounds = { reliable: [low], tentative: [low], undecided: [low, high], unreliable: [high] }[grade];
    for (const bound of bounds) assert.ok((await page.locator(".agreement .verdict").innerText()).includes(bound.toFixed(2)));
    const tiles = await page.locator(".agreement .tiles data").evaluateAll((found) => found.map(({ value }) => Number(value)));
    const { overall } = expected.blind;
    assert.deepEqual(tiles, [50, overall.exact_match, overall.kappa.value, overall.alpha.value, overall.micro.precision, overall.micro.recall]);
    assert.equal(await page.getByRole("button", { name: "Accept from here on" }).count(), overall.confidence.assured_precision ? 1 : 0);
    assert.equal(await page.getByRole("button", { name: "Back", exact: true }).isEnabled(), false); // compared decisions are final

    await page.locator("#language").selectOption("ar"); // the phase outlives it
    assert.equal(await page.locator(".agreement .verdict").getAttribute("data-grade"), grade);
    assert.deepEqual(await audit(page), []);
    await page.locator("#language").selectOption("en");
    await page.getByRole("button", { name: "Go on to all suggestions" }).click();
    await page.getByRole("button", { name: "Take the codes of the file" }).click();
    const { records } = await measured(page);
    assert.equal(records.filter(({ second_human: second }) => second).length, 50); // the file is another person
    await page.locator(".agreement table").filter({ hasText: "you and the file" }).waitFor();
    assert.equal(suggestions.length, records.length);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a decision can be corrected before it is compared, and one that no code fits needs no code", async () => {
    const { context, page, watched } = await openReview({ viewport: { width: 360, height: 740 } });
    await page.getByRole("button", { name: "Start the blind review" }).click();
    await page.getByRole("heading", { name: "Record 1 of 50" }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.keyboard.type("xyz");
    await press(page, "Enter", 2);
    assert.equal(await page.getByRole("alert").filter({ hasText: "has this text" }).count(), 1);
    await page.locator("#blind-code").fill("");
    await page.getByRole("button", { name: "No code fits" }).press("Enter");
    await page.getByRole("heading", { name: "Record 2 of 50" }).waitFor();
    await page.locator("#language").selectOption("nl");
    await page.getByRole("heading", { name: "Melding 2 van 50" }).waitFor();
    await page.locator("#language").selectOption("en");
    await page.getByRole("button", { name: "Back", exact: true }).press("Enter");
    await page.getByRole("heading", { name: "Record 1 of 50" }).waitFor();
    const id = await page.locator(".blind bdi").first().innerText();
    await page.keyboard.type(codes.get(id));
    await press(page, "Enter", 2);
    await page.getByRole("heading", { name: "Record 2 of 50" }).waitFor();
    await page.getByRole("button", { name: "End the blind review" }).click();
    const { records } = await measured(page);
    assert.deepEqual(records.map(({ human, blind }) => [human[0].join(" > "), blind]), [[codes.get(id), true]]);
    assert.match(await page.locator(".agreement .verdict").innerText(), /there are 1/);
    assert.ok(await page.getByRole("button", { name: "Add 59 records to the sample" }).isVisible());
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(watched, nothing);
    await context.close();
});
