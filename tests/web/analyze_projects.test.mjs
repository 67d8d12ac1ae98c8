// Kept work on /analyze: reload and restart in the middle, passphrase, erasing, two tabs, what a browser refuses, expired keys, earlier jobs.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { askQuestion, chooseFile, file, finished, fromServer, jobOf, lastBody, openAnalysis, signIn, start } from "./support/analysis.mjs";
import { audit, onlyKey, screenshot, startBrowser, stored } from "./support/browser.mjs";
import { hasStatus, nothing } from "./support/dashboard.mjs";
import { pageModule } from "./support/page_modules.mjs";
import { key, startServer } from "./support/server.mjs";
import { holds, scriptedProvider, themeModel } from "./support/theme_provider.mjs";

const { pack, unpack } = await pageModule("projects/packing.js");

const question = "Which shortages are reported?";
const contents = ["The pump is broken.", "Water is far away.", "Rice is dear.", "Beans are missing.", "The guard shouted.", "Thank you for the tent."];
const rows = Array.from({ length: 36 }, (_, at) => ({ id: `F-${at + 1}`, content: `${contents[at % contents.length]} (${at + 1})`, date: `2026-0${1 + (at % 3)}-05` }));
const table = file("feedback.csv", `id,date,feedback,phone\n${rows.map(({ id, date, content }) => `${id},${date},"${content}",0700-555-${id}`).join("\n")}\n`);
const subjects = { Water: "water; pump", Food: "rice; beans", Staff: "guard" };
const passphrase = "correct horse battery";

const idsWith = (criteria) => rows.filter(({ content }) => holds(content, criteria)).map(({ id }) => id);

let held = null; // while it is a promise, the model waits for it

/** Runs a step during which the model does not answer until `release` is called. */
async function holding(step) {
    let release;
    held = new Promise((resolve) => { release = () => {
        held = null;
        resolve();
    }; });
    try {
        await step(release);
    } finally {
        release();
    }
}

async function model(user, system) {
    await held;
    return themeModel(subjects, user, system);
}

let provider;
let server;
let browser;

before(async () => {
    provider = await scriptedProvider(model);
    [server, browser] = await Promise.all([startServer(provider.settings), startBrowser()]);
});

const bar = (page) => page.locator("#keeping");
const keepIt = (page) => bar(page).getByRole("button", { name: "Keep this work in this browser…" });
const dialog = (page) => page.locator("dialog[open]");

/** Keeps the work, and waits until it is durable. */
async function keep(page, secret = "") {
    await keepIt(page).click();
    if (secret) for (const id of ["passphrase", "repeated"]) await dialog(page).locator(`#project-${id}`).fill(secret);
    await dialog(page).getByRole("button", { name: "Keep" }).click();
    await bar(page).getByText(/^Kept in this browser as feedback\.csv/).waitFor();
}

/** Waits until what the page did is in the database: the writes of a project do not grow any more. */
const written = (page) => page.evaluate(async () => {
    const writes = () => new Promise((resolve, reject) => {
        const request = indexedDB.open("verbatim-analyze");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
            const all = request.result.transaction("projects").objectStore("projects").getAll();
            all.onsuccess = () => {
                request.result.close();
                resolve(all.result.reduce((sum, one) => sum + one.writes, 0));
            };
        };
    });
    for (let before = -1, now = await writes(); before !== now; before = now, now = await writes()) await new Promise((resolve) => setTimeout(resolve, 600)); // more than the pause of the page
});

/** The bytes of the database as text. */
const database = (page) => page.evaluate(async () => {
    const opened = await new Promise((resolve) => { indexedDB.open("verbatim-analyze").onsuccess = ({ target }) => resolve(target.result); });
    const all = (name) => new Promise((resolve) => { opened.transaction(name).objectStore(name).getAll().onsuccess = ({ target }) => resolve(target.result); });
    const [projects, parts] = [await all("projects"), await all("parts")];
    opened.close();
    return { projects: JSON.stringify(projects), parts: parts.map((bytes) => new TextDecoder().decode(bytes)).join("\n") };
});

