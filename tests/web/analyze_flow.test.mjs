// The way of an analyst on /analyze: a file of a survey tool, an edited list of themes, a comparison of two regions, a report, the next month.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { chooseFile, file, finished, fromServer, jobOf, lastBody, openAnalysis, rolesOf } from "./support/analysis.mjs";
import { audit, openPage, results, screenshot, startBrowser } from "./support/browser.mjs";
import { nothing } from "./support/dashboard.mjs";
import { readOffice } from "./support/office.mjs";
import { key, startServer } from "./support/server.mjs";

let browser;
let server;

before(async () => { [server, browser] = await Promise.all([startServer(), startBrowser()]); });

/**
 * Subjects, each with words that only its texts hold: in English, French, Arabic and Spanish. `north`: its share of records from the north.
 * A word in an answer must be one of a text, as the built-in model compares words.
 */
const subjects = {
    Pumps: { north: 0.75, words: ["pump", "pompe", "مضخة", "bomba"],
        texts: ["The hand pump near the market is broken and we walk far", "La pompe à eau du quartier est en panne et nous marchons loin", "مضخة المياه في الحي معطلة ونمشي بعيدا", "La bomba de agua del barrio no funciona y caminamos lejos"] },
    Transfers: { north: 0.25, words: ["transfer", "transfert", "تحويل", "transferencia"],
        texts: ["The cash transfer did not reach my card this month", "Le transfert d'argent n'est pas arrivé sur ma carte ce mois", "لم يصل تحويل المال إلى بطاقتي هذا الشهر", "La transferencia de dinero no llegó a mi tarjeta este mes"] },
    Medicine: { north: 0.5, words: ["insulin", "insuline", "أنسولين", "insulina"],
        texts: ["There is no insulin at the clinic and the nurse sends us away", "Il n'y a pas d'insuline au centre de santé et l'infirmière nous renvoie", "لا يوجد أنسولين في العيادة والممرضة تطلب منا العودة", "No hay insulina en la clínica y la enfermera nos manda a casa"] },
    Guards: { north: 0.5, words: ["guard", "gardien", "حارس", "guardia"],
        texts: ["The guard at the gate shouted at my mother", "Le gardien à l'entrée a crié sur ma mère", "صرخ حارس البوابة في وجه أمي", "El guardia de la puerta gritó a mi madre"] },
    Tents: { north: 0.5, words: ["tent", "tente", "خيمة", "carpa"],
        texts: ["Our tent leaks when it rains", "Notre tente fuit quand il pleut", "خيمة عائلتي تتسرب عند هطول المطر", "Nuestra carpa gotea cuando llueve"] },
    Blankets: { north: 0.5, words: ["blanket", "couverture", "بطانية", "manta"],
        texts: ["One blanket for six children is too little", "Une couverture pour six enfants est trop peu", "بطانية واحدة لستة أطفال قليلة جدا", "Una manta para seis hijos es muy poco"] },
    Thanks: { north: 0.5, words: ["thank", "merci", "شكرا", "gracias"],
        texts: ["Many thanks to the volunteers for the visit", "Grand merci aux volontaires pour la visite", "شكرا جزيلا للمتطوعين على الزيارة", "Muchas gracias a los voluntarios por la visita"] },
};
const titles = Object.keys(subjects);
const languages = ["English (en)", "Français (fr)", "العربية (ar)", "Español (es)"];
const columns = ["_id", "_uuid", "start", "_submission_time", "deviceid", "group_place/region", "group_place/site", "group_talk/language", "group_talk/what_do_you_want_to_tell_us", "_status"];

/** A submission of a month of 2026, as a survey tool exports it. */
function submission(at, month) {
    const title = titles[at % titles.length];
    const turn = Math.floor(at / titles.length);
    const id = String(10_000 * Number(month) + at);
    const region = turn % 20 < 20 * subjects[title].north ? "North" : "South";
    const content = `${subjects[title].texts[turn % 4]} (${at + 1})`;
    const time = `2026-${month}-${String(1 + (turn % 28)).padStart(2, "0")}T08:15:00`;
    return { id, title, region, cells: [id, `${id.padStart(8, "0")}-7c1e-4b7e-9d34-1f2f6f5a0c11`, `${time}.000+03:00`, time, "collect:Xy12AbC", region, `Site ${1 + (at % 8)}`, languages[turn % 4], content, "submitted_via_web"] };
}

