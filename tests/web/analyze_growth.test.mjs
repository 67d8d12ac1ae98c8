// New codes, the check for sensitive content before a file, and the same list over time on /analyze, with a scripted model.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";

import { askQuestion, chooseFile, file, finished, fromServer, openAnalysis, start } from "./support/analysis.mjs";
import { audit, screenshot, startBrowser } from "./support/browser.mjs";
import { hasStatus, nothing } from "./support/dashboard.mjs";
import { readOffice } from "./support/office.mjs";
import { pageModule } from "./support/page_modules.mjs";
import { startServer } from "./support/server.mjs";
import { holds, scriptedProvider, themeModel } from "./support/theme_provider.mjs";

const { Coding } = await pageModule("codes/coding.js");
const { grown, parentsOf, proposalsOf, uncoded, wrongWith } = await pageModule("codes/growth.js");
const { Findings, withoutRecords } = await pageModule("sensitive/sensitive.js");
const { pack, unpack } = await pageModule("projects/packing.js");
const { seriesOf, versionOf } = await pageModule("result/series.js");

const contents = ["The pump is broken.", "Rice is dear.", "The solar lamp stopped.", "A guard wants a bribe.", "Solar lamps need repair."];
const rowsOf = (month, shift = 0) => Array.from({ length: 20 }, (_, at) => ({ id: `${month}-${at + 1}`, content: `${contents[(at + shift * (at % 2)) % contents.length]} (${at + 1})`, date: `2026-0${month}-05` }));
const tableOf = (rows) => `id,date,feedback,type\n${rows.map(({ id, date, content }, at) => `${id},${date},"${content}",${at % 2 ? "Water" : "Food"}`).join("\n")}\n`;
const first = rowsOf(1);
const table = file("january.csv", tableOf(first));

const codes = { Water: "pump", Food: "rice", "Solar lamps": "solar" };

const model = (user, system) => themeModel({ Water: "pump", Food: "rice" }, user, system);

/** Answers of the routes of codes and sensitivity by the words of a record: what a model would say is known to the test. */
async function scriptRoutes(page) {
    const body = (route) => JSON.parse(route.request().postData());
    const cost = { dry_run: true, expected: { cost_usd: 0.02 }, highest: { cost_usd: 0.05 } };
    const sent = { codes: [], suggestions: [], checks: [] };
    await page.route("**/v1/assign-codes-bulk", (route) => {
        const request = body(route);
        if (request.dry_run) return route.fulfill({ json: cost });
        sent.codes.push(request);
        const known = request.coding_levels.root_codes.map(({ name }) => name);
        const entry = ({ id, content }) => {
            const code = known.find((name) => codes[name] && holds(content, codes[name])) ?? null;
            return { id, assigned_codes: [{ coding_level_1_name: code, coding_level_2_name: null, coding_level_3_name: null, confidence_aggregate: code ? 0.9 : null, explanation: "" }], error: null };
        };
        return route.fulfill({ json: { records: request.feedback_records.map(entry) } });
    });
    await page.route("**/v1/suggest-codes", (route) => {
        const request = body(route);
        if (request.dry_run) return route.fulfill({ json: cost });
        sent.suggestions.push(request);
        const ids = (word) => request.feedback_records.filter(({ content }) => content.toLowerCase().includes(word)).map(({ id }) => id);
        const proposed = (name, word) => ({ parent_id: null, parent_names: [], name, definition: `About ${name}.`, inclusion: word, record_count: ids(word).length, record_ids: ids(word), record_ids_omitted: 0, overlaps: [{ id: "C1", names: ["Water"], similarity: 0.2, named_by_model: false }] });
        return route.fulfill({ json: { proposed_codes: [proposed("Lamps", "solar"), proposed("Guards", "guard")], unassigned_record_count: 0, unassigned_record_ids: [], unassigned_record_ids_omitted: 0, dropped_codes: 0, dropped_references: 0 } });
    });
    await page.route("**/v1/detect-sensitive-bulk", (route) => {
        const request = body(route);
        if (request.dry_run) return route.fulfill({ json: cost });
        sent.checks.push(request);
        const entry = ({ id, content }, at) => (at === 0 ? { id, is_sensitive: null, explanation: "", sensitivity_types: [], error: { code: "analysis_unavailable" } }
            : { id, is_sensitive: content.includes("bribe"), explanation: "", sensitivity_types: content.includes("bribe") ? ["CORRUPTION", "GIFTS_BRIBES_AND_KICKBACKS"] : [], error: null });
        return route.fulfill({ json: { records: request.feedback_records.map(entry) } });
    });
    return sent;
}

