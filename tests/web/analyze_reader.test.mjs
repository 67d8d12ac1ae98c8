// How /analyze reads files: encodings, separated values, workbooks, dates, and what it guesses of columns.
import assert from "node:assert/strict";
import { test } from "node:test";

import { expectedRecords, feedbackRows, toCsv } from "./support/feedback.mjs";
import { pageModule } from "./support/page_modules.mjs";
import { toWorkbook, workbookParts } from "./support/workbook.mjs";

const { readCsv } = await pageModule("reader/csv.js");
const { orderOfDates, readDate } = await pageModule("reader/dates.js");
const { decode } = await pageModule("reader/encoding.js");
const { guessRoles, guessSeparator, isHeader } = await pageModule("reader/guess.js");
const { readPasted } = await pageModule("reader/open.js");
const { readFramework } = await pageModule("reader/framework.js");
const { plainText } = await pageModule("reader/markup.js");
const { readBytes } = await pageModule("reader/open.js");
const { parseJson } = await pageModule("reader/json.js");
const { autoMode, fieldsOf, makeRecords, requestRecord } = await pageModule("reader/records.js");
const { limits } = await pageModule("reader/rules.js");
const { readSheet, readWorkbook } = await pageModule("reader/xlsx.js");
const { makeTable } = await pageModule("reader/table.js");

/** The records of rows with a header, with these roles of the columns. */
function recordsOf([names, ...rows], roles, options = {}) {
    return makeRecords({ names, rows, numbers: rows.map((_, at) => at + 2) }, { roles, order: "dmy", separator: "", ...options });
}

/** A workbook with these cells as texts. */
function workbookOf(rows) {
    const cell = (text) => `<c t="inlineStr"><is><t xml:space="preserve">${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</t></is></c>`;
    const sheet = rows.map((row, at) => `<row r="${at + 1}">${row.map(cell).join("")}</row>`).join("");
    return toWorkbook({ ...workbookParts([]), "xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>` });
}

test("dates are read as people write them, in many languages and digits", () => {
    for (const [written, date] of [
        ["2026-03-02", "2026-03-02"], ["2026-3-2 08:15:00", "2026-03-02"], ["2026-03-02T08:15:00Z", "2026-03-02"], ["2026/03/02", "2026-03-02"],
        ["20260302", "2026-03-02"], ["02/03/2026", "2026-03-02"], ["2.3.26", "2026-03-02"], ["02-03-1998 10:00", "1998-03-02"], ["2 March 2026", "2026-03-02"],
        ["Mon, 2 Mar 2026 08:15", "2026-03-02"], ["March 2nd, 2026", "2026-03-02"], ["2-Mar-26", "2026-03-02"], ["1er mars 2026", "2026-03-01"],
        ["2 de marzo de 2026", "2026-03-02"], ["2 марта 2026 г.", "2026-03-02"], ["2 березня 2026", "2026-03-02"], ["2 mrt. 2026", "2026-03-02"],
        ["٢ مارس ٢٠٢٦", "2026-03-02"], ["٠٢/٠٣/٢٠٢٦", "2026-03-02"], ["\u200f۲۰۲۶/۰۳/۰۲", "2026-03-02"], ["46083", "2026-03-02"], ["1772409600", "2026-03-02"],
    ]) assert.equal(readDate(written), date, written);
    for (const written of ["", "31/02/2026", "2026-13-01", "mars 2026", "12", "unknown", "02/03", "0000-00-00", "99999", "next Monday"]) assert.equal(readDate(written), "", written);
    assert.equal(readDate(`1 a${" .".repeat(200_000)}`), "", "a long text is no date, and takes no time");
    assert.equal(readDate("03/02/2026", "mdy"), "2026-03-02");
    assert.equal(readDate("03.02.2026", "mdy"), "2026-02-03", "dots are used with the day first");
});

test("the order of day and month follows from the column", () => {
    assert.deepEqual(orderOfDates(["13/02/2026", "01/02/2026"]), { order: "dmy", certain: true, matters: true, evidence: { dmy: 1, mdy: 0, of: 2 } });
    assert.deepEqual(orderOfDates(["02/13/2026", "01/02/2026"]), { order: "mdy", certain: true, matters: true, evidence: { dmy: 0, mdy: 1, of: 2 } });
    assert.deepEqual(orderOfDates(["01/02/2026"]), { order: "dmy", certain: false, matters: true, evidence: { dmy: 0, mdy: 0, of: 1 } });
    assert.deepEqual(orderOfDates(["13/02/2026", "02/14/2026", "02/15/2026"]), { order: "mdy", certain: false, matters: true, evidence: { dmy: 1, mdy: 2, of: 3 } });
    assert.deepEqual(orderOfDates(["2026-01-02", ""]), { order: "dmy", certain: true, matters: false, evidence: { dmy: 0, mdy: 0, of: 0 } });
});

test("text files are decoded by their mark, as UTF-8, or as older spreadsheets wrote them", () => {
    const marked = (mark, text, encoding) => decode(Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)]));
    assert.deepEqual(decode(Buffer.from("é🙂")), { text: "é🙂", encoding: "utf-8" });
    assert.deepEqual(marked([0xff, 0xfe], "é", "utf16le"), { text: "é", encoding: "utf-16le" });
    assert.deepEqual(decode(Buffer.from("\ufeffid")).text, "id");
    assert.deepEqual(decode(Buffer.from("caf\xe9", "latin1")), { text: "café", encoding: "windows-1252" });
    assert.equal(decode(Buffer.from([0xe4, 0xe0]), "windows-1251").text, "да");
});

