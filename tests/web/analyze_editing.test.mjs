// Themes that a person edits on /analyze and counts again: every edit with undo, the built-in model and a scripted one, files of the list.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { askQuestion, chooseFile, file, finished, fromServer, jobOf, lastBody, openAnalysis, signIn, start } from "./support/analysis.mjs";
import { audit, onlyKey, screenshot, startBrowser, stored } from "./support/browser.mjs";
import { hasStatus, nothing } from "./support/dashboard.mjs";
import { key, send, startServer } from "./support/server.mjs";
import { holds, recordsOf, scriptedProvider, themeModel } from "./support/theme_provider.mjs";

let server;
let browser;

/** What the scripted model reads: a record has the themes whose criteria, words with semicolons between, it holds. */
const subjects = { Water: "water; pump", Food: "rice; beans", Staff: "guard; clerk" };
const contents = [
    "The pump is broken.", "Water is far away.", "The pump and the rice are bad.", "Rice is dear.", "Beans are missing.", "The guard shouted.", "A clerk helped us.", "Thank you for the tent.", "The road is long.", "Water and beans, please.",
];
const rows = Array.from({ length: 40 }, (_, at) => ({ id: `F-${at + 1}`, content: `${contents[at % contents.length]} (${at + 1})`, date: `2026-0${1 + (at % 3)}-05`, place: at % 2 ? "North" : "South" }));
const table = file("feedback.csv", `id,date,feedback,place\n${rows.map(({ id, date, content, place }) => `${id},${date},"${content}",${place}`).join("\n")}\n`);

/** The recount by hand. */
const idsWith = (criteria) => rows.filter(({ content }) => holds(content, criteria)).map(({ id }) => id);

let held = null; // while it is a promise, the model waits for it

async function model(user, system) {
    await held;
    const isRest = system.includes("make the list of themes") && !recordsOf(user).some(({ content }) => holds(content, "rice"));
    return themeModel(isRest ? { Roads: "road" } : subjects, user, system);
}

let scripted;
let provider;

before(async () => {
    provider = await scriptedProvider(model);
    [server, scripted, browser] = await Promise.all([startServer(), startServer(provider.settings), startBrowser()]);
});

async function analysed(on, options) {
    const opened = await openAnalysis(browser, on, options);
    await chooseFile(opened.page, table);
    await askQuestion(opened.page);
    await start(opened.page);
    await finished(opened.page);
    return opened;
}

const answerOf = (on, page) => fromServer(on, `/v1/jobs/${jobOf(page)}/result`);
const editor = (page) => page.locator("#result-editing");
const row = (page, title) => editor(page).locator(".edit-theme", { has: page.locator("strong bdi", { hasText: title }) }).first();
const act = (page, action, title) => editor(page).getByRole("button", { name: `${action}: ${title}`, exact: true }).click();
const apply = (page) => editor(page).getByRole("button", { name: "Apply" }).click();
const undo = (page) => editor(page).getByRole("button", { name: "Undo" }).click();
const redo = (page) => editor(page).getByRole("button", { name: "Redo" }).click();
const status = (page) => editor(page).locator(".edit-status").innerText();

/** The list as the editor shows it, and the themes of the result with their counts. */
const listOf = (page) => editor(page).locator(".edit-list").innerText();
const countsOf = (page) => page.locator("#result-themes .scroll > table tbody tr").evaluateAll((found) => Object.fromEntries(found.map((line) =>
    [line.querySelector("th bdi").textContent, Number(line.querySelector("data").value)])));
const whole = async (page) => ({ list: await listOf(page), result: await page.locator("#result-themes").innerText(), unassigned: await page.locator("#result-unassigned").innerText() });

/** Makes an edit, checks it, undoes it, and does it again. */
async function withUndo(page, edit, check) {
    const before = await whole(page);
    await edit();
    await check();
    const after = await whole(page);
    await undo(page);
    assert.deepEqual(await whole(page), before);
    assert.match(await status(page), /^Undone – /);
    await redo(page);
    assert.deepEqual(await whole(page), after);
    await undo(page);
}

