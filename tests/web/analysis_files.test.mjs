// Files that /analyze makes, read by programs of others: CSV, workbooks, documents, Markdown, SVG.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";

import { readOffice } from "./support/office.mjs";
import { pageModule } from "./support/page_modules.mjs";

const { csv, harmless } = await pageModule("export/csv.js");
const { xlsx } = await pageModule("export/xlsx.js");
const { readSheet, readWorkbook } = await pageModule("reader/xlsx.js");
const { docx } = await pageModule("export/docx.js");
const { markdown } = await pageModule("export/markdown.js");
const { fileStem } = await pageModule("export/save.js");
const { parse } = await pageModule("result/markdown.js");
const { svgFile } = await pageModule("../shared/charts/svg.js");
const { bars } = await pageModule("../shared/charts/bars.js");

const hostile = ["<img src=x onerror=alert(1)>", "\u202eevil\u202c", "a\u0000b\u0001c", "]]>&amp;<!--", "\ud800 alone", "👩‍👩‍👧 عربي", "line\r\nfeed\ttab", " blanks  ", "x".repeat(100_000)];

/** What XML can hold of a text. A parser of XML reads every line end as a line feed. */
// eslint-disable-next-line no-control-regex
const asXml = (text) => text.replace(/[\u0000-\u0008]|\ud800(?![\udc00-\udfff])/g, "").replace(/\r\n?/g, "\n");

const readCsv = (text) => JSON.parse(execFileSync("python3", ["-c",
    "import csv, io, json, sys; csv.field_size_limit(10**7); json.dump(list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode('utf-8-sig', 'replace'), newline=''))), sys.stdout)"],
{ input: text, maxBuffer: 64 * 1024 * 1024 }));

test("a CSV file reads back as it was written", () => {
    const rows = [["id", "text"], ...hostile.filter((text) => !text.includes("\ud800")).map((text, at) => [`R${at}`, text.replaceAll("\u0000", "")]), ["quote\"s", "a,b;c"], ["", "12"]];
    assert.deepEqual(readCsv(csv(rows)), rows);
});

test("no cell of a CSV file is a formula", () => {
    for (const text of ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\tx", "\rx", "\nx", "  =1", "\uff1d1+1", "\uff0b1", "\uff20x"]) {
        assert.equal(harmless(text), `'${text}`, JSON.stringify(text));
        assert.equal(readCsv(csv([[text]]))[0][0][0], "'");
    }
});

test("a spreadsheet with another delimiter sees no formula within a cell", () => {
    for (const [text, guarded] of [
        ["a;=1", "a;'=1"], ["a\t=1", "a\t'=1"], ["a\r\n=1", "a\r\n'=1"], ["\t=1", "'\t'=1"], ["a,@SUM(1)", "a,'@SUM(1)"], ["a;\"=1", "a;'\"=1"], ["a; =1", "a;' =1"],
        ["rice, - and oil", "rice, - and oil"], ["a =1", "a =1"], ["a;b=1", "a;b=1"],
    ]) assert.equal(harmless(text), guarded, JSON.stringify(text));
});