const submissions = (count, month) => Array.from({ length: count }, (_, at) => submission(at, month));
const quoted = (cell) => `"${cell.replaceAll('"', '""')}"`;
const survey = (name, rows) => file(name, `\ufeff${[columns, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(quoted).join(";")).join("\r\n")}\r\n`);

const march = submissions(800, "03");
const april = submissions(600, "04").filter(({ title }, at) => title !== "Pumps" || at % 3 > 0); // some pumps are repaired

/** The list of the person: the subjects of each theme. Nobody asks for thanks. */
const list = { Pumps: ["Pumps"], Transfers: ["Transfers"], Medicine: ["Medicine"], Guards: ["Guards"], Shelter: ["Tents", "Blankets"] };

/** The recount by hand: the number of records of each theme. */
const counted = (rows) => Object.fromEntries(Object.entries(list).map(([title, own]) => [title, rows.filter((row) => own.includes(row.title)).length]));
const inRegion = (rows, region) => rows.filter((row) => row.region === region);

/** The 95% interval of the difference of two shares, in percentage points: Newcombe 1998, method 10. */
function intervalOf(first, firstBase, second, secondBase) {
    const z = 1.959964;
    const wilson = (count, base) => {
        const share = count / base;
        const middle = share + z ** 2 / (2 * base);
        const half = z * Math.sqrt((share * (1 - share)) / base + z ** 2 / (4 * base ** 2));
        return { share, low: (middle - half) / (1 + z ** 2 / base), high: (middle + half) / (1 + z ** 2 / base) };
    };
    const [one, two] = [wilson(first, firstBase), wilson(second, secondBase)];
    const difference = two.share - one.share;
    return [difference, difference - Math.hypot(two.share - two.low, one.high - one.share), difference + Math.hypot(two.high - two.share, one.share - one.low)].map((value) => 100 * value);
}

const editor = (page) => page.locator("#result-editing");
const press = (page, name) => editor(page).getByRole("button", { name, exact: true }).click();
const act = (page, action, title) => editor(page).locator(".edit-theme > .edit-line").getByRole("button", { name: `${action}: ${title}`, exact: true }).click();
const listOf = (page) => editor(page).locator(".edit-theme > .edit-line > strong").allInnerTexts();
const countsOf = (page) => page.locator("#result-themes .scroll > table tbody tr").evaluateAll((found) => Object.fromEntries(found.map((line) =>
    [line.querySelector("th bdi").textContent, Number(line.querySelector("data").value)])));
const comparisonOf = (page) => page.locator("#result-comparison tbody tr").evaluateAll((found) => Object.fromEntries(found.map((line) =>
    [line.querySelector("th").textContent, [...line.querySelectorAll("td")].map((cell) => cell.textContent)])));
const asPoints = (words) => words.match(/[+−-]?\d+(\.\d+)?/g).map((value) => Number(value.replace("−", "-")));

/** From the columns to the step of the question. */
async function toQuestion(page) {
    await page.locator("#role-0").selectOption("id"); // shorter than the other id of the tool
    await page.locator("#columns-done").click();
}

async function analyse(page) {
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await page.locator("#start").click();
    await finished(page);
}

/** The shares of both regions and the difference with its interval are those by hand. */
async function assertCompared(page, rows) {
    const regions = ["North", "South"].map((region) => inRegion(rows, region));
    const compared = await comparisonOf(page);
    assert.deepEqual((await page.locator("#result-comparison thead th").allInnerTexts()).slice(1, 3), regions.map((own, at) => `${["North", "South"][at]} (${own.length})`));
    for (const title of Object.keys(list)) {
        const counts = regions.map((own) => counted(own)[title]);
        const [first, second, difference, , verdict] = compared[title];
        [first, second].forEach((cell, at) => {
            const [, count, share] = /^(\d+) ([\d.]+)%$/.exec(cell);
            assert.equal(Number(count), counts[at], title);
            assert.ok(Math.abs(Number(share) - (100 * counts[at]) / regions[at].length) <= 0.5, `${title}: ${cell}`);
        });
        const wanted = intervalOf(counts[0], regions[0].length, counts[1], regions[1].length);
        asPoints(difference).forEach((value, at) => assert.ok(Math.abs(value - wanted[at]) < 0.06, `${title}: ${difference}, ${wanted}`));
        if (["Pumps", "Transfers"].includes(title)) assert.equal(verdict, "clear", title);
        if (["Medicine", "Guards"].includes(title)) assert.equal(verdict, "unclear", title);
    }
}