/** Changes the database: `project` are members of all projects, `part` a part whose byte `flip` changes, or all of whose `bytes`, or a text of it: `replace` [from, to]. */
const tamper = (page, change) => page.evaluate(async ({ project, part, flip, bytes, replace }) => {
    const opened = await new Promise((resolve) => { indexedDB.open("verbatim-analyze").onsuccess = ({ target }) => resolve(target.result); });
    const transaction = opened.transaction(["projects", "parts"], "readwrite");
    const done = new Promise((resolve) => { transaction.oncomplete = resolve; });
    const each = (name, act) => {
        transaction.objectStore(name).openCursor().onsuccess = ({ target: { result: cursor } }) => {
            if (!cursor) return;
            act(cursor);
            cursor.continue();
        };
    };
    if (project) each("projects", (cursor) => cursor.update({ ...cursor.value, ...project }));
    if (part) each("parts", (cursor) => {
        if (cursor.key[1] !== part) return;
        const value = bytes ? new Uint8Array(bytes) : replace ? new TextEncoder().encode(new TextDecoder().decode(cursor.value).replaceAll(...replace)) : cursor.value;
        if (flip !== undefined) value[flip] ^= 1;
        cursor.update(value);
    });
    await done;
    opened.close();
}, change);

async function analysed(options) {
    const opened = await openAnalysis(browser, server, options);
    await chooseFile(opened.page, table);
    await askQuestion(opened.page, question);
    await start(opened.page);
    await finished(opened.page);
    return opened;
}

const editor = (page) => page.locator("#result-editing");
const act = (page, action, title) => editor(page).getByRole("button", { name: `${action}: ${title}`, exact: true }).click();
const countsOf = (page) => page.locator("#result-themes .scroll > table tbody tr").evaluateAll((found) => Object.fromEntries(found.map((line) => [line.querySelector("th bdi").textContent, Number(line.querySelector("data").value)])));

async function join(page) {
    await act(page, "Join", "Food");
    await page.locator("#edit-target").selectOption({ label: "Water" });
    await editor(page).getByRole("button", { name: "Apply" }).click();
}

const joined = { Water: idsWith("water; pump; rice; beans").length, Staff: idsWith(subjects.Staff).length };

test("without consent nothing is stored, and the page says what a reload loses", async () => {
    const { context, page, watched } = await analysed();
    assert.match(await bar(page).innerText(), /This work is in this tab only/);
    assert.deepEqual(await stored(page), onlyKey);
    const asked = [];
    page.on("dialog", (shown) => {
        asked.push(shown.type());
        return shown.accept();
    });
    await page.reload();
    await finished(page);
    assert.deepEqual(asked, []); // the server has the answer
    await join(page);
    await page.reload();
    await finished(page);
    assert.deepEqual(asked, ["beforeunload"]);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a reload in the middle of editing keeps file, question, edits, undo and the records behind figures, without a request", async () => {
    const { context, page, watched } = await analysed();
    await keep(page);
    await join(page);
    await act(page, "Edit", "Staff");
    await page.locator("#edit-title").fill("Guards");
    await editor(page).getByRole("button", { name: "Apply" }).click();
    await written(page);
    const requests = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    const job = jobOf(page);
    await page.reload();
    await finished(page);
    assert.equal(jobOf(page), job);
    assert.deepEqual(await countsOf(page), { Water: joined.Water, Guards: joined.Staff });
    assert.deepEqual(requests.filter((path) => path.startsWith("/v1/")), ["/v1/limits"]);
    assert.equal(await page.locator("#records-missing").isVisible(), false);
    await editor(page).getByRole("button", { name: "Undo" }).click();
    await editor(page).getByRole("button", { name: "Undo" }).click();
    assert.deepEqual(Object.keys(await countsOf(page)), ["Water", "Food", "Staff"]);
    await editor(page).getByRole("button", { name: "Redo" }).click();
    await editor(page).getByRole("button", { name: "Show what counting again costs" }).click();
    await editor(page).getByRole("button", { name: "Count again" }).click();
    await editor(page).locator(".edit-status", { hasText: "Counted again" }).waitFor();
    assert.deepEqual(await countsOf(page), joined);
    const content = await database(page);
    assert.ok(!`${content.projects}${content.parts}`.includes(key)); // never the key
    assert.match(content.parts, /0700-555-F-1/); // as the dialog says: columns that are not sent, too
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a reload goes on at the open step with what was entered", async () => {
    const { context, page } = await openAnalysis(browser, server);
    await chooseFile(page, table);
    await page.locator("#role-3").selectOption("group");
    await keep(page);
    await page.locator("#columns-done").click();
    await page.locator("#prompt").fill("Half a question");
    await page.locator("#prompt").press("End");
    await written(page);
    await page.reload();
    await page.locator("#step-question[data-state=open]").waitFor();
    assert.equal(await page.locator("#prompt").inputValue(), "Half a question");
    await page.locator("#step-columns .change").click();
    assert.equal(await page.locator("#role-3").inputValue(), "group");
    await context.close();
});

