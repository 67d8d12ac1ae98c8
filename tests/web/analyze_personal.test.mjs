// /analyze asks before a file, an image or a print holds personal data, names its kinds, and can leave it out.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { askQuestion, chooseFile, file, finished, fromServer, jobOf, openAnalysis, start } from "./support/analysis.mjs";
import { audit, startBrowser } from "./support/browser.mjs";
import { nothing } from "./support/dashboard.mjs";
import { readOffice } from "./support/office.mjs";
import { pageModule } from "./support/page_modules.mjs";
import { startServer } from "./support/server.mjs";

const { default: sentences } = await pageModule("texts/personal.js");
const { languages } = await pageModule("texts/texts.js");

const phone = "+254 712 345 678";
const mail = "amina@example.org";
const rows = Array.from({ length: 30 }, (_, at) => `F-${at},2026-01-${String(1 + (at % 28)).padStart(2, "0")},"${at % 2 ? `The water pump is broken, call ${phone}.` : `No medicine at the clinic, says ${mail}.`}",${at % 3 ? "North" : "South"}`);
const feedback = file("feedback.csv", `Id,Date,Feedback,District\n${rows.join("\n")}\n`);

const restored = [
    { member: "analysis", kinds: [{ kind: "PHONE_NUMBER", count: 1 }], masked: "Call <PHONE_NUMBER_0> about the pump." },
    { member: "uncertainty_explanation", kinds: [{ kind: "EMAIL_ADDRESS", count: 2 }, { kind: "STAFF_CODE", count: 1 }], masked: "Only <EMAIL_ADDRESS_1> says so." },
];
const texts = { analysis: `Call ${phone} about the pump.`, uncertainty_explanation: `Only ${mail} says so.`, pretty_output: `Call ${phone}` };

let server;
let browser;
let answer;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    const { context, page } = await openAnalysis(browser, server);
    await analyse(page);
    answer = await fromServer(server, `/v1/jobs/${jobOf(page)}/result`);
    await context.close();
});

async function analyse(page) {
    await chooseFile(page, feedback);
    await askQuestion(page);
    await start(page);
    await finished(page);
}

/** A page with the answer of the server, changed by `members`. */
async function analysed(members, options) {
    const opened = await openAnalysis(browser, server, options);
    await opened.page.route("**/v1/jobs/*/result", (route) => route.fulfill({ json: { ...answer, ...members } }));
    await analyse(opened.page);
    return opened;
}

const extensions = ["docx", "xlsx", "csv", "md", "json"];
const exportButton = (page, extension) => page.locator("#result-answer .exports button").nth(extensions.indexOf(extension));
const dialogOf = (page) => page.locator(".personal-dialog");
const choose = (page, name) => dialogOf(page).getByRole("button", { name, exact: true }).click();

/** Clicks, answers the question, and returns the content of the file. */
async function saved(page, button, answer) {
    const downloaded = page.waitForEvent("download");
    await button.click();
    if (answer) await choose(page, answer);
    return readFile(await (await downloaded).path());
}

/** All texts of a file. */
const textsOf = (extension, content) => (["docx", "xlsx"].includes(extension) ? JSON.stringify(readOffice(content)) : content.toString());

test("each file of an answer asks once, names the kinds, and holds them only with consent", async () => {
    const { context, page, watched } = await analysed({ ...texts, restored });
    for (const extension of extensions) {
        const button = exportButton(page, extension);
        await button.click();
        const words = await dialogOf(page).innerText();
        const ofAnswer = extension !== "csv";
        const ofRecords = ["csv", "xlsx"].includes(extension);
        assert.equal(/In the answer\s+Phone numbers: 1\s+E-mail addresses: 2\s+STAFF_CODE: 1/.test(words), ofAnswer, words);
        assert.equal(/In the texts of the records\s/.test(words), ofRecords, words);
        if (ofRecords) assert.match(words.split("In the texts of the records")[1], /E-mail addresses: 15[^]*|Phone numbers: 15/);
        await page.keyboard.press("Escape");
        await dialogOf(page).waitFor({ state: "detached" });

        const without = textsOf(extension, await saved(page, button, "Without them"));
        for (const secret of [phone, "712 345", mail]) assert.ok(!without.includes(secret), `${extension}: ${secret}`);
        if (ofAnswer) for (const placeholder of ["<PHONE_NUMBER_0>", "<EMAIL_ADDRESS_1>"]) assert.ok(without.replaceAll("\\", "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").includes(placeholder), `${extension}: ${placeholder}`);
        if (ofRecords) assert.ok(without.includes("F-29"));
        if (extension === "csv") assert.match(without, /^\ufeff?Id,Date,Codes,Theme ids,Themes,Reason\r\n/);

        const all = textsOf(extension, await saved(page, button, "With them"));
        assert.ok(all.replaceAll("\\", "").includes(phone), extension);
    }
    assert.ok((await page.locator(".prose").innerText()).includes(phone), "the page keeps what it shows");
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a question that is cancelled makes no file, and the keyboard reaches each answer", async () => {
    const { context, page } = await analysed({ ...texts, restored });
    const downloads = [];
    page.on("download", (download) => downloads.push(download));
    await exportButton(page, "md").focus();
    await page.keyboard.press("Enter");
    await dialogOf(page).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Without them", "the careful answer is the nearest");
    assert.deepEqual(await audit(page), []);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await dialogOf(page).waitFor({ state: "detached" });
    assert.equal(await exportButton(page, "md").isEnabled(), true);
    assert.deepEqual(downloads, []);
    await context.close();
});

