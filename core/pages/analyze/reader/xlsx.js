// Workbooks (Office Open XML) as rows. Reads values only: no formulas, macros, links or external parts.
/*! With fflate, (c) Arjun Barrett, and saxen, (c) Vopilovskii Konstantin and Nico Rehwaldt; both under the MIT License. */
import { unzipSync } from "fflate";
import { Parser } from "saxen";

import { decodeEntities } from "./markup.js";
import { FileProblem } from "./problems.js";
import { limits } from "./rules.js";

const namespaces = {
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "x",
    "http://purl.oclc.org/ooxml/spreadsheetml/main": "x",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://schemas.openxmlformats.org/package/2006/relationships": "p",
    "urn:QDA-XML:codebook:1.0": "q", "urn:QDA-XML:codebook:1:0": "q", // themes/codebook.js; programs write both
};

/** The names of the parts of an archive. */
function partNames(archive) {
    const names = [];
    unzipSync(archive, { filter: ({ name }) => { names.push(name); return false; } });
    return names;
}

/** What an archive is that holds no workbook: the key of the text that names the way out, or null. */
export function foreignArchive(archive) {
    const names = partNames(archive);
    if (names.includes("xl/workbook.xml")) return null;
    if (names.some((name) => /\.(qde|qdc|qpd)$|^sources\//i.test(name))) return "file.project"; // REFI-QDA
    if (names.some((name) => /\.xmi$|exportedproject.*\.json$|^(annotation|curation|source)\//i.test(name))) return "file.annotations"; // INCEpTION
    return names.includes("content.xml") ? "file.openDocument" : "file.compressed";
}

/** The text of a part of the archive, or "" if it is absent. */
function part(archive, name) {
    const files = unzipSync(archive, {
        filter: (file) => {
            if (file.name !== name) return false;
            if (file.originalSize > limits.part) throw new FileProblem("file.tooLarge");
            return true;
        },
    });
    return files[name] ? new TextDecoder().decode(files[name]) : "";
}

/**
 * Parses a part, which may be absent: workbooks without shared texts or styles have no part for them. `handlers`: open(name, attributes), close(name),
 * text(text). Entities in values of attributes are not decoded.
 */
export function parse(xml, { open = () => {}, close = () => {}, text = () => {} }) {
    const parser = new Parser();
    parser.ns(namespaces);
    parser.on("openTag", (name, attributes) => open(name, attributes));
    parser.on("closeTag", close);
    parser.on("text", (value) => text(decodeEntities(value))); // those that the parser decodes end at U+FFFF
    parser.on("cdata", text);
    parser.on("error", () => { throw new FileProblem("file.broken"); });
    if (xml) parser.parse(xml);
}

/** Control characters are written as _x000D_. */
const unescape = (text) => (!text.includes("_x") ? text : text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(parseInt(code, 16))));

/** The sheets that are not hidden: [{name, path}], and whether dates count from 1904. */
export function readWorkbook(archive) {
    const targets = new Map();
    parse(part(archive, "xl/_rels/workbook.xml.rels"), {
        open: (name, attributes) => name === "p:Relationship" && targets.set(attributes().Id, attributes().Target),
    });
    const sheets = [];
    let from1904 = false;
    parse(part(archive, "xl/workbook.xml"), {
        open: (name, attributes) => {
            if (name === "x:workbookPr") from1904 = ["1", "true"].includes(attributes().date1904);
            if (name !== "x:sheet" || (attributes().state ?? "visible") !== "visible") return;
            const target = targets.get(attributes()["r:id"]) ?? "";
            sheets.push({ name: decodeEntities(attributes().name ?? ""), path: target.startsWith("/") ? target.slice(1) : `xl/${target}` });
        },
    });
    if (!sheets.length) throw new FileProblem("file.broken");
    return { sheets, from1904 };
}

function sharedStrings(archive) {
    const strings = [];
    let current = "";
    let reading = false;
    let phonetic = false;
    parse(part(archive, "xl/sharedStrings.xml"), {
        open: (name) => {
            if (name === "x:si") current = "";
            if (name === "x:rPh") phonetic = true;
            if (name === "x:t") reading = !phonetic;
        },
        close: (name) => {
            if (name === "x:t") reading = false;
            if (name === "x:rPh") phonetic = false;
            if (name === "x:si") strings.push(unescape(current));
        },
        text: (value) => { if (reading) current += value; },
    });
    return strings;
}

const isDateId = (id) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
/** Whether a format shows a date or time: letters of dates outside of quotes, brackets and escapes. */
const isDateFormat = (format) => /[dmyhs]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|General/gi, ""));

/** For each cell style, whether it shows a number as a date. */
function dateStyles(archive) {
    const formats = new Map();
    const styles = [];
    let inCells = false;
    parse(part(archive, "xl/styles.xml"), {
        open: (name, attributes) => {
            if (name === "x:numFmt") formats.set(attributes().numFmtId, attributes().formatCode ?? "");
            if (name === "x:cellXfs") inCells = true;
            if (name !== "x:xf" || !inCells) return;
            const id = attributes().numFmtId ?? "0";
            styles.push(formats.has(id) ? isDateFormat(formats.get(id)) : isDateId(Number(id)));
        },
        close: (name) => { if (name === "x:cellXfs") inCells = false; },
    });
    return styles;
}

/** A day number of a spreadsheet as text. Day 60 of the calendar from 1900 does not exist. */
function dateText(number, from1904) {
    const days = from1904 ? number + 1462 : number < 60 ? number + 1 : number;
    const moment = new Date(Math.round((days - 25569) * 86_400) * 1000);
    if (Number.isNaN(moment.getTime())) return String(number);
    const text = moment.toISOString();
    if (number < 1) return text.slice(11, 16);
    return number % 1 === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** The number without the noise of binary fractions. */
const numberText = (number) => String(Number(number.toPrecision(15)));

function columnOf(reference) {
    let column = 0;
    for (const letter of /^[A-Z]*/.exec(reference)[0]) column = column * 26 + letter.charCodeAt(0) - 64;
    return column - 1;
}

function cellText(raw, { type, style }, { strings, styles, from1904 }) {
    if (type === "s") return strings[Number(raw)] ?? "";
    if (type === "str" || type === "inlineStr" || type === "d") return unescape(raw);
    if (type === "b") return raw === "1" ? "TRUE" : "FALSE";
    if (type === "e" || raw === "") return "";
    const number = Number(raw);
    if (Number.isNaN(number)) return raw;
    return styles[style] ? dateText(number, from1904) : numberText(number);
}

/** Returns {rows, numbers} of a sheet, without rows that have no cell. */
export function readSheet(archive, { path, from1904 }) {
    const context = { strings: sharedStrings(archive), styles: dateStyles(archive), from1904 };
    const xml = part(archive, path);
    if (!xml) throw new FileProblem("file.broken");
    const rows = [];
    const numbers = [];
    let row = [];
    let number = 0;
    let cells = 0;
    let cell = null;
    let raw = "";
    let reading = false;
    const begin = {
        "x:row": (attributes) => {
            number = Number(attributes().r ?? number + 1);
            row = [];
            cell = null;
        },
        "x:c": (attributes) => {
            const { r, t = "n", s } = attributes();
            cell = { column: r ? columnOf(r) : (cell?.column ?? -1) + 1, type: t, style: Number(s ?? 0) };
            raw = "";
        },
        "x:v": () => { reading = true; },
        "x:t": () => { reading = cell?.type === "inlineStr"; },
    };
    const end = {
        "x:v": () => { reading = false; },
        "x:t": () => { reading = false; },
        "x:c": () => {
            const text = cell.column < limits.columns ? cellText(raw, cell, context) : "";
            if (!text) return; // before anything is made for it
            if (cells + cell.column >= limits.cells) throw new FileProblem("file.tooLarge");
            while (row.length < cell.column) row.push("");
            row[cell.column] = text;
        },
        "x:row": () => {
            if (!row.length) return;
            cells += row.length;
            rows.push(row);
            numbers.push(number);
        },
    };
    parse(xml, {
        open: (name, attributes) => begin[name]?.(attributes),
        close: (name) => end[name]?.(),
        text: (value) => { if (reading) raw += value; },
    });
    return { rows, numbers };
}
