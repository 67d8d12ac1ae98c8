// Decisions about suggested codes on /analyze, and the agreement that coding-agreement measures from them.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { pageModule } from "./support/page_modules.mjs";
import { send, startServer } from "./support/server.mjs";

const { certainty, codedRows, Coding, finalCodes, frameworkOf, pathOf, pathsOf, statusOf } = await pageModule("codes/coding.js");
const { codeFrom } = await pageModule("codes/choose.js");
const { randomOrder, sampleSize } = await pageModule("codes/sample.js");

let server;

before(async () => (server = await startServer()));

const record = (id, levels = []) => ({ id, content: `text ${id}`, date: "2026-03-02", levels, codes: levels.flat(), metadata: { place: "North" } });
const entry = (confidence, ...names) => ({ ...Object.fromEntries([1, 2, 3].map((level) => [`coding_level_${level}_name`, names[level - 1] ?? null])), confidence_aggregate: confidence, explanation: "why" });
const answer = (...codes) => ({ assigned_codes: codes.length ? codes : [entry(null)], error: null });

function sample() {
    const records = [record("a", [["Health"], ["Medicine"]]), record("b"), record("c", [["Water", "Health"]]), record("d")];
    return new Coding([answer(entry(0.9, "Health", "Medicine")), answer(entry(0.4, "Water")), answer(), { assigned_codes: [], error: { code: "llm_error" } }], records,
        { root_codes: [{ id: "1", name: "Health", children: [{ id: "2", name: "Medicine" }, { id: "3", name: "Staff" }] }] });
}

test("a record is open until a person confirms, changes or removes its codes", () => {
    const coding = sample();
    const [a, b, c] = coding.rows;
    assert.deepEqual(coding.rows.map(statusOf), ["open", "open", "open", "open"]);
    coding.confirm(a);
    coding.decide(b, [["Health", "Staff"], ["Health", "Staff"]]);
    coding.confirm(c); // no code was suggested, and none is right
    assert.deepEqual(coding.rows.map(statusOf), ["confirmed", "changed", "confirmed", "open"]);
    assert.deepEqual(b.human, [["Health", "Staff"]]);
    coding.decide(a, []);
    assert.equal(statusOf(a), "removed");
    coding.undo(a);
    assert.equal(statusOf(a), "open");
    coding.decide(a, [["Health", "Medicine"]]);
    assert.equal(statusOf(a), "confirmed");
});

test("codes of the file are decisions where there is none", () => {
    const coding = sample();
    coding.decide(coding.rows[1], [["Water"]]);
    assert.equal(coding.useFile(), 1); // "c" holds two labels of one level
    assert.deepEqual(coding.rows.map(({ human }) => human), [[["Health", "Medicine"]], [["Water"]], null, null]);
});

test("suggestions above a threshold are accepted, and are no decisions of a person", () => {
    const coding = sample();
    assert.equal(coding.accept(0.5), 1);
    assert.deepEqual(coding.rows.map(statusOf), ["accepted", "open", "open", "open"]);
    assert.deepEqual(finalCodes(coding.rows[0]), [["Health", "Medicine"]]);
    assert.deepEqual(coding.decided, []);
    assert.equal(coding.accept(0.95), 0);
    assert.equal(statusOf(coding.rows[0]), "open");
});

test("records without a suggestion come first by certainty", () => {
    assert.deepEqual(sample().rows.map(certainty), [0.9, 0.4, 0, 0]);
});

test("a framework is made of the codes of a file, and its paths are read back", () => {
    const records = [record("a", [["Health"], ["Medicine"]]), record("b", [["Health"], ["Staff"]]), record("c", [["Water"]]), record("d", [["x", "y"]]), record("e")];
    assert.deepEqual(pathsOf(frameworkOf(records)), [["Health"], ["Health", "Medicine"], ["Health", "Staff"], ["Water"]]);
    assert.equal(frameworkOf([record("a")]), null);
    for (const broken of [null, {}, { root_codes: "x" }, { root_codes: [null, { name: 7 }, { name: "a", children: 3 }] }]) assert.ok(pathsOf(broken).length <= 1);
});