test("separated values keep quotes, line breaks and the numbers of rows", () => {
    const { rows, delimiter, brokenQuotes } = readCsv('id;text\r\n1;"a;b\nc ""d"""\r\n2;\r\n');
    assert.deepEqual(rows.slice(0, 3), [["id", "text"], ["1", 'a;b\nc "d"'], ["2", ""]]);
    assert.equal(delimiter, ";");
    assert.deepEqual(brokenQuotes, []);
    const mixed = [["text"], ["a"], ["b\nc"], ["d"]];
    assert.deepEqual(readCsv('text\r\na\n"b\nc"\nd').rows, mixed, "rows of files that were put together");
    assert.deepEqual(readCsv('text\na\r\n"b\r\nc"\r\nd').rows, mixed);
    assert.deepEqual(readCsv('id,text\n1,"He said "no" to us"\n2,x\n').brokenQuotes, [{ row: 2, column: 2 }]);
    assert.throws(() => readCsv('id,text\n1,"open\n2,x\n'), { key: "file.openQuote", values: { row: 2, column: 2 } });
});

test("pasted text is a table, separated values, paragraphs or lines", () => {
    assert.deepEqual(readPasted("id\ttext\n1\tfirst, one\n").rows, [["id", "text"], ["1", "first, one"]]);
    assert.deepEqual(readPasted("id,comment\n1,\"a, b\"\n").rows, [["id", "comment"], ["1", "a, b"]]);
    assert.deepEqual(readPasted("One,\ntwo.\n\n\nThree.").rows, [["One,\ntwo."], ["Three."]]);
    assert.deepEqual(readPasted(" One, and\r\ntwo\r\n").rows, [["One, and"], ["two"]]);
});

test("roles of columns are guessed from names in several languages and from values", () => {
    const guess = (names, ...rows) => guessRoles(names, rows);
    const long = ["The pump is broken since Monday", "No medicine in the clinic again", "Thank you for the food", "The queue is very long"];
    const rows = long.map((text, at) => [`F-${at}`, text, `2026-03-0${at + 1}`, at % 2 ? "Water" : "Health"]);
    for (const names of [["Case ID", "Comment", "Created", "Category"], ["Identifiant", "Texte", "Date", "Catégorie"], ["id", "Сообщение", "Дата", "Категория"], ["id", "التعليق", "التاريخ", "تصنيف"]])
        assert.deepEqual(guess(names, ...rows), ["id", "text", "date", "codes"], names.join());
    assert.deepEqual(guess(["a", "b", "c", "d"], ...rows), ["id", "text", "date", "group"], "ids are known by their form");
    assert.deepEqual(guess(["phone", "text"], ["+31 6 1234567", long[0]], ["+31 6 7654321", long[1]]), ["none", "text"]);
    assert.deepEqual(guess(["id", "text"], ["1", long[0]], ["1", long[1]], ["1", long[2]]), ["none", "text"], "repeated values are no ids");
    assert.deepEqual(guess(["empty", "text"], ["", long[0]]), ["none", "text"]);
});