test("a reload keeps closed lists, and the records that were selected on the map", async () => {
    const { context, page, watched } = await analysed();
    await keep(page);
    await page.locator(".map-area").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Analyse only these" }).click();
    const filter = await page.locator("#filter-map").innerText();
    await page.locator("#dimension-options summary").click();
    await page.locator("#dimension-urgency").check();
    for (const [name, value] of [["stance", "Water is near."], ["own", "Channel"], ["values", "Radio\nMeeting: with people"]]) await page.locator(`#dimension-${name}`).fill(value);
    await page.locator("#dimension-values").press("End");
    await written(page);
    await page.reload();
    await page.locator("#filter-map").waitFor();
    assert.equal(await page.locator("#filter-map").innerText(), filter);
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    const { dimensions, record_map: hasMap, feedback_records: sent } = await lastBody(page);
    assert.deepEqual(dimensions, [{ list: "urgency" }, { list: "stance", proposition: "Water is near." }, { id: "own", title: "Channel", values: [{ id: "v1", title: "Radio", definition: "" }, { id: "v2", title: "Meeting", definition: "with people" }] }]);
    assert.equal(hasMap, true);
    assert.ok(sent.length > 0 && sent.length < rows.length);
    assert.ok(filter.includes(String(sent.length)), filter);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a reload during a job follows it, and one while the request is sent starts no second job", async () => {
    for (const isSent of [true, false]) {
        const { context, page } = await openAnalysis(browser, server);
        const before = (await fromServer(server, "/v1/jobs?limit=200")).jobs.length;
        await chooseFile(page, table);
        await askQuestion(page, question);
        await keep(page);
        if (!isSent) await page.route("**/v1/analyze-bulk", async (route) => {
            await route.fetch(); // the server takes the job, and its answer is lost
            await page.evaluate(() => { globalThis.lost = true; });
        }, { times: 1 });
        await holding(async (release) => {
            await start(page);
            if (isSent) await page.waitForURL(/#job=/);
            else await page.waitForFunction(() => globalThis.lost);
            await written(page);
            await page.reload();
            await page.waitForURL(/#job=/);
            await page.locator("#job-cancel").waitFor();
            release();
            await finished(page);
        });
        assert.equal((await fromServer(server, "/v1/jobs?limit=200")).jobs.length, before + 1);
        assert.equal(await page.locator("#records-missing").isVisible(), false);
        assert.equal(Object.keys(await countsOf(page)).length, 3);
        await context.close();
    }
});

test("after a restart of the server nothing is lost: a finished answer, and a job that the server forgot", async () => {
    let own = await startServer(provider.settings);
    const { port } = new URL(own.address);
    const restart = async () => {
        await own.kill();
        own = await startServer({ ...provider.settings, NETWORK_PORT: port });
    };
    const { context, page } = await openAnalysis(browser, own, { expected: () => true });
    await chooseFile(page, table);
    await askQuestion(page, question);
    await start(page);
    await finished(page);
    await keep(page);
    await join(page);
    await written(page);
    await restart();
    await page.reload();
    await finished(page);
    assert.deepEqual(await countsOf(page), joined);

    await holding(async (release) => {
        const job = jobOf(page);
        await editor(page).getByRole("button", { name: "Show what counting again costs" }).click();
        await editor(page).getByRole("button", { name: "Count again" }).click();
        await page.waitForURL((url) => url.hash !== `#job=${job}`);
        await written(page);
        await restart();
        await page.reload();
        await editor(page).getByRole("button", { name: "Cancel counting" }).waitFor();
        release();
        await editor(page).locator(".edit-status", { hasText: "Counted again" }).waitFor();
    });
    await editor(page).locator(".edit-status", { hasText: "Counted again" }).waitFor();
    assert.deepEqual(await countsOf(page), joined);
    await context.close();
});

test("a passphrase encrypts all of it; a wrong one is told apart, the right one opens it", async () => {
    const { context, page, watched } = await analysed();
    await keepIt(page).click();
    await dialog(page).locator("#project-passphrase").fill("short");
    await dialog(page).getByRole("button", { name: "Keep" }).click();
    assert.match(await dialog(page).innerText(), /needs at least 12 characters/);
    await dialog(page).locator("#project-passphrase").fill(passphrase);
    await dialog(page).getByRole("button", { name: "Keep" }).click();
    assert.match(await dialog(page).innerText(), /The two passphrases differ/);
    assert.deepEqual(await audit(page), []);
    await screenshot(page, "projects-keep");
    await page.keyboard.press("Escape");
    await keep(page, passphrase);
    await join(page);
    await written(page);
    const content = await database(page);
    for (const secret of ["feedback.csv", question, "pump", "Water", passphrase, key, "analyses"]) assert.ok(!`${content.projects}${content.parts}`.includes(secret), secret);
    await page.reload();
    await dialog(page).waitFor();
    await dialog(page).locator("#project-passphrase").fill("wrong horse battery");
    await page.keyboard.press("Enter");
    await dialog(page).getByText("This is not the passphrase of this work.").waitFor();
    await dialog(page).locator("#project-passphrase").fill(passphrase);
    await page.keyboard.press("Enter");
    await finished(page);
    assert.deepEqual(await countsOf(page), joined);

    // Another tab sees that there is something, and not what.
    const other = await context.newPage();
    await other.goto("/analyze");
    await signIn(other);
    await other.locator("#projects li").waitFor();
    assert.match(await other.locator("#projects li").innerText(), /Encrypted work/);
    assert.ok(!(await other.locator("#projects").innerText()).includes("feedback.csv"));
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a changed entry of encrypted work does not open, and stays", async () => {
    const { context, page } = await analysed();
    await keep(page, passphrase);
    await written(page);
    await tamper(page, { part: "progress", flip: 20 });
    const before = await database(page);
    await page.reload();
    await dialog(page).locator("#project-passphrase").fill(passphrase);
    await page.keyboard.press("Enter");
    await bar(page).getByText("Parts of this work cannot be read: list of analyses.").waitFor();
    await page.locator("#step-cost[data-state=open], #step-question[data-state=open], #step-columns[data-state=open]").waitFor(); // file and question are there
    assert.match(await bar(page).innerText(), /This work is in this tab only/);
    assert.deepEqual(await database(page), before);
    await context.close();
});

test("a corrupt entry loses only itself, and a newer version is left alone", async () => {
    const { context, page } = await analysed();
    await keep(page);
    await join(page);
    await written(page);
    await tamper(page, { part: "file", bytes: [0x50, 0x4b, 0x00] });
    await page.reload();
    await bar(page).getByText("Parts of this work cannot be read: file.").waitFor();
    await finished(page);
    assert.deepEqual(await countsOf(page), joined); // answer and edits are there

    await tamper(page, { project: { version: 2 } });
    const before = await database(page);
    await page.goto("/analyze");
    await page.locator("#projects li").getByRole("button", { name: /^Open/ }).click();
    await bar(page).getByText("A newer version of this page kept this work.").waitFor();
    assert.deepEqual(await database(page), before);
    await context.close();
});

test("edits that name a theme, and analyses that name an answer, which are not there are dropped with a sentence", async () => {
    for (const [replace, isShown] of [[['"counted":"T', '"counted":"X'], true], [['"answer-', '"answer-7'], false]]) {
        const { context, page, watched } = await analysed();
        await keep(page);
        await join(page);
        await written(page);
        const before = await countsOf(page);
        assert.deepEqual(before, joined);
        await tamper(page, { part: "progress", replace });
        await page.reload();
        await bar(page).getByText("Parts of this work cannot be read: list of analyses.").waitFor();
        if (isShown) assert.deepEqual(await countsOf(page), Object.fromEntries(Object.entries(subjects).map(([title, criteria]) => [title, idsWith(criteria).length])), "the answer without its edits");
        else assert.equal(await page.locator("#result").isVisible(), false);
        assert.deepEqual(watched, nothing);
        await context.close();
    }
});

test("a place that is none of the values is no kept work", async () => {
    assert.deepEqual(unpack(pack({ own: [1] })), { own: [1] });
    for (const text of ['[[1],[{}]]', '[["length"],[{}]]', '[["map"],[]]', '[[-1],[{}]]', '[[0],[{"own":[2]}]]', '[[0.5],[{}]]']) assert.throws(() => unpack(text), SyntaxError, text);
});

test("one tab at a time works on a project; erasing it reaches the others", async () => {
    const { context, page } = await analysed();
    await keep(page);
    const other = await context.newPage();
    await other.goto("/analyze");
    await signIn(other);
    await other.locator("#projects li").getByRole("button", { name: /^Open/ }).click();
    await bar(other).getByText("Another tab works on this.").waitFor();

    // A browser without locks: the second writer is refused.
    await tamper(page, { project: { writes: 99 } });
    await join(page);
    await bar(page).getByText("Another tab changed this work.").waitFor();
    assert.deepEqual(await countsOf(page), joined);

    await other.locator("#projects").getByRole("button", { name: "Erase all kept work" }).click();
    await dialog(other).getByRole("button", { name: "Erase" }).click();
    await other.locator("#projects li").waitFor({ state: "detached" });
    await bar(page).getByText("This work was erased in another tab.").waitFor();
    assert.deepEqual(await stored(other), onlyKey);
    await keep(page); // what this tab holds can be kept again
    await written(page);
    await page.reload();
    await finished(page);
    assert.deepEqual(await countsOf(page), joined);
    await context.close();
});

test("a reload in the middle of coding pays for no second job, and keeps decisions", async () => {
    const own = await startServer();
    const { context, page } = await openAnalysis(browser, own);
    await chooseFile(page, file("coded.csv", `id,date,feedback,type\n${rows.map(({ id, date, content }, at) => `${id},${date},"${content}",${["Water", "Food", "Staff"][at % 3]}`).join("\n")}\n`));
    await page.locator("#role-3").selectOption("codes");
    await askQuestion(page, question);
    await start(page);
    await finished(page);
    await keepIt(page).click();
    await dialog(page).getByRole("button", { name: "Keep" }).click();
    await bar(page).getByText(/^Kept in this browser/).waitFor();
    const part = page.locator("#result-codes");
    await part.getByLabel("the codes of this file").check();
    await part.getByRole("button", { name: "Estimate the cost" }).click();
    await part.getByRole("button", { name: "Suggest codes" }).waitFor();
    await page.route("**/v1/assign-codes-bulk", async (route) => {
        await route.fetch(); // the server takes the job, and its answer is lost
        await page.evaluate(() => { globalThis.lost = true; });
    }, { times: 1 });
    await part.getByRole("button", { name: "Suggest codes" }).click();
    await page.waitForFunction(() => globalThis.lost);
    await written(page);
    await page.reload();
    await part.getByRole("button", { name: "Show all suggestions, without measuring" }).click();
    const { jobs } = await fromServer(own, "/v1/jobs?limit=200");
    assert.equal(jobs.filter(({ operation }) => operation === "assign_codes_bulk").length, 1);
    const line = part.locator(".codes-table tbody tr").first();
    await line.focus();
    await page.keyboard.press("Delete");
    const decided = await line.getAttribute("data-status");
    assert.notEqual(decided, "open");
    await written(page);
    await page.reload();
    await part.locator(".codes-table").waitFor();
    assert.equal(await line.getAttribute("data-status"), decided);
    assert.match(await part.innerText(), new RegExp(`1 of ${rows.length}`));
    await line.focus();
    await page.keyboard.press("Control+z"); // undo of the decision
    assert.equal(await line.getAttribute("data-status"), "open");
    await context.close();
});

test("opening another project keeps both as they were", async () => {
    const { context, page } = await analysed();
    await keep(page);
    await join(page);
    await page.locator("#step-file .change").click();
    await written(page);
    await page.reload(); // the open step is that of the file, with the list of projects
    await page.locator("#projects li").waitFor();
    assert.equal(await page.locator("#projects li").getByRole("button", { name: /^Open/ }).count(), 0); // it is open here
    await page.evaluate(() => sessionStorage.removeItem("project"));
    await page.goto("/docs");
    await page.goto("/analyze");
    await chooseFile(page, file("second.csv", "id,feedback\n1,The second file is short.\n2,It has two records.\n"));
    await keepIt(page).click();
    await dialog(page).getByRole("button", { name: "Keep" }).click();
    await bar(page).getByText(/^Kept in this browser as second\.csv/).waitFor();
    await page.locator("#step-file .change").click();
    await page.locator("#projects li", { hasText: "feedback.csv" }).getByRole("button", { name: /^Open/ }).click();
    await bar(page).getByText(/^Kept in this browser as feedback\.csv/).waitFor();
    await written(page);
    await page.locator("#step-file[data-state=open]").waitFor();
    await page.locator("#projects li", { hasText: "second.csv" }).getByRole("button", { name: /^Open/ }).click();
    await bar(page).getByText(/^Kept in this browser as second\.csv/).waitFor();
    await page.locator("#step-file[data-state=open], #step-columns[data-state=open]").waitFor();
    await bar(page).locator("details").count().then((count) => assert.equal(count, 0)); // the analysis is not its own
    assert.equal(await page.locator("#projects li").count(), 2);
    await context.close();
});

test("erasing leaves nothing in the browser, and the work in the tab", async () => {
    const { context, page } = await analysed();
    await keep(page);
    await written(page);
    await bar(page).getByRole("button", { name: "Erase what is kept…" }).click();
    await dialog(page).getByRole("button", { name: "Erase" }).click();
    await keepIt(page).waitFor();
    assert.deepEqual(await stored(page), onlyKey);
    assert.equal(Object.keys(await countsOf(page)).length, 3);
    await context.close();
});

test("a browser that stores nothing, or has no room, says so, and nothing is lost", async () => {
    const { context, page } = await analysed();
    await page.evaluate(() => {
        globalThis.realPut = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
    });
    await keepIt(page).click();
    await dialog(page).getByRole("button", { name: "Keep" }).click();
    await dialog(page).getByText("The browser has no more room.").waitFor();
    await page.evaluate(() => { IDBObjectStore.prototype.put = globalThis.realPut; });
    await dialog(page).getByRole("button", { name: "Keep" }).click();
    await bar(page).getByText(/^Kept in this browser/).waitFor();
    await page.evaluate(() => { IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); }; });
    await join(page);
    await bar(page).getByText("The browser has no more room.").waitFor();
    await page.evaluate(() => { IDBObjectStore.prototype.put = globalThis.realPut; });
    await act(page, "Delete", "Staff"); // the next change is written with what was not
    await bar(page).getByText(/^Kept in this browser/).waitFor();
    await written(page);
    await page.reload();
    await finished(page);
    assert.deepEqual(await countsOf(page), { Water: joined.Water });
    await context.close();

    const opened = await openAnalysis(browser, server);
    await opened.page.addInitScript(() => Object.defineProperty(globalThis, "indexedDB", { value: undefined }));
    await opened.page.reload();
    await chooseFile(opened.page, table);
    await keepIt(opened.page).click();
    await dialog(opened.page).getByRole("button", { name: "Keep" }).click();
    await dialog(opened.page).getByText("This browser stores nothing here").waitFor();
    await opened.context.close();
});