test("the print holds placeholders if it shall, and the page shows the answer again", async () => {
    const { context, page } = await analysed({ ...texts, restored });
    await page.evaluate(() => { window.print = () => { globalThis.printed = document.body.innerText; }; });
    const print = page.locator("#result-answer .exports button").last();
    await print.click();
    await choose(page, "Without them");
    await page.waitForFunction(() => globalThis.printed);
    const printed = await page.evaluate(() => globalThis.printed);
    assert.ok(printed.includes("<PHONE_NUMBER_0>") && !printed.includes(phone) && !printed.includes(mail));
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.ok((await page.locator(".prose").innerText()).includes(phone));
    await context.close();
});

test("files without personal data are made at once", async () => {
    const { context, page } = await analysed({ restored: undefined });
    const chart = page.locator("#result-themes .exports button").first();
    for (const button of [exportButton(page, "docx"), exportButton(page, "json"), chart]) {
        assert.ok((await saved(page, button)).length > 0);
        assert.equal(await dialogOf(page).count(), 0);
    }
    await context.close();
});

test("restored themes cannot be masked, so that their files are made with them or not", async () => {
    const { context, page } = await analysed({ restored: [{ member: "themes", kinds: [{ kind: "PERSON", count: 3 }] }] });
    await page.locator("#result-themes .exports button").last().click();
    assert.match(await dialogOf(page).innerText(), /Names of persons: 3/);
    assert.deepEqual(await dialogOf(page).getByRole("button").allInnerTexts(), ["With them", "Cancel"]);
    await choose(page, "Cancel");
    assert.ok((await saved(page, exportButton(page, "docx"), "With them")).length > 0);
    await context.close();
});

test("texts of records among the themes get into a JSON file only with consent, before and after a count", async () => {
    const { context, page, watched } = await openAnalysis(browser, server);
    await analyse(page);
    assert.ok(!(await saved(page, exportButton(page, "json"))).toString().includes("call +254"), "without such texts nothing is asked");
    const figure = page.locator("#result-editing .edit-theme button.count-button").first();
    await figure.click();
    const decisions = page.locator(".records-dialog .record");
    const content = await decisions.first().locator(".content").innerText();
    await decisions.first().getByRole("button", { name: "Belongs here" }).click();
    await decisions.nth(1).getByRole("button", { name: "Does not belong here" }).click();
    await page.keyboard.press("Escape");
    const members = (file) => JSON.stringify([file.request.themes, file.answer.themes.map(({ examples, exclusion }) => [examples, exclusion]), file.edited_themes]);
    const check = async () => {
        for (const [choice, holds] of [["Without them", false], ["With them", true]]) {
            const kept = JSON.parse(await saved(page, exportButton(page, "json"), choice));
            for (const secret of [content, "“"]) assert.equal(members(kept).includes(secret), holds, choice);
        }
    };
    await check();
    await page.getByRole("button", { name: "Show what counting again costs" }).click();
    await page.getByRole("button", { name: "Count again" }).click();
    await page.locator(".edit-status", { hasText: "Counted again" }).waitFor();
    await check();
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("records behind a figure are saved without their texts, too", async () => {
    const { context, page } = await analysed({});
    await page.locator("#result-themes .bar-cell button").first().click();
    const button = page.locator(".records-dialog").getByRole("button", { name: "Save these records as CSV" });
    const without = (await saved(page, button, "Without them")).toString();
    assert.ok(/F-\d+/.test(without) && !without.includes(phone) && !without.includes(mail) && !without.includes("District"));
    assert.ok((await saved(page, button, "With them")).toString().includes("District"));
    await context.close();
});

for (const language of Object.keys(languages))
    test(`the question is asked in ${language}, and fits a telephone`, async () => {
        const { context, page } = await analysed({ ...texts, restored }, { locale: language, viewport: { width: 360, height: 740 } });
        await exportButton(page, "xlsx").click();
        const words = await dialogOf(page).innerText();
        for (const key of ["personal.title", "personal.inAnswer", "personal.inRecords", "personal.answerHint", "personal.recordsHint", "personal.without", "personal.with", "personal.cancel", "kind.PHONE_NUMBER"])
            assert.ok(words.replace(/[\u2066-\u2069]/g, "").includes(sentences[key][language]), `${key}: ${words}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector(".personal-dialog").scrollWidth <= document.querySelector(".personal-dialog").clientWidth + 1));
        assert.deepEqual(await audit(page), []);
        await context.close();
    });