test("columns about people, phones, positions and devices are never proposed to be sent", () => {
    const texts = Array.from({ length: 20 }, (_, at) => `The pump of our village is broken, record ${at}`);
    const roleOf = (name, values) => guessRoles(["text", name], texts.map((text, at) => [text, values[at]]))[1];
    const repeated = texts.map((_, at) => `A${at % 3}`);
    for (const name of ["enumerator", "Enumerator_Name", "interviewer", "Enquêteur", "Encuestador", "phone", "phonenumber", "Téléphone", "Телефон", "رقم الهاتف", "_geolocation", "start-geopoint", "gps/latitude", "lat",
        "deviceid", "DeviceID", "imei", "subscriber_id", "username", "E-mail", "enumerator code"]) assert.equal(roleOf(name, repeated), "none", name);
    for (const name of ["district", "channel", "location", "mobile clinic", "platform", "latest status", "user group", "hotel"]) assert.equal(roleOf(name, repeated), "group", name);
    assert.equal(roleOf("device id", texts.map((_, at) => `d-${at}`)), "none", "no id of records either");
    for (const name of ["_id", "ID"]) assert.equal(roleOf(name, texts.map((_, at) => `${45_000 + at}`)), "id", `${name}: numbers that are days of a spreadsheet, too`);
    assert.equal(roleOf("ID", texts.map((_, at) => `2026-03-${10 + at}`)), "date");
});

test("a header and a separator of codes are guessed", () => {
    assert.ok(isHeader(["id", "text"]));
    assert.ok(isHeader(["North", "South"]));
    assert.ok(!isHeader(["1", "The pump is broken"]));
    assert.ok(!isHeader(["2026-03-02", "x"]));
    assert.equal(guessSeparator(["Water; Health", "Food"]), ";");
    assert.equal(guessSeparator(["Water, Health", "Food", "Food, Water", "Health", "Water"]), ",");
    assert.equal(guessSeparator(["Water, sanitation and hygiene", "Food"]), "");
});

test("records have ids of their own, and every problem is counted with its row", () => {
    const { records, problems, summary } = recordsOf([
        ["id", "text", "date", "code", "place", "place #5"], ["A", "one", "02/03/2026", "x; y", "North", ""], ["A", "two", "never", "", "", "", "", "more"], ["", " three ", "", "", "", ""],
        ["B", "", "", "", "", ""], ["", "", "", "", "", ""], ["C".repeat(300), "🙂 ".repeat(limits.text), "2026-03-04", "", "South", ""],
    ], ["id", "text", "date", "codes", "group", "none"], { separator: ";" });
    assert.deepEqual(records.map(({ id }) => id.slice(0, 8)), ["A", "A (3)", "R4", "CCCCCCCC"]);
    assert.deepEqual([records[3].id.length <= limits.id, [...records[3].content].length], [true, limits.text]);
    assert.deepEqual(records[0], { id: "A", content: "one", date: "2026-03-02", row: 2, levels: [["x", "y"]], codes: ["x", "y"], metadata: { place: "North" } });
    assert.deepEqual(Object.fromEntries(problems.map(({ kind, rows }) => [kind, rows.map(({ row }) => row)])), {
        idDuplicate: [3], dateUnreadable: [3], extraCells: [3], idMissing: [4], dateMissing: [4], textMissing: [5], textLong: [7], idLong: [7],
    });
    assert.deepEqual([summary.count, summary.dated, summary.first, summary.last], [4, 2, "2026-03-02", "2026-03-04"]);
    assert.deepEqual(requestRecord(records[0]), { id: "A", content: "one", metadata: { place: "North", created: "2026-03-02", coding_level_1: ["x", "y"] } });
});

test("an id that gets the number of its row differs from all ids before", () => {
    const { records, problems } = recordsOf([["id", "text"], ["A (4)", "one"], ["A", "two"], ["A", "three"], ["", "four"], ["R5", "five"]], ["id", "text"]);
    assert.deepEqual(records.map(({ id }) => id), ["A (4)", "A", "A (4) (4)", "R5", "R5 (6)"]);
    assert.deepEqual(problems.map(({ kind, count }) => [kind, count]), [["idDuplicate", 2], ["idMissing", 1]]);
});