async function countAgain(page) {
    await editor(page).getByRole("button", { name: "Show what counting again costs" }).click();
    await editor(page).getByText(/^Expected cost/).waitFor();
    await editor(page).getByRole("button", { name: "Count again" }).click();
    await editor(page).locator(".edit-status", { hasText: "Counted again" }).waitFor();
}

test("every edit shows in the result, without a request, and is undone exactly", async () => {
    const { context, page, watched } = await analysed(scripted);
    assert.deepEqual(await countsOf(page), Object.fromEntries(Object.entries(subjects).map(([title, criteria]) => [title, idsWith(criteria).length])));
    const calls = provider.calls.length;
    const sent = await page.evaluate(() => globalThis.bodies.length);

    await withUndo(page, async () => {
        await act(page, "Edit", "Water");
        await page.locator("#edit-title").fill("Wells and pumps");
        await page.locator("#edit-exclusion").fill("its price");
        await apply(page);
    }, async () => {
        assert.deepEqual(Object.keys(await countsOf(page)), ["Wells and pumps", "Food", "Staff"]);
        assert.match(await row(page, "Wells and pumps").innerText(), /counted before its criteria changed/);
        assert.match(await page.locator("#result-answer").innerText(), /A person edited the themes after they were counted/);
    });
    await withUndo(page, async () => {
        await act(page, "Join", "Food");
        await page.locator("#edit-target").selectOption({ label: "Water" });
        await apply(page);
    }, async () => {
        assert.deepEqual(await countsOf(page), { Water: idsWith("water; pump; rice; beans").length, Staff: idsWith(subjects.Staff).length });
        assert.match(await page.locator("#result-themes").innerText(), /computed here/);
    });
    await withUndo(page, () => act(page, "Delete", "Staff"), async () => {
        assert.deepEqual(Object.keys(await countsOf(page)), ["Water", "Food"]);
        assert.match(await page.locator("#result-unassigned").innerText(), new RegExp(`In a theme before it was deleted or divided\\s+${idsWith(subjects.Staff).length}`));
    });
    await withUndo(page, async () => {
        await act(page, "Move", "Staff");
        await page.locator("#edit-target").selectOption({ label: "Food" });
        await apply(page);
    }, async () => {
        assert.deepEqual(Object.keys(await countsOf(page)), ["Water", "Food"]);
        assert.match(await page.locator("#result-themes").innerText(), /Within this theme\s+Staff/);
    });
    await withUndo(page, async () => {
        await act(page, "Divide", "Water");
        await editor(page).locator("[name=title-0]").fill("Pumps");
        for (const box of (await editor(page).locator(".edit-part input[type=checkbox]").all()).slice(1)) await box.uncheck();
        await apply(page);
    }, async () => {
        const counts = await countsOf(page);
        assert.equal(counts.Pumps + counts.Water, idsWith(subjects.Water).length);
        assert.ok(counts.Pumps > 0 && counts.Water > 0);
    });
    await withUndo(page, async () => {
        await editor(page).getByRole("button", { name: "Add a theme" }).click();
        await page.locator("#edit-title").fill("Roads");
        await apply(page);
    }, async () => assert.match(await row(page, "Roads").innerText(), /not counted yet/));

    assert.equal(provider.calls.length, calls);
    assert.equal(await page.evaluate(() => globalThis.bodies.length), sent);
    assert.deepEqual(await stored(page), onlyKey);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("records shown under a theme become examples or exclusions", async () => {
    const { context, page } = await analysed(scripted);
    await row(page, "Water").locator("button.count-button").click();
    const first = page.locator(".records-dialog .record").first();
    await first.getByRole("button", { name: "Belongs here" }).click();
    await first.getByText("Added to the examples of Water").waitFor();
    const second = page.locator(".records-dialog .record").nth(1);
    await second.getByRole("button", { name: "Does not belong here" }).click();
    await second.getByText("Added to what Water excludes").waitFor();
    assert.deepEqual(await audit(page), []);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "Edit: Water");
    await act(page, "Edit", "Water");
    const [inside, outside] = idsWith(subjects.Water).map((id) => rows.find((own) => own.id === id).content);
    assert.equal(await page.locator("#edit-examples").inputValue(), inside);
    assert.equal(await page.locator("#edit-exclusion").inputValue(), `“${outside}”`);
    await page.keyboard.press("Escape");
    await undo(page);
    await undo(page);
    await act(page, "Edit", "Water");
    assert.equal(await page.locator("#edit-examples").inputValue() + await page.locator("#edit-exclusion").inputValue(), "");

    await page.locator("#edit-examples").fill("1\n2\n3\n4\n5");
    await apply(page);
    await act(page, "Edit", "Food"); // an open form does not hide why a record cannot become an example
    await row(page, "Water").locator("button.count-button").click();
    await first.getByRole("button", { name: "Belongs here" }).click();
    await first.getByText("At most 5 examples. Remove one first.").waitFor();
    await first.getByRole("button", { name: "Does not belong here" }).click();
    await first.getByText("Added to what Water excludes").waitFor();
    await first.getByRole("button", { name: "Does not belong here" }).click(); // changes nothing, and is no step to undo
    await page.keyboard.press("Escape");
    await undo(page);
    assert.match(await status(page), /^Undone – Added to what Water excludes/);
    await undo(page);
    assert.match(await status(page), /^Undone – Changed: Water/);
    await context.close();
});

test("the edited list is counted again by the scripted model, and the counts are those by hand", async () => {
    const { context, page, watched } = await analysed(scripted);
    const first = jobOf(page);
    await act(page, "Join", "Food");
    await page.locator("#edit-target").selectOption({ label: "Staff" });
    await apply(page);
    await act(page, "Edit", "Water");
    await page.locator("#edit-inclusion").fill("pump");
    await apply(page);
    await editor(page).getByRole("button", { name: "Add a theme" }).click();
    await page.locator("#edit-title").fill("Thanks");
    await page.locator("#edit-inclusion").fill("thank");
    await apply(page);
    await editor(page).getByLabel("Look for further themes").check();
    const before = await whole(page);
    await countAgain(page);

    assert.notEqual(jobOf(page), first);
    const body = await lastBody(page);
    assert.deepEqual([body.induce_more, body.themes.map(({ id, title }) => [id, title]), body.prompt], [true, [["T1", "Water"], ["T3", "Staff"], ["T4", "Thanks"]], "Which shortages are reported?"]);
    const answer = await answerOf(scripted, page);
    const hand = { Water: idsWith("pump"), Staff: idsWith("guard; clerk; staff; rice; beans; food"), Thanks: idsWith("thank"), Roads: idsWith("road") };
    for (const theme of answer.themes) assert.deepEqual(theme.record_ids, hand[theme.title], theme.title);
    assert.deepEqual(await countsOf(page), Object.fromEntries(answer.themes.map(({ title }) => [title, hand[title].length])));
    assert.match(await row(page, "Roads").innerText(), /new/);
    const water = [idsWith(subjects.Water).length, hand.Water.length];
    assert.match(await row(page, "Water").innerText(), new RegExp(`Before: ${water[0]} \\(${water[1] - water[0]}\\)[^]*left: ${water[0] - water[1]}`));
    assert.match(await row(page, "Thanks").innerText(), /Counted for the first time/);
    assert.doesNotMatch(await page.locator("#result-answer").innerText(), /A person edited/);
    await editor(page).getByRole("button", { name: "Show what counting again costs" }).waitFor(); // of the next count
    assert.deepEqual(await audit(page), []);
    await screenshot(editor(page), "editing-counted");

    await undo(page);
    assert.deepEqual(await whole(page), before);
    assert.equal(jobOf(page), first);
    await redo(page);
    assert.deepEqual(await countsOf(page), Object.fromEntries(answer.themes.map(({ title }) => [title, hand[title].length])));
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("the built-in model counts an edited list by its words", async () => {
    const { context, page, watched } = await analysed(server);
    for (const { title } of (await answerOf(server, page)).themes.slice(1)) await act(page, "Delete", title);
    const [{ title }] = (await answerOf(server, page)).themes;
    await act(page, "Edit", title);
    await page.locator("#edit-title").fill("Pumps");
    await page.locator("#edit-definition").fill("");
    await page.locator("#edit-inclusion").fill("pump");
    await apply(page);
    await countAgain(page);
    const { themes } = await answerOf(server, page);
    assert.deepEqual(themes.map(({ title: own, record_ids }) => [own, record_ids]), [["Pumps", idsWith("pump")]]);
    assert.deepEqual(await countsOf(page), { Pumps: idsWith("pump").length });
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("hostile titles are text, and a broken list is refused at its field", async () => {
    const { context, page, watched } = await analysed(scripted, { expected: hasStatus(422) });
    const titles = ['<img src=x onerror="globalThis.hacked=1">', "\u202e\u2067ماء\u202dabc", "w".repeat(120)];
    for (const [at, title] of titles.entries()) {
        await act(page, "Edit", ["Water", "Food", "Staff"][at]);
        await page.locator("#edit-title").fill(title);
        await apply(page);
    }
    assert.deepEqual(Object.keys(await countsOf(page)), titles);
    assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
    assert.equal(await page.locator("#result img").count(), 0);
    await page.setViewportSize({ width: 360, height: 800 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
    await screenshot(editor(page), "editing-hostile-360");
    await page.setViewportSize({ width: 1280, height: 900 });

    await act(page, "Edit", titles[0]);
    await page.locator("#edit-title").fill(titles[2]);
    await apply(page);
    assert.equal(await page.locator("#edit-title-problem").innerText(), "Another theme has this title.");
    assert.equal(await page.locator("#edit-title").getAttribute("aria-invalid"), "true");
    await page.keyboard.press("Escape");

    const broken = [{ id: "a", title: "Water" }, { id: "b", title: "Food", definition: "x".repeat(301), sub_themes: [{ title: "" }] }];
    await page.locator("#codebook-file").setInputFiles(file("broken.json", JSON.stringify(broken)));
    await editor(page).locator(".edit-status", { hasText: "Loaded: broken.json" }).waitFor();
    await editor(page).getByRole("button", { name: "Show what counting again costs" }).click();
    await page.locator("#edit-definition-problem", { hasText: /300/ }).waitFor();
    assert.equal(await page.locator("#edit-definition").getAttribute("aria-invalid"), "true");
    assert.match(await row(page, "Food").locator(".edit-subs").innerText(), /Title: /);
    assert.deepEqual(await audit(page), []);
    await screenshot(editor(page), "editing-refused");
    await undo(page);
    assert.deepEqual(Object.keys(await countsOf(page)), titles);
    assert.deepEqual(watched, nothing);
    await context.close();
});

async function saved(page, format) {
    const [download] = await Promise.all([page.waitForEvent("download"), editor(page).getByRole("button", { name: `Save the list as: ${format}`, exact: true }).click()]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

test("the list is saved and loaded in each format", async () => {
    const { context, page, watched } = await analysed(scripted);
    await act(page, "Move", "Staff");
    await page.locator("#edit-target").selectOption({ label: "Food" });
    await apply(page);
    const list = await listOf(page);
    const names = [];
    for (const format of ["JSON", "CSV", "Excel", "coding framework"]) {
        const { name, content } = await saved(page, format);
        names.push(name);
        await page.locator("#codebook-file").setInputFiles({ name, mimeType: "application/octet-stream", buffer: content });
        await editor(page).locator(".edit-status", { hasText: `Loaded: ${name}` }).waitFor();
        assert.equal(await listOf(page), list, format);
        await undo(page);
    }
    const { name, content } = await saved(page, "REFI-QDA codebook");
    assert.match(content.toString(), /name="Food" isCodable="true"><Description>[^<]*<\/Description><Code guid="[^"]+" name="Staff"/);
    assert.deepEqual([...names, name], ["feedback themes.json", "feedback themes.csv", "feedback themes.xlsx", "feedback coding framework.json", "feedback themes.qdc"]);
    await page.locator("#codebook-file").setInputFiles(file("no.csv", "a,b\n1,2\n"));
    await editor(page).getByText("no.csv has no column named title.").waitFor();
    assert.equal(await page.locator("#codebook-file").inputValue(), "", "the same file can be chosen again");
    await page.locator("#codebook-file").setInputFiles(file("many.json", JSON.stringify(Array.from({ length: 50_000 }, (_, at) => ({ title: `t${at}` })))));
    await editor(page).getByText("A list has at most 100 themes.").waitFor();
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("the list of one month is counted in the file of the next", async () => {
    const { context, page, watched } = await openAnalysis(browser, scripted);
    await chooseFile(page, table);
    await page.locator("#columns-done").click();
    await page.locator("#question-form details:has(#mode) summary").click();
    await page.locator("#question-codebook").setInputFiles(file("none.json", "[]"));
    await page.locator("#question-codebook-problem", { hasText: "none.json has no themes." }).waitFor();
    await page.locator("#question-codebook").setInputFiles(file("march.csv", "title,inclusion,parent\nPumps,pump,\nTents,tent,\n"));
    await page.locator("#question-codebook-status", { hasText: "march.csv: 2 themes" }).waitFor();
    await page.locator("#prompt").fill("What is broken?");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await start(page);
    await finished(page);
    assert.deepEqual((await answerOf(scripted, page)).themes.map(({ title, record_ids }) => [title, record_ids]), [["Pumps", idsWith("pump")], ["Tents", idsWith("tent")]]);
    assert.deepEqual(watched, nothing);
    await context.close();
});

/** The status of a job of the scripted server when it has ended: the server closes the events then. */
async function endOf(id) {
    await (await send(scripted, `/v1/jobs/${id}/events`)).text();
    return (await fromServer(scripted, `/v1/jobs/${id}`)).status;
}

/** Holds the model until the returned function is called. */
function holdModel() {
    let release;
    held = new Promise((resolve) => { release = resolve; });
    return () => {
        release();
        held = null;
    };
}

test("a cancelled count leaves the list and its answer", async () => {
    const { context, page, watched } = await analysed(scripted);
    const first = jobOf(page);
    await act(page, "Delete", "Staff");
    const before = await whole(page);
    const release = holdModel();
    await editor(page).getByRole("button", { name: "Show what counting again costs" }).click();
    await editor(page).getByRole("button", { name: "Count again" }).click();
    await page.waitForFunction((id) => location.hash !== `#job=${id}`, first);
    const running = jobOf(page);
    assert.equal(await page.locator("#step-question .change").isVisible(), false); // steps are locked
    for (const name of ["Undo", "Add a theme", "Edit: Water", "Delete: Food"]) assert.equal(await editor(page).getByRole("button", { name, exact: true }).isDisabled(), true, name);
    assert.equal(await page.locator("#codebook-file").isDisabled(), true);
    await editor(page).getByRole("button", { name: "Cancel counting" }).press("Control+Z");
    await page.locator("#result-themes button.count-button").first().click();
    await page.locator(".records-dialog .record").first().waitFor();
    assert.equal(await page.locator(".records-dialog").getByRole("button", { name: "Belongs here" }).count(), 0);
    await page.keyboard.press("Escape");
    await editor(page).getByRole("button", { name: "Cancel counting" }).click();
    await editor(page).locator(".edit-status", { hasText: "Counting was cancelled" }).waitFor();
    release();
    assert.deepEqual(await whole(page), before);
    assert.equal(jobOf(page), first);
    assert.equal(await endOf(running), "cancelled");
    await editor(page).getByRole("button", { name: "Count again" }).click();
    await editor(page).locator(".edit-status", { hasText: "Counted again" }).waitFor();
    assert.deepEqual(Object.keys(await countsOf(page)), ["Water", "Food"]);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a count that is cancelled while it is sent leaves no job, and the next one is the only one", async () => {
    const { context, page, watched } = await analysed(scripted);
    await act(page, "Delete", "Staff");
    await editor(page).getByRole("button", { name: "Show what counting again costs" }).click();
    await editor(page).getByRole("button", { name: "Count again" }).waitFor(); // the dry run has its answer
    const release = holdModel();
    let answerLater;
    const accepted = new Promise((resolve) => {
        page.route("**/v1/analyze-bulk", async (route) => {
            const response = await route.fetch();
            answerLater = () => route.fulfill({ response });
            resolve((await response.json()).job_id);
        }, { times: 1 });
    });
    await editor(page).getByRole("button", { name: "Count again" }).click();
    const job = await accepted;
    await editor(page).getByRole("button", { name: "Cancel counting" }).click();
    await answerLater();
    await editor(page).locator(".edit-status", { hasText: "Counting was cancelled" }).waitFor();
    release();
    assert.equal(await endOf(job), "cancelled");
    await editor(page).getByRole("button", { name: "Count again" }).click();
    await editor(page).locator(".edit-status", { hasText: "Counted again" }).waitFor();
    assert.notEqual(jobOf(page), job);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("another job that is opened during a count stays open", async () => {
    const { context, page, watched } = await analysed(scripted);
    const first = jobOf(page);
    await act(page, "Delete", "Staff");
    await countAgain(page);
    const second = jobOf(page);
    await act(page, "Delete", "Food");
    await editor(page).getByRole("button", { name: "Show what counting again costs" }).click();
    const release = holdModel();
    await editor(page).getByRole("button", { name: "Count again" }).click();
    await page.waitForFunction((id) => location.hash !== `#job=${id}`, second);
    const third = jobOf(page);
    await page.evaluate((id) => { location.hash = `job=${id}`; }, first);
    await row(page, "Staff").waitFor();
    release();
    assert.equal(await endOf(third), "cancelled");
    assert.deepEqual([jobOf(page), Object.keys(await countsOf(page)), await status(page)], [first, Object.keys(subjects), ""]);
    assert.equal(await page.locator("body.locked").count(), 0);
    assert.deepEqual(watched, nothing);
    await context.close();
});

/** All texts in the memory of the page, after its garbage is collected. */
async function memoryOf(page) {
    const session = await page.context().newCDPSession(page);
    const chunks = [];
    session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.takeHeapSnapshot");
    await session.detach();
    return JSON.parse(chunks.join("")).strings;
}

test("nothing of the records stays in the memory when the key is forgotten, and another analysis can begin", async () => {
    const { context, page, watched } = await analysed(scripted);
    await act(page, "Delete", "Staff");
    const content = rows[30].content;
    assert.ok((await memoryOf(page)).some((own) => own.includes(content)));
    await page.locator("#forget").click();
    await page.locator("#step-key[data-state=open]").waitFor();
    assert.deepEqual((await memoryOf(page)).filter((own) => own.includes(content)), []);
    await signIn(page);
    await chooseFile(page, table);
    await askQuestion(page);
    await start(page);
    await finished(page);
    assert.match(await listOf(page), /Staff/);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("progress never goes back when further themes begin an earlier phase again", async () => {
    const { context, page } = await openAnalysis(browser, scripted);
    await page.route("**/v1/jobs/*/events", async (route) => {
        const job = await fromServer(scripted, new URL(route.request().url()).pathname.replace("/events", ""));
        const states = [["assign", 0.5], ["induce", 0.25], ["assign", 0.75]].map(([phase, fraction]) => ({ ...job, status: "running", progress: { phase, done: 1, total: 4, fraction } }));
        await route.fulfill({ contentType: "text/event-stream", body: states.map((state) => `event: progress\ndata: ${JSON.stringify(state)}\n\n`).join("") });
    }, { times: 1 });
    await chooseFile(page, table);
    await askQuestion(page);
    await page.evaluate(() => {
        const bar = document.querySelector("#job-progress");
        globalThis.shown = [];
        new MutationObserver(() => globalThis.shown.push(bar.getAttribute("value"))).observe(bar, { attributeFilter: ["value"] });
    });
    await start(page);
    await finished(page);
    const values = (await page.evaluate(() => globalThis.shown)).filter((value) => value !== null).map(Number);
    assert.ok(values.length > 0 && values[0] > 0.6, `${values}`);
    assert.deepEqual(values, [...values].sort((left, right) => left - right));
    await context.close();
});

test("the keyboard alone edits, and a wrong key loses nothing", async () => {
    const { context, page } = await analysed(scripted, { expected: hasStatus(401) });
    await editor(page).getByRole("button", { name: "Edit: Water" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Wells");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Edit: Wells");
    await page.keyboard.press("Control+Z");
    assert.match(await listOf(page), /Water/);
    await page.keyboard.press("Control+Y");
    assert.match(await listOf(page), /Wells/);
    const press = (event) => editor(page).getByRole("button", { name: "Edit: Food" }).dispatchEvent("keydown", event);
    for (const [event, title] of [ // layouts for Russian and Arabic, one that has Z at another place, and macOS
        [{ key: "я", code: "KeyZ", ctrlKey: true }, "Water"], [{ key: "н", code: "KeyY", ctrlKey: true }, "Wells"], [{ key: "ئ", code: "KeyZ", ctrlKey: true }, "Water"], [{ key: "Я", code: "KeyZ", ctrlKey: true, shiftKey: true }, "Wells"],
        [{ key: "z", code: "KeyW", ctrlKey: true }, "Water"], [{ key: "Z", code: "KeyZ", metaKey: true, shiftKey: true }, "Wells"], [{ key: "w", code: "KeyZ", ctrlKey: true }, "Wells"], [{ key: "z", code: "KeyZ", metaKey: true }, "Water"], [{ key: "y", code: "KeyY", metaKey: true }, "Wells"],
    ]) {
        await press(event);
        assert.match(await listOf(page), new RegExp(title), JSON.stringify(event));
    }

    await page.route("**/v1/analyze-bulk", (route) => route.fulfill({ status: 401, json: { error: { code: "unauthorized", message: "Invalid API key" } } }), { times: 1 });
    await editor(page).getByRole("button", { name: "Show what counting again costs" }).click();
    await page.locator("#key-problem", { hasText: "does not accept" }).waitFor();
    await page.locator("#key").fill(key);
    await page.locator("#key-form button").click();
    await page.locator("#step-job[data-state=done]").waitFor();
    assert.match(await listOf(page), /Wells/);
    await countAgain(page);
    assert.match(await row(page, "Wells").innerText(), /Before: \d+ \(0\)/);
    await context.close();
});

for (const [language, colorScheme, width] of [["ar", "light", 360], ["fr", "dark", 1280], ["ar", "dark", 1280]])
    test(`the editor in ${language}, ${colorScheme}, ${width} px has no findings`, async () => {
        const { context, page, watched } = await analysed(scripted, { colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await editor(page).getByRole("button", { name: "Edit: Food" }).click();
        await page.locator("#edit-definition").fill("kept while the language changes");
        await page.locator("#language").selectOption(language);
        assert.equal(await page.locator("#edit-definition").inputValue(), "kept while the language changes");
        await page.keyboard.press("Escape");
        assert.deepEqual(await audit(page), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await editor(page).scrollIntoViewIfNeeded();
        await screenshot(editor(page), `editing-${language}-${colorScheme}-${width}`);
        assert.deepEqual(watched, nothing);
        await context.close();
    });