test("an expired key is told from a wrong one, and loses nothing", async () => {
    const expired = "a-key-that-has-expired";
    const keys = [{ key_id: "k-1", name: "crm", key, tenant_id: "tenant-a" }, { key_id: "k-3", name: "old", key: expired, tenant_id: "tenant-a", expires_at: "2020-01-01T00:00:00Z" }];
    const own = await startServer({ ...provider.settings, AUTH_API_KEYS: JSON.stringify(keys) });
    const { context, page } = await openAnalysis(browser, own, { expected: hasStatus(401) });
    await chooseFile(page, table);
    await askQuestion(page, question);
    await start(page);
    await finished(page);
    await keep(page);
    await join(page);
    await page.evaluate((old) => sessionStorage.setItem("key", old), expired); // it expires while the person works
    await editor(page).getByRole("button", { name: "Show what counting again costs" }).click();
    await page.locator("#key-problem", { hasText: "This key has expired." }).waitFor();
    await page.locator("#key").fill("some-other-key-0123456789");
    await page.locator("#key-form button").click();
    await page.locator("#key-problem", { hasText: "The server does not accept this key." }).waitFor();
    await page.locator("#key").fill(key);
    await page.locator("#key-form button").click();
    await page.locator("#step-key[data-state=done]").waitFor();
    assert.deepEqual(await countsOf(page), joined);
    await bar(page).filter({ hasText: /^Kept in this browser/ }).waitFor(); // after the work is stored again
    await page.evaluate((old) => sessionStorage.setItem("key", old), expired);
    await page.goto("/dashboard");
    await page.getByText("This key has expired.").waitFor();
    await context.close();
});

