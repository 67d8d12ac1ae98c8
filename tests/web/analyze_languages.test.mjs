// /analyze in all its languages: the order of mixed texts, files from the right, and the layout with narrow windows and other fonts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { askQuestion, chooseFile, file, finished, openAnalysis, signIn, start } from "./support/analysis.mjs";
import { audit, openPage, screenshot, startBrowser } from "./support/browser.mjs";
import { nothing } from "./support/dashboard.mjs";
import { feedbackRows, toCsv } from "./support/feedback.mjs";
import { readOffice } from "./support/office.mjs";
import { startServer } from "./support/server.mjs";

let server;
let browser;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

const languages = ["en", "fr", "es", "ar", "ru", "nl", "uk"];
const small = file("small.csv", toCsv(feedbackRows(60)));

/** Families that programs come with; a test uses those that are installed. */
const families = ["DejaVu Sans", "Liberation Sans", "Noto Sans"];
const installed = () => {
    const known = new Set(execFileSync("fc-list", [":", "family"]).toString().split(/[\n,]/).map((name) => name.trim()));
    return families.filter((name) => known.has(name));
};

/** Fonts as the tests find them, wider than any common one, and the installed families. */
function fonts() {
    const wide = ["a wide font", (body) => { body.style.letterSpacing = "0.06em"; }];
    return [["the usual font", () => {}], wide, ...installed().map((name) => [name, (body, family) => { body.style.fontFamily = `"${family}"`; }])];
}

async function overflow(page) {
    const [width, space, widest] = await page.evaluate(() => {
        const right = (element) => Math.max(element.getBoundingClientRect().right, innerWidth - element.getBoundingClientRect().left);
        const shown = [...document.querySelectorAll("body *")].filter((element) => !element.closest(".scroll, .unseen, .skip, [hidden]"));
        const first = shown.filter((element) => right(element) > innerWidth + 0.5).at(-1);
        return [document.documentElement.scrollWidth, innerWidth, first?.outerHTML.slice(0, 200)];
    });
    return width <= space ? "" : `${width} of ${space}: ${widest}`;
}

/** What overflows with any font: a list of sentences. */
async function problemsWithFonts(page, place) {
    const found = [];
    for (const [name, apply] of fonts()) {
        await page.evaluate(([source, family]) => (0, eval)(`(${source})`)(document.body, family), [String(apply), name]); // eslint-disable-line no-eval
        const problem = await overflow(page);
        if (problem) found.push(`${place}, ${name}: ${problem}`);
        await page.evaluate(() => document.body.removeAttribute("style"));
    }
    return found;
}

for (const locale of languages)
    test(`no step and no result overflows 360 pixels with any common font: ${locale}`, async () => {
        const { context, page, watched } = await openPage(browser, server.address, { locale, viewport: { width: 360, height: 740 }, bypassCSP: true, reducedMotion: "reduce" });
        const problems = [];
        const check = async (place) => problems.push(...await problemsWithFonts(page, place));
        await page.goto("/analyze");
        await check("key");
        await signIn(page);
        await check("file");
        await chooseFile(page, small);
        await check("columns");
        await page.locator("#columns-done").click();
        await page.locator("#prompt").fill("?");
        await page.locator("#filters summary").click();
        await page.locator("#filter-key-0").selectOption("District");
        await page.locator("#filter-value-0").selectOption({ index: 1 });
        await check("question");
        await page.locator("#filter-value-0").selectOption("");
        await page.locator("#compare").selectOption("key:District");
        await check("comparison of values");
        await page.locator("#question-form button[type=submit]").click();
        await page.locator("#cost-status:empty").waitFor({ state: "attached" });
        await check("cost");
        await start(page);
        await finished(page);
        await page.locator("#result-columns").selectOption("District");
        await page.locator("#result-measure").selectOption("both");
        await check("result");
        assert.deepEqual(problems, []);
        assert.deepEqual(watched, nothing);
        await context.close();
    });

/** The answer of the server with another text and a model that read. */
const rewritten = (change) => async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
};

/** The places of words in the lines of an element, from left to right: [word]. */
const visualOrder = (element, words) => element.evaluate((root, wanted) => {
    const placeOf = (word) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.data.indexOf(word);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + word.length);
            return range.getBoundingClientRect().left;
        }
        throw new Error(`${word} is not shown`);
    };
    return wanted.map((word) => [placeOf(word), word]).sort(([left], [right]) => left - right).map(([, word]) => word);
}, words);