test("texts that the server refuses are left out, so that the others are analysed", () => {
    const refused = ["USER: hello", " system : x", "Assistant:", "a".repeat(200), `x${"🙂".repeat(200)}`, "nul\0"];
    const { records, problems } = recordsOf([["text"], ...refused.map((content) => [content]), ["users: hello"], ["a".repeat(199)]], ["text"]);
    assert.deepEqual(records.map(({ row }) => row), [8, 9]);
    assert.deepEqual(problems.map(({ kind, count }) => [kind, count]), [["textRefused", 6]]);
});

test("a column called like a field of the server does not replace it", () => {
    const { records } = recordsOf([["text", "created", "when"], ["x", "by hand", "2026-03-02"]], ["text", "group", "date"]);
    assert.deepEqual(requestRecord(records[0]).metadata, { "created (column)": "by hand", created: "2026-03-02" });
    const { records: odd } = recordsOf([["text", "__proto__", "constructor"], ["x", "1", "2"]], ["text", "group", "group"]);
    assert.deepEqual(Object.entries(requestRecord(odd[0]).metadata), [["__proto__", "1"], ["constructor", "2"]]);
});

test("a corrected file says which of its codes were chosen without sight of suggestions, whatever its columns are used for", () => {
    const { records } = recordsOf([["text", "coding_level_1", "coding_blind"], ["x", "Water", " No "], ["y", "Water", "yes"]], ["text", "codes", "none"]);
    assert.deepEqual(records.map(({ codedBlind }) => codedBlind), ["no", "yes"]);
    assert.equal("codedBlind" in recordsOf([["text"], ["x"]], ["text"]).records[0], false);
    assert.deepEqual(guessRoles(["text", "coding_level_1", "coding_blind"], [["No water.", "Water", "yes"], ["No food at all.", "Food", "no"], ["No soap.", "Water", "yes"], ["Thanks.", "Food", "yes"]]), ["text", "codes", "group"]);
});

test("the fields of metadata have the names that the person chose, and are all different", () => {
    const roles = ["date", "codes", "group", "group", "group"];
    const names = ["When", "Topic", "Place", "created", "Age"];
    assert.deepEqual(fieldsOf(names, { roles }), { date: "created", codes: ["coding_level_1"], groups: ["Place", "created (column)", "Age"] });
    assert.deepEqual(fieldsOf(names, { roles, keys: ["received", "topic", "Place", "", "Place"] }), { date: "received", codes: ["topic"], groups: ["Place", "created (column)", "Place (column)"] });
    assert.deepEqual(fieldsOf(["created", "a"], { roles: ["group", "date"], keys: ["created", "on"] }), { date: "on", codes: [], groups: ["created"] }, "a name that is chosen stays");

    const { records, fields, summary } = recordsOf([["text", "When", "Topic", "Place", "url"], ["x", "2026-03-02", "Water", "North", "u/1"], ["y", "", "", "", ""]], ["text", "date", "codes", "group", "url"], { keys: ["", "received", "topic", "region"] });
    assert.deepEqual(records.map((record) => requestRecord(record, fields)), [
        { id: "R2", content: "x", metadata: { region: "North", received: "2026-03-02", topic: ["Water"] }, url_id: "u/1" }, { id: "R3", content: "y", metadata: {} }]);
    assert.deepEqual(summary.groups, [{ name: "region", values: 1, top: [{ value: "North", count: 1 }] }]);
});

test("each text of a row can be a record with its question", () => {
    const rows = [["id", "What went well?", "What did not?", "question", "code"], ["A", "the food", "the queue", "x", "1"], ["", "", "the pump", "", ""], ["A", "the food", "the road", "", "2"]];
    const roles = ["id", "text", "text", "group", "codes"];
    const { records, fields, summary, problems } = recordsOf(rows, roles, { apart: true });
    assert.deepEqual(records.map((record) => requestRecord(record, fields)), [
        { id: "A.1", content: "the food", metadata: { "question (column)": "x", question: "What went well?", coding_level_1: ["1", "2"] } },
        { id: "A.2", content: "the queue", metadata: { "question (column)": "x", question: "What did not?", coding_level_1: ["1"] } },
        { id: "R3.2", content: "the pump", metadata: { question: "What did not?" } },
        { id: "A.2 (4)", content: "the road", metadata: { question: "What did not?", coding_level_1: ["2"] } },
    ]);
    assert.deepEqual(summary.groups.map(({ name, values }) => [name, values]), [["question", 2], ["question (column)", 1]]);
    assert.deepEqual(problems.map(({ kind, count }) => [kind, count]), [["idMissing", 1], ["merged", 1], ["idDuplicate", 1]]);
    assert.deepEqual(recordsOf(rows, roles).records.map(({ id, content }) => [id, content])[0], ["A", "the food\nthe queue"], "joined by default");
});

