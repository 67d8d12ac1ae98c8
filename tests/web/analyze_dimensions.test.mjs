// Closed lists on /analyze: chosen with the question, read by a scripted model, shown as bars, heat map and filter, saved in files.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { chooseFile, file, finished, lastBody, openAnalysis, start } from "./support/analysis.mjs";
import { audit, startBrowser } from "./support/browser.mjs";
import { startServer } from "./support/server.mjs";
import { between, scriptedProvider } from "./support/theme_provider.mjs";

let server;
let browser;

const contents = ["When is water given?", "The pump is broken.", "Thank you for the rice.", "Rice is missing."];
const rows = Array.from({ length: 40 }, (_, at) => ({ id: `F-${at + 1}`, content: `${contents[at % contents.length]} (${at + 1})`, place: at % 2 ? "North" : "South" }));
const table = file("feedback.csv", `id,feedback,place\n${rows.map(({ id, content, place }) => `${id},"${content}",${place}`).join("\n")}\n`);

/** The value of each list: by its title in the prompt, so that the test does not depend on the order of the lists. */
function valuesOf(user, content) {
    const wanted = { "Type of feedback": /When/.test(content) ? "Question" : /Thank/.test(content) ? "Praise or thanks" : "Complaint", Stance: /broken/.test(content) ? "Against" : "unclear", Channel: /Rice|rice/.test(content) ? "Radio" : "unclear" };
    const labels = [];
    let list = "";
    for (const line of between(user, "dimensions").split("\n")) {
        const [, letter, title] = /^([A-E]): (.*)$/.exec(line) ?? [];
        if (letter) list = title;
        const [, label, value] = /^([A-E]\d+): (.*)$/.exec(line) ?? [];
        if (label && value === wanted[list]) labels.push(label);
    }
    return labels;
}

function model(user, system) {
    const records = [...user.matchAll(/<record number="(\d+)"[^>]*>([^]*?)<\/record>/g)].map(([, number, content]) => ({ number: Number(number), content }));
    if (system.includes("make the list of themes"))
        return JSON.stringify({ themes: [["Water", "Wells."], ["Food", "Rice."]].map(([title, definition]) => ({ title, definition, inclusion: "", sub_themes: [] })) });
    if (system.includes("<themes> holds the themes"))
        return JSON.stringify({ assignments: records.map(({ number, content }) => ({ record: number, themes: [/rice/i.test(content) ? "T2" : "T1"], values: valuesOf(user, content) })), quotes: [] });
    return system.includes("quality_score") ? JSON.stringify({ quality_score: 0.8, uncertainty_explanation: "Checked." }) : "Water and food.";
}

before(async () => {
    const provider = await scriptedProvider(model);
    [server, browser] = await Promise.all([startServer(provider.settings), startBrowser()]);
});

/** To the question, with the lists open. */
async function opened(options) {
    const result = await openAnalysis(browser, server, options);
    await chooseFile(result.page, table);
    await result.page.locator("#columns-done").click();
    await result.page.locator("#prompt").fill("What is reported?");
    await result.page.locator("#dimension-options summary").click();
    return result;
}

async function analysed(options) {
    const result = await opened(options);
    const { page } = result;
    await page.locator("#dimension-type_of_feedback").check();
    await page.locator("#dimension-stance").fill("Water is near.");
    await page.locator("#dimension-own").fill("Channel");
    await page.locator("#dimension-values").fill("Radio: wants news on the radio\nMeeting\n");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await start(page);
    await finished(page);
    return result;
}

const cellsOf = (page, at) => page.locator(`#result-dimension-${at} table`).first().locator("tbody tr").evaluateAll((lines) => Object.fromEntries(lines.map((line) =>
    [line.querySelector("th").textContent, [...line.querySelectorAll("td")].map((cell) => cell.textContent)])));

test("the lists that a person chooses are sent, and their values are shown by theme", async () => {
    const { context, page, watched } = await analysed();
    const body = await lastBody(page);
    assert.deepEqual(body.dimensions, [{ list: "type_of_feedback" }, { list: "stance", proposition: "Water is near." },
        { id: "own", title: "Channel", values: [{ id: "v1", title: "Radio", definition: "wants news on the radio" }, { id: "v2", title: "Meeting", definition: "" }] }]);

    await page.locator("#result-dimension-measure-1").selectOption("count");
    const counts = await cellsOf(page, 1);
    assert.deepEqual(counts["All records"], ["10", "0", "20", "10", "0", "0", "0"]);
    assert.deepEqual(counts.Water, ["10", "0", "10", "0", "0", "0", "0"]);
    assert.deepEqual(counts.Food, ["0", "0", "10", "10", "0", "0", "0"]);
    assert.match(await page.locator("#result-dimension-2 h2").innerText(), /Stance: Water is near\./);

    await page.locator("#result-dimension-1 .heat button.count-button").first().click();
    assert.equal(await page.locator(".records-dialog .record").count(), 10);
    await page.locator(".records-dialog .close").click();

    await page.locator("#result-value-1").selectOption("praise");
    const themes = page.locator("#result-dimension-1 table").last().locator("tbody tr");
    assert.deepEqual(await themes.evaluateAll((lines) => lines.map((line) => line.textContent)), ["Food10100%50%"]);
    assert.deepEqual(watched, { console: [], errors: [], foreign: [] });
    await context.close();
});

test("files have a column for each list", async () => {
    const { context, page } = await analysed();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /CSV/ }).first().click()]);
    const lines = (await readFile(await download.path(), "utf8")).trim().split(/\r?\n/);
    assert.match(lines[0], /Type of feedback,Stance: Water is near\.,Channel/);
    assert.match(lines.find((line) => line.startsWith("F-3,")), /Praise or thanks,Unclear,Radio/);
    const [report] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /Markdown/ }).first().click()]);
    assert.match(await readFile(await report.path(), "utf8"), /Type of feedback[^]*\| Food \|/);
    await context.close();
});

test("a broken list of the person is refused with a sentence", async () => {
    const { context, page } = await opened();
    const refused = async (title, values) => {
        await page.locator("#dimension-own").fill(title);
        await page.locator("#dimension-values").fill(values);
        await page.locator("#question-form button[type=submit]").click();
        await page.locator("#question-problem:not(:empty)").waitFor();
        return page.locator("#question-problem").innerText();
    };
    assert.match(await refused("", "Radio\nMeeting"), /name/);
    assert.match(await refused("Channel", "Radio"), /2 to 20 values/);
    assert.match(await refused("Channel", "Radio\nradio"), /different names/);
    for (const line of [": on the radio", "：on the radio", ":"]) assert.match(await refused("Channel", `Radio\n${line}`), /begins with a colon/);
    assert.match(await refused("Channel", `Radio\n${"x".repeat(121)}`), /too long/);
    await context.close();
});

for (const [language, colorScheme, width] of [["en", "light", 1280], ["ar", "light", 360], ["fr", "dark", 1280], ["ar", "dark", 1280]])
    test(`the lists in ${language}, ${colorScheme}, ${width} px have no findings`, async () => {
        const { context, page } = await analysed({ colorScheme });
        await page.locator("#result-value-1").selectOption("complaint");
        await page.setViewportSize({ width, height: 900 });
        await page.locator("#language").selectOption(language);
        await page.locator("#result-value-1").selectOption("complaint");
        assert.deepEqual(await audit(page), []);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
        for (const at of [1, 3]) await page.locator(`#result-dimension-${at}`).screenshot({ path: `${process.env.TEST_RESULTS ?? "/tmp"}/dimension-${at}-${language}-${colorScheme}-${width}.png` });
        await context.close();
    });
