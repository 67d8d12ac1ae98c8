// Decisions about suggested codes on /analyze, and the agreement that coding-agreement measures from them.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { pageModule } from "./support/page_modules.mjs";
import { send, startServer } from "./support/server.mjs";

const { certainty, codedRows, Coding, finalCodes, frameworkOf, pathOf, pathsOf, statusOf } = await pageModule("codes/coding.js");
const { strengthOf } = await pageModule("codes/agreement.js");

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
    assert.deepEqual(rows[0], ["id", "date", "text", "status", "codes", "suggested", "confidence", "coding_level_1", "coding_level_2", "coding_level_3", "place"]);
    assert.deepEqual(rows[1], ["a", "2026-03-02", "text a", "confirmed", "Health > Medicine", "Health > Medicine", 0.9, "Health", "Medicine", "", "North"]);
    assert.deepEqual(rows[2], ["b", "2026-03-02", "text b", "changed", "Health > Staff; Water", "Water", 0.4, "Health; Water", "Staff", "", "North"]);
});

test("a confidence that is not known is saved as none", () => {
    const coding = new Coding([answer(entry(null, "Water")), answer(entry(0.4, "Water"))], [record("a"), record("b")], null);
    const head = ["id", "date", "text", "status", "codes", "suggested", "confidence"];
    assert.deepEqual(codedRows(coding, head, (status) => status).slice(1).map((row) => row[6]), [null, 0.4]);
});

test("agreement is measured by the server from the decisions", async () => {
    const coding = sample();
    coding.confirm(coding.rows[0]);
    coding.decide(coding.rows[1], [["Health", "Staff"]]);
    const response = await send(server, "/v1/coding-agreement", { body: coding.agreementRequest(0.9) });
    const agreement = await response.json();

    assert.equal(response.status, 200, JSON.stringify(agreement));
    assert.equal(agreement.record_count, 2);
    assert.equal(agreement.overall.exact_match, 0.5);
    assert.equal(agreement.overall.confidence.wanted_precision.threshold, 0.9);
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

test("the strength of agreement has Krippendorff's limits", () => {
    assert.deepEqual([1, 0.8, 0.79, 0.667, 0.66, -1, null].map(strengthOf), ["high", "high", "fair", "fair", "low", "low", "none"]);
});