async function analyse(page) {
    await chooseFile(page, small);
    await askQuestion(page);
    await start(page);
    await finished(page);
}

test("an Arabic answer keeps numbers beside Latin titles, and an English one beside Arabic titles", async () => {
    const arabic = "السجلات المقروءة: 787\n\n1. **pump, well** — 79 من 787 (10%)\n   - broken pump: 14 من 787\n\n- من 2026-W10 إلى 2026-W12";
    const { context, page, watched } = await openAnalysis(browser, server, { locale: "ar" });
    await page.route("**/v1/jobs/*/result", rewritten((answer) => ({ ...answer, analysis: arabic })));
    await analyse(page);
    assert.equal(await page.locator(".prose").getAttribute("dir"), "rtl");
    const items = page.locator(".prose li");
    assert.deepEqual(await visualOrder(items.nth(0), ["pump, well", "79", "من", "787"]), ["787", "من", "79", "pump, well"]);
    assert.deepEqual(await visualOrder(items.nth(1), ["broken pump", "14", "من", "787"]), ["787", "من", "14", "broken pump"]);
    assert.deepEqual(await visualOrder(items.nth(2), ["من", "2026-W10", "إلى", "2026-W12"]), ["2026-W12", "إلى", "2026-W10", "من"]);
    assert.match(await page.title(), /^التحليل - \u2068Feedback Analysis Backend\u2069$/);
    await screenshot(page, "analyze-arabic-answer");

    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#result-answer .exports button").first().click()]);
    const { paragraphs } = readOffice(await readFile(await download.path()));
    assert.ok(paragraphs.includes("1. pump, well\u200f — 79 من 787 (10%)"), paragraphs.slice(0, 12).join("\n"));
    assert.deepEqual(watched, nothing);
    await context.close();

    const english = await openAnalysis(browser, server);
    await english.page.route("**/v1/jobs/*/result", rewritten((answer) => ({ ...answer, analysis: "Records: 787\n\n1. **المياه والصرف** — 79 of 787\n   - مضخة: 14 of 787" })));
    await analyse(english.page);
    const own = english.page.locator(".prose li");
    assert.deepEqual(await visualOrder(own.nth(0), ["المياه والصرف", "79", "of", "787"]), ["المياه والصرف", "79", "of", "787"]);
    assert.deepEqual(await visualOrder(own.nth(1), ["مضخة", "14", "of", "787"]), ["مضخة", "14", "of", "787"]);
    assert.deepEqual(english.watched, nothing);
    await english.context.close();
});

for (const locale of languages)
    test(`the page names the word counter in words and shows no verdict of it: ${locale}`, async () => {
        const { context, page, watched } = await openAnalysis(browser, server, { locale });
        let score = 0.85; // what a server once gave for an overlap of words
        await page.route("**/v1/jobs/*/result", rewritten((answer) => ({ ...answer, quality_score: score })));
        await analyse(page);
        const section = page.locator("#result-answer");
        const named = { en: "word counter, does not understand text", fr: "compteur de mots, ne comprend pas le texte", es: "contador de palabras, no entiende el texto", ar: "عدّاد كلمات، لا يفهم النص",
            ru: "счётчик слов, не понимает текста", nl: "woordenteller, begrijpt geen tekst", uk: "лічильник слів, не розуміє тексту" }[locale];
        const unknown = { en: "is not known", fr: "On ne sait pas", es: "No se sabe", ar: "لا يُعرف", ru: "Неизвестно", nl: "is niet bekend", uk: "Невідомо" }[locale];
        for (const given of [0.85, null]) {
            if (given !== score) {
                score = given;
                await page.reload();
                await finished(page);
            }
            assert.ok((await section.innerText()).includes(named));
            assert.ok((await page.locator(".quality").innerText()).includes(unknown));
            assert.equal(await page.locator(".quality data").count(), 0);
            assert.doesNotMatch(await page.locator("#result").innerText(), /local\/extractive|85\s?%|%\s?85/);
        }
        if (locale === "ar") assert.deepEqual(await audit(page), []);
        assert.deepEqual(watched, nothing);
        await context.close();
    });