let server;
let browser;

before(async () => {
    const provider = await scriptedProvider(model);
    [server, browser] = await Promise.all([startServer(provider.settings), startBrowser()]);
});

async function analysed(options, roles = {}) {
    const opened = await openAnalysis(browser, server, options);
    const sent = await scriptRoutes(opened.page);
    await chooseFile(opened.page, table);
    for (const [column, role] of Object.entries(roles)) await opened.page.locator(`#role-${column}`).selectOption(role);
    await askQuestion(opened.page);
    await start(opened.page);
    await finished(opened.page);
    return { ...opened, sent };
}

const part = (page) => page.locator("#result-codes");

async function code(page) {
    await part(page).getByLabel("the codes of this file").check();
    await part(page).getByRole("button", { name: "Estimate the cost" }).click();
    await part(page).getByRole("button", { name: "Suggest codes" }).click();
    await part(page).getByRole("button", { name: "Show all suggestions, without measuring" }).click();
    await part(page).locator(".codes-table").waitFor();
}

test("packed values come back with their shared parts, and other texts are refused", () => {
    const shared = { ids: ["a", "b"], nested: { deep: [1, null, true, "x"] } };
    const value = { past: [{ themes: [shared] }], present: { themes: [shared, { ids: [] }] }, empty: {}, text: "plain", none: null };
    const back = unpack(pack(value));
    assert.deepEqual(back, value);
    assert.equal(back.past[0].themes[0], back.present.themes[0]);
    assert.equal(pack({ a: [shared, shared] }).split("nested").length, 2);
    for (const plain of ["text", 7, null, true, [], {}]) assert.deepEqual(unpack(pack(plain)), plain);
    for (const broken of ["", "{", "[]", "[[0],[]]", "[[0],[{\"a\":[4]}]]", "7"]) assert.throws(() => unpack(broken), broken);
    const hostile = JSON.parse('{"__proto__": {"x": 1}}');
    assert.equal(JSON.stringify(unpack(pack(hostile))), JSON.stringify(hostile));
    assert.equal(unpack(pack(hostile)).x, undefined);
});

const record = (id) => ({ id, content: id, date: "", levels: [], codes: [], metadata: {} });
const entry = (name) => ({ assigned_codes: [{ coding_level_1_name: name, coding_level_2_name: null, coding_level_3_name: null, confidence_aggregate: name ? 0.9 : null, explanation: "" }], error: null });

test("records without a code are those that neither a model nor a person gave one", () => {
    const records = ["coded", "none", "removed", "changed", "failed"].map(record);
    const coding = new Coding([entry("Water"), entry(null), entry("Water"), entry(null), { assigned_codes: [], error: { code: "llm_error" } }], records, { root_codes: [{ id: "1", name: "Water" }] });
    coding.decide(coding.rows[2], []);
    coding.decide(coding.rows[3], [["Water"]]);
    assert.deepEqual(uncoded(coding).map(({ id }) => id), ["none", "removed"]);
});