test("the mode that is chosen by itself follows the characters of all texts", () => {
    assert.deepEqual([0, 60_000, 60_001, 400_001].map((characters) => autoMode({ characters })), ["single_pass", "single_pass", "hierarchical", "hierarchical"]);
});

test("JSON that is not valid is named by line, column and sign", () => {
    const problem = (text, line) => {
        try {
            parseJson(text, line);
        } catch ({ key, values: { row, column, sign } }) {
            return [key, row, column, ...(sign ? [sign] : [])];
        }
        return null;
    };
    for (const [text, ...expected] of [
        ['[\n  {"a": 1},\n  {"a": 2,}\n]', "file.badJson", 3, 11, "}"], ["[1, 2", "file.cutJson", 1, 6], ['{"a": "x', "file.cutJson", 1, 9], ['{"a": NaN}', "file.badJson", 1, 7, "N"],
        ["{'a': 1}", "file.badJson", 1, 2, "'"], ['[{"a": 1} {"a": 2}]', "file.badJson", 1, 11, "{"], ['{"a" 1}', "file.badJson", 1, 6, "1"], ["[1]]", "file.badJson", 1, 4, "]"], ["[01]", "file.badJson", 1, 3, "1"],
        ['{"a": "x\ty"}', "file.badJson", 1, 9, "\t"], ["[1}", "file.badJson", 1, 3, "}"], ["", "file.cutJson", 1, 1], ["{,}", "file.badJson", 1, 2, ","],
    ]) assert.deepEqual(problem(text), expected, text);
    assert.deepEqual(problem('{"a": }', 7), ["file.badJson", 7, 7, "}"], "a line of a file");
    for (const text of ['[]', '{"a": [1, -2.5e3, true, null, "\\u00e9\\n"], "b": {}}', ' "x" ']) assert.equal(problem(text), null, text);
    assert.deepEqual(problem("[".repeat(100_000)), ["file.cutJson", 1, 100_001], "a hostile text takes no time");
    assert.deepEqual(problem('["' + "x".repeat(100_000)), ["file.cutJson", 1, 100_003], "nor does a text without an end");
});

test("coding frameworks are read in every format that the server reads", () => {
    const read = (text, name = "codes.json") => readFramework(typeof text === "string" ? Buffer.from(text) : text, name);
    const problem = (text) => {
        try {
            return read(text) && "";
        } catch ({ key, values }) {
            return key + (values.row ? ` ${values.row}` : "");
        }
    };
    const nested = { root_codes: [{ id: "a", name: "A", children: [{ id: "b", name: "B" }] }] };
    assert.deepEqual(read(JSON.stringify(nested)), nested);
    assert.deepEqual(read(JSON.stringify({ coding_levels: nested })), nested);
    assert.deepEqual(read('{"name": "C", "types": [{"name": "Praise", "categories": []}, {"name": "Question", "id": "q", "type_description": "Asks.", "categories": [{"name": "Vaccine", "codes": [{"code_id": "c-7", "name": "Origin", "include": "x"}, {"name": "Doses", "code_id": ""}]}]}]}'), { root_codes: [
        { id: "type-0", name: "Praise" },
        { id: "q", name: "Question", description: "Asks.", children: [{ id: "category-1-0", name: "Vaccine", children: [{ id: "c-7", name: "Origin", include: ["x"] }, { id: "code-1-0-1", name: "Doses" }] }] },
    ] });
    const rows = [["Type", "Category", "Code", "Code ID", "Code description", "Examples", "Remark"], ["Question", "Vaccine", "Origin", "c-7", "Where from?", "Who made it?\n• Is it Russian? ", "x"], ["", "", "Doses", "", "", "", ""],
        ["", "Masks", "", "", "", "", ""], ["", "", "", "", "", "", ""], ["Praise", "", "", "", "", "", ""], ["Question", "Vaccine", "Origin", "", "", "From where?", ""]];
    const tree = { root_codes: [
        { id: "type-0", name: "Question", children: [
            { id: "category-0-0", name: "Vaccine", children: [{ id: "c-7", name: "Origin", description: "Where from?", examples: ["Who made it?", "Is it Russian?", "From where?"] }, { id: "code-0-0-1", name: "Doses" }] },
            { id: "category-0-1", name: "Masks" },
        ] },
        { id: "type-1", name: "Praise" },
    ] };
    const [names, ...cells] = rows;
    assert.deepEqual(read(JSON.stringify(cells.map((row) => Object.fromEntries(row.map((value, at) => [names[at], value]))))), tree);
    for (const separator of [",", ";", "\t"]) assert.deepEqual(read(`\ufeff${rows.map((row) => row.map((value) => `"${value}"`).join(separator)).join("\r\n")}`, "codes.csv"), tree, separator);
    assert.deepEqual(read(workbookOf(rows), "codes.xlsx"), tree);
    assert.deepEqual(['[{"type": "A", "code": "x"}]'].map((text) => read(text).root_codes[0].children.map(({ id }) => id)), [["category-0-0"]], "a code of level 2");
    assert.deepEqual(["secret", "Type;Code\n", "Type;Code\n;x", "[]", '["x"]', '{"types": [{"id": "a"}]}', '{"root_codes": []}', "{}", "{"].map(problem),
        ["framework.noTable", "framework.none", "framework.noType 2", "framework.none", "file.noObject 1", "framework.noName", "framework.none", "framework.noTable", "file.cutJson 1"]);
});