test("the corrected file holds decisions, suggestions and levels", () => {
    const coding = sample();
    coding.confirm(coding.rows[0]);
    coding.decide(coding.rows[1], [["Health", "Staff"], ["Water"]]);
    const rows = codedRows(coding, ["id", "date", "text", "status", "codes", "suggested", "confidence"], (status) => status);
    assert.deepEqual(rows[0], ["id", "date", "text", "status", "codes", "suggested", "confidence", "coding_level_1", "coding_level_2", "coding_level_3", "coding_blind", "place"]);
    assert.deepEqual(rows[1], ["a", "2026-03-02", "text a", "confirmed", "Health > Medicine", "Health > Medicine", 0.9, "Health", "Medicine", "", "no", "North"]);
    assert.deepEqual(rows[2], ["b", "2026-03-02", "text b", "changed", "Health > Staff; Water", "Water", 0.4, "Health; Water", "Staff", "", "no", "North"]);
});

test("a confidence that is not known is saved as none", () => {
    const coding = new Coding([answer(entry(null, "Water")), answer(entry(0.4, "Water"))], [record("a"), record("b")], null);
    const head = ["id", "date", "text", "status", "codes", "suggested", "confidence"];
    assert.deepEqual(codedRows(coding, head, (status) => status).slice(1).map((row) => row[6]), [null, 0.4]);
});

test("decisions after seeing the suggestion are measured apart, and give no verdict", async () => {
    const coding = sample();
    coding.startWork();
    coding.confirm(coding.rows[0]);
    coding.decide(coding.rows[1], [["Health", "Staff"]]);
    const response = await send(server, "/v1/coding-agreement", { body: coding.agreementRequest(0.9) });
    const agreement = await response.json();

    assert.equal(response.status, 200, JSON.stringify(agreement));
    assert.equal(agreement.not_blind.record_count, 2);
    assert.equal(agreement.not_blind.overall.exact_match, 0.5);
    assert.equal(agreement.blind, null);
    assert.equal(agreement.verdict.grade, "few_records");
});

const kindsOf = (coding) => coding.agreementRequest(0.9).records.map(({ id, human, blind, second_human: second = null }) => [id, human, blind, second]);

test("only the first decision without the suggestion is blind, and only for records of the sample", () => {
    const coding = sample();
    coding.decideBlind(coding.rows[0], [["Water"]]); // before the review
    assert.deepEqual(kindsOf(coding), []);
    coding.startBlind(2);
    const [first, second] = coding.sample;
    const outside = coding.rows.find((row) => !coding.sample.includes(row));
    coding.decideBlind(first, [["Staff"], ["Staff"]]);
    coding.decideBlind(first, [["Water"]]); // corrected before it is compared
    coding.decideBlind(outside, [["Water"]]);
    assert.deepEqual(kindsOf(coding), [[first.record.id, [["Water"]], true, null]]);
    coding.decideBlind(first, [["Health", "Medicine"]]); // it was compared
    coding.decideBlind(second, []);
    coding.startWork();
    coding.confirm(first);
    coding.undo(second);
    coding.decideBlind(outside, [["Water"]]); // suggestions are shown
    const decided = new Map([[first, [["Water"]]], [second, []]]);
    const blind = coding.rows.filter((row) => decided.has(row)).flatMap((row) => [[row.record.id, decided.get(row), true, null],
        ...(row === first ? [[row.record.id, row.suggested.map(({ path }) => path), false, null]] : [])]);
    assert.deepEqual(kindsOf(coding), blind);
    assert.deepEqual(second.human, []); // back to the blind decision
});