test("accepted proposals grow the framework where they belong", () => {
    const framework = { root_codes: [{ id: "1", name: "Health", children: [{ id: "2", name: "Staff", children: [{ id: "3", name: "Nurses" }] }] }, { id: "new-1", name: "Water" }] };
    const proposed = (parent_id, parent_names, name) => ({ parent_id, parent_names, name, definition: "d", inclusion: "i", record_ids: ["a"], overlaps: [] });
    const proposals = proposalsOf({ proposed_codes: [proposed("2", ["Health", "Staff"], "Doctors"), proposed("3", ["Health", "Staff", "Nurses"], "Night"), proposed(null, [], "Lamps"), proposed("1", ["Health"], "Cost")] }, framework);
    assert.deepEqual(proposals.map(({ parent }) => parent), ["2", "2", null, "1"]); // no code of a fourth level
    for (const at of [0, 1, 2]) proposals[at].status = "accepted";
    proposals[3].status = "rejected";
    const next = grown(framework, proposals);
    assert.deepEqual(next.root_codes.map(({ name }) => name), ["Health", "Water", "Lamps"]);
    assert.deepEqual(next.root_codes[0].children[0].children.map(({ name }) => name), ["Nurses", "Doctors", "Night"]);
    const ids = JSON.stringify(next).match(/"id":"[^"]*"/g);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(framework.root_codes.length, 2); // as it was
    assert.deepEqual(parentsOf(framework).map(({ names }) => names.join("/")), ["Health", "Health/Staff", "Water"]);

    const table = [[{ name: " water " }, "growth.sameName"], [{ name: "" }, "kept.noName"], [{ name: "x".repeat(201) }, "growth.tooLong"], [{ definition: "x".repeat(2001) }, "growth.tooLong"], [{ name: "LAMPS" }, "growth.sameName"], [{ name: "Roads" }, null]];
    for (const [change, expected] of table) assert.equal(wrongWith({ ...proposals[2], name: "New", ...change }, framework, proposals), expected, JSON.stringify(change).slice(0, 40));
    const alone = grown(null, [{ ...proposals[0], parentNames: ["Health", "Staff"], status: "accepted" }]);
    assert.equal(alone.root_codes[0].children[0].children[0].name, "Doctors");
});

test("a coding comes back as it was left, and decisions outlive another coding", () => {
    const records = Array.from({ length: 60 }, (_, at) => record(`r${at}`));
    const coding = new Coding(records.map((_, at) => entry(at % 3 ? "Water" : null)), records, { root_codes: [{ id: "1", name: "Water" }] });
    coding.startBlind(5);
    for (const row of coding.sample.slice(0, 3)) coding.decideBlind(row, [["Water"]]);
    coding.decide(coding.rows[7], []);
    coding.accept(0.5);
    const back = Coding.restored(unpack(pack(coding.suggestions)), unpack(pack(coding.decisions)), records);
    assert.deepEqual(back.rows, coding.rows);
    assert.deepEqual([back.phase, back.sample.map(({ record: own }) => own.id), back.paths], [coding.phase, coding.sample.map(({ record: own }) => own.id), coding.paths]);
    assert.deepEqual(back.agreementRequest(0.9), coding.agreementRequest(0.9));
    assert.throws(() => Coding.restored(coding.suggestions, coding.decisions, records.slice(1)));
    const next = new Coding(records.map(() => entry("Lamps")), records, { root_codes: [{ id: "2", name: "Lamps" }] });
    next.takeDecisions(coding);
    assert.deepEqual(next.rows.map(({ human }) => human), coding.rows.map(({ human }) => human));
    assert.equal(next.rows.some(({ accepted }) => accepted !== false), false);
});