test("halves of pairs are no characters, wherever a file has them", () => {
    const half = "\\ud83d";
    for (const [name, text] of [["a.json", `[{"id": 1, "te${half}xt": "a ${half}", "inner": {"b": "${half}\\ude42"}}]`], ["a.yaml", `- {id: 1, "te${half}xt": "a ${half}", "inner": {"b": "🙂"}}`]]) {
        const { names, rows } = makeTable(readBytes(Buffer.from(text), { name }));
        assert.deepEqual([names, ...rows], [["id", "te\ufffdxt", "inner.b"], ["1", "a \ufffd", "🙂"]], name);
    }
    assert.deepEqual(makeTable(readPasted("one \ud83d\n🙂")).rows, [["one \ufffd"], ["🙂"]]);
    assert.equal(readFramework(Buffer.from(`{"root_codes": [{"id": "1", "name": "A ${half}"}]}`), "a.json").root_codes[0].name, "A \ufffd");
});

test("the values of a group are offered by frequency, up to 200 and without those that the server does not count", () => {
    const top = (cells, name = "place") => recordsOf([["text", name], ...cells.map((cell) => ["x", cell])], ["text", "group"]).summary.groups[0];
    assert.deepEqual(top(["b", "c", "a", "c", ""]), { name: "place", values: 3, top: [{ value: "c", count: 2 }, { value: "a", count: 1 }, { value: "b", count: 1 }] });
    const long = "x".repeat(257);
    assert.deepEqual(top([long, "y", long]), { name: "place", values: 2, top: [{ value: "y", count: 1 }] });
    const many = top(Array.from({ length: 300 }, (_, at) => `v${at}`));
    assert.deepEqual([many.values, many.top.length], [300, 200]);
    for (const name of ["__proto__", "constructor", "toString"]) assert.deepEqual(top(["a", ""], name).top, [{ value: "a", count: 1 }], name);
});

test("a workbook has the records of the same table as separated values", () => {
    const rows = feedbackRows(500);
    const bytes = toWorkbook(workbookParts(rows));
    const { sheets, from1904 } = readWorkbook(bytes);
    assert.deepEqual(sheets.map(({ name }) => name), ["Feedback"], "hidden sheets are left out");
    const parts = workbookParts([]);
    assert.equal(readWorkbook(toWorkbook({ ...parts, "xl/workbook.xml": parts["xl/workbook.xml"].replace('"Feedback"', '"Help &amp; &#1575;"') })).sheets[0].name, "Help & ا");
    const { rows: [names, ...cells], numbers } = readSheet(bytes, { ...sheets[0], from1904 });
    const mapping = { roles: ["id", "date", "text", "codes", "group", "none"], order: "dmy", separator: ";" };
    const { records } = makeRecords({ names, rows: cells, numbers: numbers.slice(1) }, mapping);
    assert.deepEqual(records.map((record) => requestRecord(record)), expectedRecords(rows));
    const csv = readCsv(toCsv(rows).slice(1));
    assert.deepEqual(makeRecords({ names, rows: csv.rows.slice(1), numbers: csv.numbers.slice(1) }, mapping).records, records);
});