test("earlier jobs are listed with their status; a question only where this browser asked it", async () => {
    const { context, page } = await analysed();
    const id = jobOf(page);
    await keep(page);
    await written(page);
    const list = async (on) => {
        await on.locator("#projects .earlier summary").click();
        await on.locator("#projects .earlier tbody tr").first().waitFor();
        return on.locator("#projects .earlier tbody tr").allInnerTexts();
    };
    await page.locator("#step-file .change").click();
    const own = await list(page);
    assert.match(own[0], new RegExp(`${question.replace("?", "\\?")}\\s+analyze_bulk\\s+finished`));
    assert.deepEqual(await audit(page), []);
    await page.locator("#projects .earlier tbody tr").first().getByRole("button", { name: /^Open/ }).click();
    await finished(page);
    assert.equal(jobOf(page), id);
    assert.equal(await page.locator("#records-missing").isVisible(), false);
    await context.close();

    const stranger = await openAnalysis(browser, server);
    assert.match((await list(stranger.page))[0], /not known here\s+analyze_bulk\s+finished/);
    await stranger.context.close();
});

test("kept work in the seven languages, on a phone, in the dark and from the right", async () => {
    for (const [locale, options] of [["en-US", { viewport: { width: 360, height: 740 } }], ["ar", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }], ["ru-RU", {}]]) {
        const { context, page } = await analysed({ locale, ...options });
        await bar(page).getByRole("button").first().click();
        assert.deepEqual(await audit(page), [], locale);
        await screenshot(page, `projects-dialog-${locale}`);
        await dialog(page).locator("[type=submit]").click();
        await dialog(page).waitFor({ state: "detached" });
        await page.locator("#step-file .change").click();
        await page.locator("#projects li").waitFor();
        await page.locator("#projects .earlier summary").click();
        await page.locator("#projects .earlier tbody tr").first().waitFor();
        assert.deepEqual(await audit(page), [], locale);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, locale);
        await screenshot(page, `projects-list-${locale}`);
        await context.close();
    }
});