test("an answer without sensitive records names them nowhere, and counts them", () => {
    const records = ["a", "b", "c"].map(record);
    const findings = new Findings(records, [{ is_sensitive: true, sensitivity_types: ["FRAUD"], error: null }, { is_sensitive: false, sensitivity_types: [], error: null }]);
    assert.deepEqual([...findings.left].map(({ id }) => id), ["a", "c"]); // no answer about "c": it may hold anything
    assert.deepEqual(findings.counts, [{ type: "FRAUD", count: 1 }]);
    const theme = { id: "T1", record_count: 3, record_ids: ["a", "b", "c"], quotes: [{ record_id: "a", text: "secret" }], sub_themes: [{ id: "T1.1", record_count: 1, record_ids: ["a"] }] };
    const answer = withoutRecords({ analysis: "x", pretty_output: "“secret” (a)", themes: [theme], unassigned: [{ reason: "none", record_count: 1, record_ids: ["c"] }], refused_records: ["a"],
        dimensions: [{ id: "own", values: [{ id: "v1", record_count: 2, record_ids: ["a", "b"] }, { id: "v2", record_count: 1, record_ids: ["c"] }] }], record_map: { record_ids: ["a", "b", "c"], x: [1, 2, 3], y: [4, 5, 6] }, restored: [{ member: "themes", kinds: [], masked: [theme] }] }, findings.left);
    assert.doesNotMatch(JSON.stringify(answer), /secret|"a"|"c"/);
    assert.deepEqual(answer.dimensions[0].values.map(({ record_count: count, record_ids: ids }) => [count, ids]), [[2, ["b"]], [1, []]]);
    assert.deepEqual(answer.record_map, { record_ids: ["b"], x: [2], y: [5], record_ids_omitted: 2 });
    assert.deepEqual([answer.themes[0].record_count, answer.themes[0].record_ids_omitted, answer.unassigned[0].record_count], [3, 2, 1]);
});

test("a series has the share of each analysis, its version, and where a definition changed", () => {
    const themeOf = (id, title, ids, more = {}) => ({ id, title, definition: `About ${title}.`, inclusion: "", exclusion: "", examples: [], sub_themes: [], record_ids: ids, counted: id, sources: [id], ...more });
    const analysis = (month, themes, request = null) => ({ fileName: `${month}.csv`, begun: month, request, themes, answer: { feedback_record_count: 10, themes: themes.map(({ id, record_ids: ids }) => ({ id, record_count: ids.length, periods: [{ period: `2026-0${month}`, count: ids.length }] })) } });
    const list = (water) => [themeOf("T1", "Water", ["a", "b"], water), themeOf("T2", "Food", ["c"])];
    const asked = { themes: [{ id: "T1" }, { id: "T2" }] };
    const months = [analysis(3, list({ inclusion: "pump" }), asked), analysis(1, list({})), analysis(2, list({}), asked)];
    const other = analysis(2, [themeOf("T1", "Roads", ["x"])]); // the same id, in an analysis that did not get the list
    const series = seriesOf([other, ...months]);
    assert.deepEqual(series.columns.map(({ fileName }) => fileName), ["1.csv", "2.csv", "3.csv"]);
    assert.equal(series.columns[0].version, series.columns[1].version);
    assert.notEqual(series.columns[1].version, series.columns[2].version);
    assert.deepEqual(series.rows.map(({ title, points }) => [title, points.map(({ share, isChanged }) => [share, isChanged])]), [["Water", [[0.2, false], [0.2, false], [0.2, true]]], ["Food", [[0.1, false], [0.1, false], [0.1, false]]]]);
    assert.equal(seriesOf([other, months[0]]), null);
    assert.match(versionOf(list({})), /^[0-9a-f]{8}$/);
    assert.equal(versionOf(list({}).toReversed()), versionOf(list({}))); // answers have an order by counts
});