test("cells of workbooks are read by their type", () => {
    const sheet = '<c r="A1" t="inlineStr"><is><t>a &amp; &#x1F642;&#xD83D;&#9999999;</t></is></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#N/A</v></c><c r="E1"><f>1+1</f><v>0.30000000000000004</v></c>'
        + '<c r="F1" t="str"><v>x_x000A_y</v></c><c t="s"><v>9</v></c><c r="H1" s="1"><v>46083.5</v></c>';
    const parts = workbookParts([]);
    const read = (workbook) => {
        const bytes = toWorkbook({ ...parts, ...workbook, "xl/worksheets/sheet1.xml": `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="5">${sheet.replace(/<(\/?)(\w)/g, "<$1x:$2")}</x:row></x:sheetData></x:worksheet>` });
        const { sheets, from1904 } = readWorkbook(bytes);
        return readSheet(bytes, { ...sheets[0], from1904 });
    };
    assert.deepEqual(read({}), { rows: [["a & 🙂\ufffd\ufffd", "", "TRUE", "", "0.3", "x\ny", "", "2026-03-02 12:00"]], numbers: [5] });
    const from1904 = parts["xl/workbook.xml"].replace("<sheets>", '<workbookPr date1904="1"/><sheets>');
    assert.equal(read({ "xl/workbook.xml": from1904 }).rows[0][7], "2030-03-03 12:00");
});

test("empty cells cost nothing, however far and many", () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => `<row r="${at + 1}">${at % 100_000 ? "" : '<c t="str"><v>a</v></c>'}<c r="ALL${at + 1}" s="1"/></row>`);
    const bytes = toWorkbook({ ...workbookParts([]), "xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join("")}</sheetData></worksheet>` });
    const { sheets, from1904 } = readWorkbook(bytes);
    assert.deepEqual(readSheet(bytes, { ...sheets[0], from1904 }), { rows: [["a"], ["a"]], numbers: [1, 100_001] });
});

test("damaged and hostile workbooks are refused", () => {
    const parts = workbookParts(feedbackRows(3));
    const problem = (bytes) => {
        try {
            const { sheets, from1904 } = readWorkbook(bytes);
            readSheet(bytes, { ...sheets[0], from1904 });
        } catch (failure) {
            return failure.key ?? "failure";
        }
        return "none";
    };
    assert.equal(problem(toWorkbook(parts)), "none");
    assert.equal(problem(toWorkbook({ ...parts, "xl/worksheets/sheet1.xml": "<worksheet><row" })), "file.broken");
    assert.equal(problem(toWorkbook({ ...parts, "xl/_rels/workbook.xml.rels": "<Relationships/>" })), "file.broken");
    assert.equal(problem(toWorkbook({ ...parts, "xl/workbook.xml": "" })), "file.broken");
    assert.notEqual(problem(toWorkbook(parts).subarray(0, 700)), "none");

    // A part that claims, in the directory of the archive, to be larger than a browser can hold.
    const bytes = toWorkbook(parts);
    const entry = bytes.lastIndexOf("xl/sharedStrings.xml") - 46;
    bytes.writeUInt32LE(0x7fffffff, entry + 24);
    assert.equal(problem(bytes), "file.tooLarge");
});

test("cells with markup are text, and ones that never end take no longer than others", () => {
    for (const [cell, text] of [
        ["<p>a &amp; b</p><!-- no --><p>c</p>", "a & b\nc"], ["a<!-- no", "a"], ["a<script>b</script>c<style type=x>d", "ac"], ["5 < 6 <!- b", "5 < 6 <!- b"],
    ]) assert.equal(plainText(cell), text, cell);
    for (const start of ["<!--", "<script>", "<style>", "<SCRIPT x>"]) assert.equal(plainText(`a${start.repeat(2_000_000 / start.length)}`), "a", start);
});

test("the end of a name that is no format is none", () => {
    for (const name of ["a.constructor", "a.toString", "a.__proto__"]) assert.deepEqual(readBytes(Buffer.from("id,text\n1,x\n"), { name }).rows, [["id", "text"], ["1", "x"]], name);
});