const download = async (page, click) => {
    const [made] = await Promise.all([page.waitForEvent("download"), click()]);
    const place = path.join(results, made.suggestedFilename());
    await made.saveAs(place);
    return place;
};

/** No findings of an audit and no sideways scrolling, in a state of the page. */
async function assertFits(page, name) {
    assert.deepEqual(await audit(page), [], name);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
    await screenshot(page, `flow-${name}`);
}

/** Title, count and share of each theme in a table. */
const themeRows = (rows) => rows.evaluateAll((found) => found.map((line) => [...line.querySelectorAll("th, td")].slice(0, 3).map((cell) => cell.textContent.trim())));

test("from a survey file to an edited list, counted again, compared, reported, and used in the next month", async (t) => {
    const begun = performance.now();
    const { context, page, watched } = await openAnalysis(browser, server);
    await chooseFile(page, survey("march.csv", march));
    const { _id, _submission_time: time, "group_place/region": region, "group_talk/what_do_you_want_to_tell_us": words, deviceid } = await rolesOf(page);
    assert.deepEqual({ _id, time, region, words, deviceid }, { _id: "none", time: "date", region: "group", words: "text", deviceid: "none" });
    await toQuestion(page);
    await page.getByRole("button", { name: "What are the main concerns and requests in this feedback?" }).click();
    await page.locator("#compare").selectOption({ label: "two values of group_place/region" });
    await page.locator("#compare-first").selectOption("South");
    await page.locator("#compare-second").selectOption("North");
    await page.locator("#step-columns .change").click(); // to look at the columns once more
    await assertFits(page, "columns");
    await page.locator("#columns-done").click();
    assert.deepEqual([await page.locator("#compare-first").inputValue(), await page.locator("#compare-second").inputValue()], ["South", "North"]);
    await page.locator("#compare-first").selectOption("North");
    await page.locator("#compare-second").selectOption("South");
    await assertFits(page, "question");
    await analyse(page);
    await assertFits(page, "result");

    // The proposed theme of each subject is the one with most of its records.
    const { themes } = await fromServer(server, `/v1/jobs/${jobOf(page)}/result`);
    const known = new Map(march.map(({ id, title }) => [id, title]));
    const own = (subject) => ({ record_ids: ids }) => ids.filter((id) => known.get(id) === subject).length;
    const proposed = Object.fromEntries(titles.map((subject) => [subject, themes.toSorted((left, right) => own(subject)(right) - own(subject)(left))[0].title]));
    assert.equal(new Set(Object.values(proposed)).size, titles.length, "each subject has a proposed theme");

    // Each edit once; those that do not help are undone.
    for (const title of themes.map((theme) => theme.title).filter((title) => !Object.values(proposed).includes(title))) await act(page, "Delete", title);
    for (const [subject, title] of Object.entries(proposed).filter(([subject]) => subject !== "Thanks")) {
        await act(page, "Edit", title);
        await page.locator("#edit-title").fill(subject);
        await page.locator("#edit-definition").fill(`What people say about ${subject.toLowerCase()}.`);
        await page.locator("#edit-inclusion").fill(subjects[subject].words.join("; "));
        await press(page, "Apply");
    }
    await act(page, "Delete", proposed.Thanks);
    await act(page, "Join", "Blankets");
    await page.locator("#edit-target").selectOption({ label: "Tents" });
    await press(page, "Apply");
    await act(page, "Edit", "Tents");
    await page.locator("#edit-title").fill("Shelter");
    await press(page, "Apply");
    assert.deepEqual((await listOf(page)).toSorted(), Object.keys(list).toSorted());
    await act(page, "Move", "Guards");
    await page.locator("#edit-target").selectOption({ label: "Transfers" });
    await press(page, "Apply");
    assert.equal((await listOf(page)).length, 4);
    await press(page, "Undo");
    await act(page, "Divide", "Medicine");
    await screenshot(editor(page), "flow-divide");
    await press(page, "Apply");
    const parts = await listOf(page);
    assert.ok(parts.length > 5, `${parts}`);
    await press(page, "Undo");
    await press(page, "Redo");
    assert.deepEqual(await listOf(page), parts);
    await press(page, "Undo");

    // Kept, and loaded again in the middle.
    await page.getByRole("button", { name: "Keep this work in this browser…" }).click();
    await page.locator("dialog[open]").getByRole("button", { name: "Keep" }).click();
    await page.locator("#keeping").getByText(/^Kept in this browser as march\.csv/).waitFor();
    await page.reload();
    await finished(page);
    assert.deepEqual((await listOf(page)).toSorted(), Object.keys(list).toSorted());

    // By example, and without the sub-themes that the model proposed.
    await editor(page).locator(".edit-theme", { has: page.locator("strong", { hasText: "Pumps" }) }).locator("button.count-button").first().click();
    await page.locator(".records-dialog .record").nth(0).getByRole("button", { name: "Belongs here" }).click();
    await page.locator(".records-dialog .record").nth(1).getByRole("button", { name: "Does not belong here" }).click();
    await screenshot(page, "flow-examples");
    await page.keyboard.press("Escape");
    for (let left = await editor(page).locator(".edit-subs > li").count(); left; --left) await editor(page).locator(".edit-subs > li").first().getByRole("button", { name: /^Delete/ }).click();
    await press(page, "Show what counting again costs");
    await press(page, "Count again");
    await editor(page).locator(".edit-status", { hasText: "Counted again" }).waitFor();
    const pumps = (await lastBody(page)).themes.find(({ title }) => title === "Pumps");
    assert.deepEqual([pumps.examples.length, pumps.exclusion.length > 0, pumps.inclusion], [1, true, subjects.Pumps.words.join("; ")]);
    assert.deepEqual(await countsOf(page), counted(march));
    await assertCompared(page, march);
    assert.equal(await page.locator("#result-series").count(), 0); // one file is no series, counted again or not
    await assertFits(page, "counted");

    // The report opens as a file, without the network, with the numbers of the page.
    const report = await download(page, async () => {
        await page.getByText("Report for others").click();
        await page.locator("#report-analyst").fill("A. Analyst");
        await page.getByRole("button", { name: "HTML report" }).click();
    });
    t.diagnostic(`from the key to the report: ${Math.round((performance.now() - begun) / 1000)} s`);
    const address = pathToFileURL(report).href;
    const opened = await openPage(browser, undefined, { offline: true, bypassCSP: true });
    await opened.page.goto(address);
    assert.deepEqual(await themeRows(opened.page.locator("main table").first().locator("tbody tr")), await themeRows(page.locator("#result-themes .scroll > table tbody tr")));
    const reported = await opened.page.locator("main table", { hasText: "North (" }).locator("tbody tr").evaluateAll((found) => found.map((line) => [...line.querySelectorAll("th, td")].map((cell) => cell.textContent)));
    assert.deepEqual(Object.fromEntries(reported.map(([title, ...cells]) => [title, cells.map((cell) => cell.replace(/ \(([\d.]+%)\)$/, " $1"))])),
        Object.fromEntries(Object.entries(await comparisonOf(page)).map(([title, cells]) => [title, cells.toSpliced(3, 1)]))); // the drawn interval is an image there
    assert.match(await opened.page.locator("main").innerText(), /Changed by people after the first count: .*joined 1.*counted again 1.*Responsible: A\. Analyst/);
    await assertFits(opened.page, "report");
    assert.deepEqual(opened.watched, { ...nothing, foreign: [address] });
    await opened.context.close();
    const codebook = await download(page, () => press(page, "Save the list as: JSON"));

    // The next month, with the same list.
    await page.locator("#step-file .change").click();
    await chooseFile(page, survey("april.csv", april));
    await page.locator("#columns-done").click();
    await page.getByText("More options").click();
    await page.locator("#question-codebook").setInputFiles(codebook);
    await page.locator("#question-codebook-status", { hasText: "5 themes" }).waitFor();
    assert.deepEqual([await page.locator("#compare-first").inputValue(), await page.locator("#compare-second").inputValue()], ["North", "South"]);
    await analyse(page);
    assert.deepEqual(await countsOf(page), counted(april));
    await assertCompared(page, april);
    const series = page.locator("#result-series");
    const heads = (await series.locator("thead th").allInnerTexts()).slice(1);
    assert.deepEqual(heads.map((head) => head.split(":")[0]), ["march.csv", "april.csv"]);
    const [version, next] = heads.map((head) => head.split(" · ").at(-1));
    assert.match(version, /^[0-9a-f]{8}$/);
    assert.equal(next, version);
    const points = await series.locator("tbody tr").evaluateAll((found) => found.map((line) => [line.querySelector("th").textContent, [...line.querySelectorAll("td")].map((cell) => cell.textContent)]));
    assert.equal(points.length, Object.keys(list).length);
    for (const [title, cells] of points) assert.deepEqual(cells.map((cell) => Number(/\((\d+)\)$/.exec(cell)[1])), [march, april].map((rows) => counted(rows)[title]), title); // none is marked as changed
    await screenshot(series, "flow-series");

    // Files have the series.
    const wanted = Object.keys(list).map((title) => [title, ...[march, april].flatMap((rows) => [counted(rows)[title], counted(rows)[title] / rows.length])]);
    const [workbook, markdown] = [await download(page, () => page.getByRole("button", { name: /Excel/ }).first().click()), await download(page, () => page.getByRole("button", { name: /Markdown/ }).first().click())];
    const sheet = readOffice(await readFile(workbook)).find(({ name }) => name === "The same list over time");
    const found = Object.fromEntries(sheet.rows.slice(1).map(([title, ...cells]) => [title, cells.map(Number)]));
    for (const [title, ...cells] of wanted) cells.forEach((own, at) => assert.ok(Math.abs(found[title][at] - own) < 1e-3, `${title}: ${found[title]}`));
    assert.match(await readFile(markdown, "utf8"), new RegExp(`## The same list over time[^]*\\| Pumps \\| [\\d.]+% \\(${counted(march).Pumps}\\) \\| [\\d.]+% \\(${counted(april).Pumps}\\) \\|`));
    for (const [name, colorScheme, language, width] of [["phone", "light", "en", 360], ["dark", "dark", "en", 1280], ["arabic", "light", "ar", 1280], ["arabic-phone-dark", "dark", "ar", 360]]) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.locator("#language").selectOption(language);
        await assertFits(page, name);
        await screenshot(editor(page), `flow-${name}-editor`);
    }
    assert.deepEqual(watched, nothing);
    await context.close();
});