test("what nothing fitted becomes codes one by one, and the records are coded again with them", async () => {
    const { context, page, watched, sent } = await analysed({}, { 3: "codes" });
    await code(page);
    const growth = part(page).locator(".growth");
    const without = first.filter(({ content }) => !holds(content, "pump; rice")).map(({ id }) => id);
    assert.match(await growth.innerText(), new RegExp(`${without.length} records have no code`));
    await growth.getByRole("button", { name: "Show what proposals cost" }).click();
    await growth.getByText("$0.02").waitFor();
    assert.deepEqual(sent.suggestions, []); // nothing is asked before the cost is known
    await page.route("**/v1/suggest-codes", () => {}, { times: 1 }); // never answered
    await growth.getByRole("button", { name: "Propose codes" }).click();
    await growth.getByRole("status").filter({ hasText: "The server is working on it…" }).waitFor();
    await page.keyboard.press("Enter"); // the focus is on "Cancel"
    await growth.getByText("$0.02").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Propose codes");
    await growth.getByRole("button", { name: "Propose codes" }).click();
    await growth.locator(".proposals > li").first().waitFor();
    assert.deepEqual(sent.suggestions[0].feedback_records.map(({ id }) => id), without);
    assert.deepEqual(Object.keys(sent.suggestions[0].feedback_records[0]), ["id", "content"]);
    assert.deepEqual(await audit(page), []);
    await growth.getByRole("button", { name: "Change: Lamps" }).click();
    await page.locator("#growth-name").fill("water");
    await page.keyboard.press("Tab");
    await growth.getByRole("button", { name: "Apply" }).click();
    await growth.getByText("There is a code of this name").waitFor();
    await page.locator("#growth-name").fill("Solar lamps");
    await growth.getByRole("button", { name: "Reject: Guards" }).click(); // a decision beside it keeps what is written
    await growth.getByRole("button", { name: "Decide again: Guards" }).click();
    assert.equal(await page.locator("#growth-name").inputValue(), "Solar lamps");
    assert.equal(await growth.getByRole("button", { name: "Show what proposals cost" }).count(), 0); // new proposals would replace this one
    await growth.getByRole("button", { name: "Apply" }).click();
    await page.keyboard.press("Enter"); // the focus is on "Accept"
    await growth.getByText("1 new code in the codebook.").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Accept: Guards");
    await growth.getByRole("button", { name: "Reject: Guards" }).click();
    await screenshot(page, "growth-proposals");
    const [saved] = await Promise.all([page.waitForEvent("download"), growth.getByRole("button", { name: "Save the codebook" }).click()]);
    const codebook = JSON.parse(await readFile(await saved.path(), "utf8"));
    assert.deepEqual(codebook.root_codes.map(({ name }) => name).sort(), ["Food", "Solar lamps", "Water"]);

    await part(page).locator(".codes-table tbody tr").first().focus();
    await page.keyboard.press("Enter"); // a decision, which another coding keeps
    await growth.getByRole("button", { name: "Code again with it" }).click();
    await part(page).getByRole("button", { name: "Back to the suggestions" }).click();
    await growth.getByRole("button", { name: "Code again with it" }).click();
    assert.ok(await part(page).getByLabel("the codes with the new ones").isChecked());
    await part(page).getByRole("button", { name: "Estimate the cost" }).click();
    await part(page).getByRole("button", { name: "Suggest codes" }).click();
    await part(page).locator(".codes-table").waitFor();
    assert.deepEqual(sent.codes.at(-1).coding_levels, codebook);
    const solar = first.filter(({ content }) => holds(content, "solar")).length;
    assert.equal(await part(page).locator(".codes-table tbody tr", { hasText: "Solar lamps" }).count(), solar);
    assert.match(await part(page).innerText(), /1 of 20/);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("a key that is refused beside the proposals is asked for, with the focus", async () => {
    const { context, page, watched } = await analysed({ expected: hasStatus(401) });
    await code(page);
    await page.route("**/v1/suggest-codes", (route) => route.fulfill({ status: 401, json: { error: { code: "authentication_required", message: "Invalid API key" } } }), { times: 1 });
    await part(page).locator(".growth").getByRole("button", { name: "Show what proposals cost" }).click();
    await page.locator("#key-problem", { hasText: "does not accept" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "key");
    assert.deepEqual(watched, nothing);
    await context.close();
});

const dialog = (page) => page.locator(".personal-dialog");
const exportButton = (page, name) => page.locator("#result-answer .exports button", { hasText: name }).first();

test("a file that leaves the team lacks sensitive records, and says so", async () => {
    const { context, page, watched, sent } = await analysed();
    const [usual] = await Promise.all([page.waitForEvent("download"), exportButton(page, "CSV").click()]); // for the team: no question
    assert.match(await readFile(await usual.path(), "utf8"), /bribe/);
    await page.getByLabel("These files leave my team").check();
    await exportButton(page, "CSV").click();
    assert.match(await dialog(page).innerText(), /Save without a check/);
    await dialog(page).getByRole("button", { name: "Show what a check costs" }).click();
    await dialog(page).getByText("Expected cost $0.02, at most $0.05.").waitFor();
    assert.deepEqual(sent.checks, []);
    await dialog(page).getByRole("button", { name: "Check 20 records" }).click();
    const sensitive = first.filter(({ content }, at) => at > 0 && content.includes("bribe"));
    await dialog(page).getByText(`${sensitive.length} of 20 records hold sensitive content:`).waitFor();
    const shown = await dialog(page).innerText();
    assert.match(shown, /Corruption: 4\s+Bribes and kickbacks: 4\s+could not be checked: 1/);
    for (const { id } of sensitive) assert.ok(!shown.includes(id)); // the list is for one person
    assert.deepEqual(await audit(page), []);
    await dialog(page).getByRole("button", { name: "Show the list (for the focal point only)" }).click();
    assert.ok((await dialog(page).innerText()).includes(sensitive[0].id));
    await screenshot(page, "sensitive-dialog");
    const [list] = await Promise.all([page.waitForEvent("download"), dialog(page).getByRole("button", { name: "Save this list" }).click()]);
    assert.match(list.suggestedFilename(), /for the focal point only\.csv$/);
    const left = [first[0], ...sensitive];
    const saved = async (name) => {
        const [made] = await Promise.all([page.waitForEvent("download"), dialog(page).getByRole("button", { name }).click()]);
        assert.match(made.suggestedFilename(), /without 5 sensitive/);
        return readFile(await made.path());
    };
    const lines = (await saved("Save the file")).toString();
    for (const { id, content } of left) assert.ok(!lines.includes(`${id},`) && !lines.includes(content), id);
    assert.equal(lines.trim().split("\r\n").length, 1 + 20 - left.length);
    for (const [name, read] of [["Excel", (bytes) => JSON.stringify(readOffice(bytes))], ["Word", (bytes) => JSON.stringify(readOffice(bytes))], ["JSON", String], ["Markdown", String]]) {
        await exportButton(page, name).click();
        const whole = read(await saved("Save the file"));
        for (const { content } of left) assert.ok(!whole.includes(content), `${name}: ${content}`);
        assert.match(whole, name === "JSON" ? /"left_out_records": 5/ : /5 records with sensitive or unchecked content are left out/, name);
    }
    await page.locator(".report-tools summary").click();
    await page.locator("#report-records").check();
    await page.locator(".report-tools button").first().click();
    const report = (await saved("Save the file")).toString();
    for (const { id, content } of left) assert.ok(!report.includes(`>${id}<`) && !report.includes(content), id);
    assert.equal(report.match(/<article class="record/g).length, 20 - left.length);
    assert.match(report, /5 records with sensitive or unchecked content are left out/);
    assert.equal(sent.checks.length, 1); // once for all files
    await exportButton(page, "CSV").click();
    await dialog(page).getByLabel("Leave out these 5 records").uncheck();
    const [all] = await Promise.all([page.waitForEvent("download"), dialog(page).getByRole("button", { name: "Save the file" }).click()]);
    assert.match(await readFile(await all.path(), "utf8"), /bribe/);
    assert.deepEqual(watched, nothing);
    await context.close();
});

test("the same list counted next month is a series, with a mark where a definition changed", async () => {
    const { context, page } = await analysed();
    await page.locator("#keeping button").first().click();
    await page.locator("dialog[open] [type=submit]").click();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    assert.equal(await page.locator("#result-series").count(), 0);
    const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#result-editing").getByRole("button", { name: "Save the list as: JSON" }).click()]);
    const themes = JSON.parse(await readFile(await saved.path(), "utf8"));

    async function next(month, list) {
        await page.locator("#step-file .change").click();
        await chooseFile(page, file(`month-${month}.csv`, tableOf(rowsOf(month, month))));
        await page.locator("#columns-done").click();
        await page.locator("#prompt").fill("Which shortages are reported?");
        await page.locator("#question-form details.options", { has: page.locator("#question-codebook") }).evaluate((found) => { found.open = true; });
        await page.locator("#question-codebook").setInputFiles(file("list.json", JSON.stringify(list)));
        await page.locator("#question-codebook-status", { hasText: "list.json" }).waitFor();
        await page.locator("#question-form button[type=submit]").click();
        await page.locator("#cost-status:empty").waitFor({ state: "attached" });
        await start(page);
        await finished(page);
        await page.locator("#result-series").waitFor();
    }
    await next(2, themes);
    await next(3, themes.map((theme) => (theme.title === "Water" ? { ...theme, inclusion: "pump; solar" } : theme)));
    const head = await page.locator("#result-series thead th").allInnerTexts();
    assert.deepEqual(head.slice(1).map((title) => title.split(":")[0]), ["january.csv", "month-2.csv", "month-3.csv"]);
    const versions = head.slice(1).map((title) => title.split(" · ").at(-1));
    assert.equal(versions[0], versions[1]);
    assert.notEqual(versions[1], versions[2]);
    const shareOf = (rows, criteria) => { const found = rows.filter(({ content }) => holds(content, criteria)).length; return `${Math.round((100 * found) / rows.length)}% (${found})`; };
    const cells = await page.locator("#result-series tbody tr", { hasText: "Water" }).locator("td").allInnerTexts();
    assert.deepEqual(cells.map((cell) => cell.replace(/\s+/g, " ")), [shareOf(first, "pump"), shareOf(rowsOf(2, 2), "pump"), `${shareOf(rowsOf(3, 3), "pump; solar")} ◆ definition changed`]);
    assert.deepEqual(await audit(page), []);
    await page.locator("#result-series").scrollIntoViewIfNeeded();
    await screenshot(page, "series");
    await context.close();
});

test("the check and new codes fit a phone, in the dark and from the right, without findings of an audit", async () => {
    for (const options of [{ locale: "ar", colorScheme: "dark" }, { locale: "nl-NL" }]) {
        const { context, page, watched } = await analysed({ ...options, viewport: { width: 360, height: 740 } }, { 3: "codes" });
        const fits = async (name) => {
            assert.deepEqual(await audit(page), [], `${options.locale} ${name}`);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${options.locale} ${name}`);
            await screenshot(page, `growth-${name}-${options.locale}`);
        };
        await page.locator("#for-others").check();
        await page.locator("#result-answer .exports button").nth(2).click();
        const section = dialog(page).locator(".sensitive");
        await section.locator("button:visible").click();
        await section.getByText(/0[.,]02/).waitFor();
        await section.locator("button:visible").click();
        await section.locator(".focal button").click();
        await fits("sensitive");
        await page.keyboard.press("Escape");
        await part(page).locator('[value="own"]').check();
        await part(page).locator("button.primary").click();
        await part(page).getByText(/0[.,]02/).waitFor();
        await part(page).locator("button.primary").click();
        await part(page).locator(".blind .line button").last().click();
        const growth = part(page).locator(".growth");
        await growth.locator("[data-start]").click();
        await growth.getByText(/0[.,]02/).waitFor();
        await growth.locator("[data-start]").click();
        await growth.locator(".proposals button").nth(2).click();
        await growth.locator("#growth-name").waitFor();
        await fits("form");
        assert.deepEqual(watched, nothing);
        await context.close();
    }
});