/** The formulas that a spreadsheet program finds in a CSV file, by the delimiters it expects. */
function formulasOf(text) {
    const folder = mkdtempSync(path.join(tmpdir(), "verbatim-spreadsheet-"));
    try {
        writeFileSync(path.join(folder, "cells.csv"), text);
        return Object.fromEntries([",", ";", "\t", "|"].map((delimiter) => {
            const filter = `CSV:${delimiter.codePointAt(0)},34,76,1,,0,false,true,false,false,false,-1`; // UTF-8, text is evaluated
            execFileSync("soffice", ["--headless", `-env:UserInstallation=file://${folder}/profile`, `--infilter=${filter}`, "--convert-to", "fods", "--outdir", folder, path.join(folder, "cells.csv")], { stdio: "ignore" });
            return [delimiter, readFileSync(path.join(folder, "cells.fods"), "utf8").match(/table:formula="[^"]*"/g) ?? []];
        }));
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

test("LibreOffice computes no cell", () => {
    const texts = ["=1+1", "a;=1+1", "a; =1+1", "a\t=1+1", "a\n=1+1", "a\r=1+1", "a,=1+1", "a|=1+1", "a;\"=1+1", "\t=1+1", "\n=1+1", "a;+1+1", "a;@SUM(1)", '=HYPERLINK("http://e.example","x")', "\uff1d1+1"];
    const plain = texts.map((text) => `F-1,"${text.replaceAll('"', '""')}"`).join("\r\n");
    assert.ok(Object.values(formulasOf(plain)).every((formulas) => formulas.length), "it computes what is not guarded");
    assert.deepEqual(formulasOf(csv(texts.map((text) => ["F-1", text]))), { ",": [], ";": [], "\t": [], "|": [] });
});

test("numbers and ordinary texts of a CSV file get no apostrophe", () => {
    for (const text of ["-5", "+31", "-0.5", "1,5", "a=b", "mail@example.org", "", "'quoted'"]) assert.equal(harmless(text), text);
    assert.equal(csv([[-3, 0.25, null]]), "\ufeff-3,0.25,\r\n");
});

test("a workbook reads back as it was written, and has no formula", async () => {
    const texts = [...hostile.slice(0, -1), "=HYPERLINK(\"http://x\")", "+1", "x".repeat(40_000)];
    const [sheet] = readOffice(await xlsx([{ name: "Records", rows: [["text", "number"], ...texts.map((text, at) => [text, at - 2.5])] }]));

    assert.deepEqual(sheet.rows.slice(1).map(([text]) => text), texts.map((text) => asXml(text).slice(0, 32_767)));
    assert.deepEqual(sheet.rows.slice(1).map(([, number]) => number), texts.map((_, at) => at - 2.5));
    assert.deepEqual(sheet.rows[0], ["text", "number"]);
});

test("a text that looks like an escape of workbooks reads back", async () => {
    const bytes = await xlsx([{ name: "Records", rows: [["text"], ["_x0041_ _x000D__x"]] }]);
    const { sheets: [{ path }] } = readWorkbook(bytes);
    assert.deepEqual(readSheet(bytes, { path, from1904: false }).rows, [["text"], ["_x0041_ _x000D__x"]]);
});

test("a workbook has valid and different sheet names, and columns beyond Z", async () => {
    const wide = Array.from({ length: 800 }, (_, at) => `c${at}`);
    const names = ["a/b:c*?[]\\", "", "x".repeat(40), `${"x".repeat(31)}y`, "<&\">'"];
    const sheets = readOffice(await xlsx(names.map((name) => ({ name, rows: [wide] }))));

    assert.equal(new Set(sheets.map(({ name }) => name.toLowerCase())).size, names.length);
    for (const { name, rows } of sheets) {
        assert.match(name, /^[^[\]:*?/\\']{1,31}$/);
        assert.deepEqual(rows, [wide]);
    }
});

test("a workbook of many rows has each of them once, and is made in portions", async () => {
    const rows = Array.from({ length: 4_500 }, (_, at) => [`text ${at}`, at]);
    let turns = 0;
    let isRunning = true;
    const count = () => { turns += 1; if (isRunning) setImmediate(count); };
    setImmediate(count);
    const [sheet] = readOffice(await xlsx([{ name: "Records", rows }]));
    isRunning = false;

    assert.deepEqual(sheet.rows, rows);
    assert.ok(turns > 0);
});

test("the same tables give the same bytes", async () => {
    const sheets = [{ name: "a", rows: [["x", 1]] }];
    assert.deepEqual(await xlsx(sheets), await xlsx(sheets));
});

test("a document reads back with its texts, tables and images", async () => {
    const pixel = Uint8Array.from(Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"));
    const plain = (text) => [{ text }];
    for (const right of [false, true]) {
        const read = readOffice(await docx([
            { kind: "heading", level: 1, runs: plain("A <title> & more") }, ...hostile.map((text) => ({ kind: "paragraph", runs: plain(text) })),
            { kind: "image", bytes: pixel, width: 2000, height: 10, alternative: "\"<chart>" },
            { kind: "table", head: [plain("h")], rows: [[plain("<td>")]] }, { kind: "quote", runs: plain("q") },
            { kind: "list", ordered: true, items: [{ depth: 0, runs: plain("one") }, { depth: 1, runs: plain("inner") }, { depth: 0, runs: plain("two") }] },
        ], { right }));

        assert.deepEqual(read.paragraphs.slice(0, hostile.length + 1), ["A <title> & more", ...hostile.map(asXml)].map((text) => text.replaceAll("\t", "\t")));
        assert.deepEqual(read.tables, [[["h"], ["<td>"]]]);
        assert.deepEqual(read.images, ["89504e470d0a1a0a"]);
        assert.deepEqual(read.paragraphs.slice(-3), ["1. one", "• inner", "2. two"]);
        assert.ok(read.styles.includes("Heading1") && read.styles.includes("Quote"));
    }
});

const wordParts = (bytes, part) => execFileSync("python3", ["-c", "import io, sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).read(sys.argv[1]))", part], { input: bytes }).toString();

test("a document in Arabic keeps numbers in place beside Latin titles, and one in English beside Arabic ones", async () => {
    const text = (content) => ({ kind: "paragraph", runs: [{ text: content }] });
    const runsOf = async (content, right) => {
        const xml = wordParts(await docx([text(content)], { right }), "word/document.xml");
        return [xml.includes("<w:p><w:pPr><w:bidi/></w:pPr>"), [...xml.matchAll(/<w:r>(.*?)<\/w:r>/g)].map(([, own]) => [own.includes("<w:rtl/>"), /<w:t[^>]*>(.*)<\/w:t>/.exec(own)[1]])];
    };
    assert.deepEqual(await runsOf("pump, well — 79 من 787", true), [true, [[false, "pump, well"], [true, "\u200f — 79 من 787"]]]);
    assert.deepEqual(await runsOf("المياه — 79 of 787", false), [false, [[true, "المياه"], [false, "\u200e — 79 of 787"]]]);
    assert.deepEqual(await runsOf("شكرا جزيلا", false), [true, [[true, "شكرا جزيلا"]]]);
    assert.deepEqual(await runsOf("Thank you", true), [false, [[false, "Thank you"]]]);
    assert.deepEqual(await runsOf("من \u20682026-W10\u2069 إلى", true), [true, [[true, "من "], [false, "2026-W10"], [true, "\u200f إلى"]]]);
});

test("Markdown and workbooks in Arabic have isolated words and columns from the right", async () => {
    const list = { kind: "list", ordered: true, items: [{ depth: 0, runs: [{ text: "pump, well", bold: true }, { text: " — 79 من 787" }] }] };
    assert.equal(markdown([list], { right: true }), "1. **\u2068pump, well\u2069** — 79 من 787\n");
    assert.equal(markdown([list]), "1. **pump, well** — 79 \u2068من\u2069 787\n");
    const sheet = async (options) => wordParts(await xlsx([{ name: "a", rows: [["x"]] }], options), "xl/worksheets/sheet1.xml").includes('rightToLeft="1"');
    assert.deepEqual([await sheet({ right: true }), await sheet({})], [true, false]);
});

test("Markdown of hostile texts has no markup of theirs", () => {
    const texts = ["# not a heading", "- no item", "1. no item", "a | b", "<script>", "[x](javascript:alert(1))", "*no* _emphasis_ `code`", "two\n\n# lines"];
    const written = markdown(texts.map((text) => ({ kind: "paragraph", runs: [{ text }] })));
    const read = parse(written);

    assert.deepEqual(read.map(({ kind }) => kind), texts.map(() => "paragraph"));
    assert.ok(read.every(({ runs }) => runs.every(({ bold, italic, code, target }) => !bold && !italic && !code && target === undefined)));
});

test("Markdown reads back with its structure", () => {
    const blocks = parse("## Title\n\nText **bold** and *thin* `x`.\n\n1. one\n   - inner\n2. two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |");
    assert.deepEqual(parse(markdown(blocks)), blocks);
    assert.deepEqual(blocks.map(({ kind }) => kind), ["heading", "paragraph", "list", "table"]);
});

test("emphasis in Markdown has its blanks outside", () => {
    assert.equal(markdown([{ kind: "paragraph", runs: [{ text: " Score. ", bold: true }, { text: "Good", italic: true }] }]), " **Score.** *Good*\n");
});

test("links in Markdown lead to the web only", () => {
    assert.equal(markdown([{ kind: "paragraph", runs: [{ text: "a", target: "javascript:alert(1)" }, { text: " " }, { text: "b", target: "https://x.example/1" }] }]), "a [b](https://x.example/1)\n");
});

test("an SVG file of hostile labels is well-formed and holds them as text", () => {
    const file = svgFile(bars(hostile.map((label) => ({ label, value: 1, text: "1 & 2" })), { heading: "<b>" }));
    const tags = execFileSync("python3", ["-c", "import sys; from xml.etree import ElementTree; print(' '.join(sorted({node.tag.split('}')[1] for node in ElementTree.fromstring(sys.stdin.buffer.read()).iter()})))"], { input: file });
    assert.equal(tags.toString().trim(), "g rect svg text title");
    assert.ok(!file.includes("\u202e"));
});

test("names of files keep letters of all scripts and nothing else", () => {
    assert.equal(fileStem("../../etc/pass:wd.csv"), "etc pass wd");
    assert.equal(fileStem("ملاحظات مارس.xlsx"), "ملاحظات مارس");
    assert.equal(fileStem("..."), "analysis");
    assert.equal(fileStem("x".repeat(300)).length, 60);
});