/** Presses a key until the element has the focus. */
async function focus(page, element, key = "Tab") {
    const wanted = await element.elementHandle();
    for (let steps = 0; steps < 600; ++steps) {
        await page.keyboard.press(key);
        if (await wanted.evaluate((own) => own === document.activeElement)) return;
    }
    assert.fail(`no focus on ${element}`);
}

test("the keyboard alone leads from the key to a report", async () => {
    const { context, page, watched } = await openPage(browser, server.address, { locale: "en-US" });
    const choose = async (element) => {
        await focus(page, element);
        await page.keyboard.press("Enter");
    };
    await page.goto("/analyze");
    if (!await page.locator("#key").evaluate((own) => own === document.activeElement)) await focus(page, page.locator("#key"));
    await page.keyboard.type(key);
    await page.keyboard.press("Enter");
    await page.locator("#step-file[data-state=open]").waitFor();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), choose(page.locator("#file"))]);
    await chooser.setFiles(survey("march.csv", march.slice(0, 70)));
    await page.locator("#columns-done").waitFor();
    await choose(page.locator("#columns-done"));
    await focus(page, page.locator("#prompt"));
    await page.keyboard.type("What is missing?");
    await choose(page.locator("#question-form button[type=submit]"));
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await choose(page.locator("#start"));
    await finished(page);
    const [first] = await listOf(page);
    await choose(editor(page).locator(".edit-theme > .edit-line button").filter({ hasText: "Edit" }).first());
    await page.keyboard.press("Control+A");
    await page.keyboard.type("My theme");
    await page.keyboard.press("Enter");
    assert.equal((await listOf(page))[0], "My theme");
    await page.keyboard.press("Control+Z");
    assert.equal((await listOf(page))[0], first);
    await page.keyboard.press("Control+Y");
    await choose(editor(page).getByRole("button", { name: "Show what counting again costs" }));
    await editor(page).getByText(/^Expected cost/).waitFor();
    await page.keyboard.press("Enter"); // the focus is on "Count again"
    await editor(page).locator(".edit-status", { hasText: "Counted again" }).waitFor();
    await focus(page, page.locator(".report-tools summary"), "Shift+Tab");
    await page.keyboard.press("Enter");
    const report = await download(page, () => choose(page.getByRole("button", { name: "HTML report" })));
    assert.match(await readFile(report, "utf8"), /My theme/);
    assert.deepEqual(watched, nothing);
    await context.close();
});