test("codes of the file count as blind, as those of another person beside blind decisions", () => {
    const records = [record("a", [["Health"], ["Medicine"]]), record("b", [["Water"]]), { ...record("c", [["Food"]]), codedBlind: "no" }, record("d")];
    const coding = new Coding(records.map(() => answer(entry(0.9, "Water"))), records, null);
    coding.startBlind(4);
    const [row] = coding.sample;
    coding.decideBlind(row, [["Other"]]);
    coding.startWork();
    coding.useFile();
    const blindness = { a: true, b: true, c: false };
    const inFile = { a: [["Health", "Medicine"]], b: [["Water"]], c: [["Food"]], d: null };
    assert.deepEqual(kindsOf(coding), ["a", "b", "c", "d"].flatMap((id) => (id === row.record.id ? [[id, [["Other"]], true, blindness[id] ? inFile[id] : null]]
        : inFile[id] ? [[id, inFile[id], blindness[id], null]] : [])));
    for (const other of coding.rows) if (other !== row && inFile[other.record.id]) coding.confirm(other); // the file stays blind
    assert.equal(kindsOf(coding).filter(([, , blind]) => blind).length, 1 + ["a", "b"].filter((id) => id !== row.record.id).length);
    const saved = codedRows(coding, [], (status) => status).slice(1).map((cells) => cells[cells.length - 2]);
    assert.deepEqual(saved, coding.rows.map((other) => (other === row ? "yes" : other.human ? "no" : "")));
});

test("the sample is random over the records: the same for any order of them, and another one for other records", () => {
    const records = Array.from({ length: 500 }, (_, at) => record(`${300_000 + at}`));
    const chosen = (list) => randomOrder(list).slice(0, 50).map((at) => list[at].id);
    const ids = chosen(records);
    assert.deepEqual([...randomOrder(records)].sort((left, right) => left - right), records.map((_, at) => at));
    assert.deepEqual(chosen([...records].reverse()), ids);
    assert.notDeepEqual(chosen([...records, record("more")]), ids);
    assert.ok(chosen([...records, record("more")]).filter((id) => ids.includes(id)).length < 15);
    // Each tenth of the file has about a tenth of many samples: chi-square with 9 degrees of freedom, p = 0.001.
    const counts = Array(10).fill(0);
    for (let corpus = 0; corpus < 100; corpus += 1)
        for (const at of randomOrder(records.map(({ id }) => record(`${corpus}-${id}`))).slice(0, 50)) counts[Math.floor(at / 50)] += 1;
    assert.ok(counts.reduce((sum, found) => sum + (found - 500) ** 2 / 500, 0) < 27.9, String(counts));
    const equal = Array.from({ length: 4 }, () => record("x"));
    assert.deepEqual([...randomOrder(equal)].sort(), [0, 1, 2, 3]);
});

test("the size of the sample follows from the wanted interval", () => {
    const sizes = [[0.1, 1_000_000, 97], [0.1, 800, 86], [0.05, 1_000_000, 385], [0.1, 60, 50], [0.1, 50, 50], [0.1, 23, 23], [0.5, 1_000, 50], [0.05, 1, 1]];
    for (const [width, total, expected] of sizes) assert.equal(sampleSize(width, total), expected, `${width} of ${total}`);
});

test("a code is chosen by its path or by a part that no other has, and written where the framework is not known", () => {
    const coding = { paths: [["Health", "Staff"], ["Health", "Medicine"], ["Water"]], isOpen: false };
    const table = [["Health > Staff", ["Health", "Staff"]], [" staff ", ["Health", "Staff"]], ["Health", null], ["", null], ["Shelter", null]];
    for (const [words, expected] of table) assert.deepEqual(codeFrom(coding, words), expected, words);
    const open = { ...coding, isOpen: true };
    for (const [words, expected] of [["Water", ["Water"]], ["A > B", ["A", "B"]], ["A >", null], ["A > B > C > D", null]]) assert.deepEqual(codeFrom(open, words), expected, words);
});

test("suggestions of the server become rows in the order of the records", async () => {
    const records = [record("1", [["Health"], ["Medicine"]]), record("2", [["Water"]])];
    records[0].content = "There is no medicine in the health post.";
    records[1].content = "The water pump is broken.";
    const framework = frameworkOf(records);
    const response = await send(server, "/v1/assign-codes-bulk", { body: { feedback_records: records.map(({ id, content }) => ({ id, content })), coding_levels: framework } });
    const { records: entries } = await response.json();
    const coding = new Coding(entries, records, framework);

    assert.deepEqual(coding.rows.map(({ suggested: [{ path }] }) => path), entries.map(({ assigned_codes: [code] }) => pathOf(code)));
    assert.deepEqual(coding.rows.map(({ suggested: [{ path }] }) => path[0]), ["Health", "Water"]);
});
