// JSON of services, lines of JSON, YAML and requests as rows.
/*! With js-yaml, (c) Vitaly Puzrin, under the MIT License. */
import { FAILSAFE_SCHEMA, loadAll, nullCoreTag, YAMLException } from "js-yaml";

import { wholeCharacters } from "./markup.js";
import { FileProblem } from "./problems.js";
import { limits, recordLists } from "./rules.js";

/** Numbers with more digits than a number of JavaScript holds, outside of texts: ids. They become texts. */
const longNumbers = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d[\d.eE+-]*/g;
const keepDigits = (text) => (/[:[,\s]-?\d{16,}/.test(text) ? text.replace(longNumbers, (token) => (token[0] !== '"' && /^-?\d{16,}$/.test(token) ? `"${token}"` : token)) : text);

/** A string without its end. No sign can be read in two ways, so that it takes linear time. */
const begunString = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const token = new RegExp(String.raw`\s*(?:(${begunString.source}")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[{])|([\]}])|([,:]))`, "y");

/** The index of the first sign of a text that no JSON has at its place; the length of the text if it ends too early. */
function firstWrong(text) {
    const open = [];
    let next = "value"; // or "name", "first" (of a list or object), ":", ","
    token.lastIndex = 0;
    for (;;) {
        const end = token.lastIndex;
        const start = end + /^\s*/.exec(text.slice(end, end + 10_000))[0].length;
        begunString.lastIndex = start;
        const [, string, scalar, opening, closing, sign] = token.exec(text) ?? [];
        const inObject = open.at(-1) === "{";
        if (closing && open.length && (next === "," || next === "first") && (closing === "}") === inObject) {
            open.pop();
            next = ",";
        } else if (string && inObject && (next === "name" || next === "first")) next = ":";
        else if (sign && sign === next && open.length) next = sign === ":" ? "value" : inObject ? "name" : "value";
        else if ((string || scalar || opening) && (next === "value" || (next === "first" && !inObject))) {
            if (opening) open.push(opening);
            next = opening ? "first" : ",";
        } else return !string && begunString.test(text) ? begunString.lastIndex : start;
        if (next === "," && !open.length && !text.slice(token.lastIndex).trim()) return text.length;
    }
}

/** The problem of a text that is no JSON: where, and which sign is there. `line` is that of its begin in the file. */
function problemOf(text, line) {
    const at = firstWrong(text);
    const before = text.slice(0, at).split("\n");
    const place = { row: line + before.length - 1, column: before.at(-1).length + 1 };
    return at >= text.trimEnd().length ? new FileProblem("file.cutJson", place) : new FileProblem("file.badJson", { ...place, sign: String.fromCodePoint(text.codePointAt(at)) });
}

/** The value of a text, which begins in this line of the file. Throws a FileProblem. */
export function parseJson(text, line = 1) {
    try {
        return JSON.parse(keepDigits(text));
    } catch (failure) {
        if (!(failure instanceof SyntaxError)) throw failure;
        throw problemOf(text, line);
    }
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** A coding framework in one of its formats: docs/reference/operations/assign-codes.md#framework-files. */
const isCodebook = (value) => isObject(value) && ([value.coding_levels, value.root_codes, value.types, value.codes].some(Array.isArray) || isObject(value.coding_levels)) && !Array.isArray(value.feedback_records);

/** The list of records: the value itself, or the member of an answer of a service that has it. */
function recordsOf(value) {
    if (Array.isArray(value)) return value;
    if (!isObject(value)) return null;
    const name = recordLists.find((key) => Array.isArray(value[key]))
        ?? Object.keys(value).find((key) => Array.isArray(value[key]) && value[key].some(isObject));
    return name === undefined ? null : value[name].map((item) => item?.properties && item.type === "Feature" ? item.properties : item);
}

/** Rows of objects whose members differ: each member is a column, in the order of first appearance. */
class ObjectRows {
    names = [];
    at = new Map();
    rows = [];
    numbers = [];
    nested = new Set(); // members that no cell can hold
    cells = 0;

    constructor(placeWord) {
        this.placeWord = placeWord;
    }

    add(object, number) {
        if (!isObject(object)) throw new FileProblem("file.noObject", { row: number });
        const row = [];
        this.set(object, "", row, 0);
        this.cells += row.length;
        if (this.cells > limits.cells) throw new FileProblem("file.tooLarge");
        for (let at = 0; at < row.length; at += 1) row[at] ??= "";
        this.rows.push(row);
        this.numbers.push(number);
    }

    set(object, prefix, row, depth) {
        for (const [name, value] of Object.entries(object)) {
            const own = prefix + wholeCharacters(name);
            if (value === null || value === undefined || value === "") continue;
            if (Array.isArray(value)) {
                if (value.some((item) => typeof item === "object" && item !== null)) this.nested.add(own);
                else if (value.some((item) => item !== null)) this.setCell(own, value.filter((item) => item !== null).join(","), row);
            } else if (isObject(value)) {
                if (depth === limits.depth) this.nested.add(own);
                // The metadata of a record have the names that the server knows them by.
                else this.set(value, name === "metadata" && !prefix ? "" : `${own}.`, row, depth + 1);
            } else this.setCell(own, String(value), row);
        }
    }

    setCell(name, text, row) {
        let at = this.at.get(name);
        if (at === undefined) this.at.set(name, at = this.names.push(name) - 1);
        if (row[at] !== undefined && row[at] !== text) return this.setCell(`metadata.${name}`, text, row);
        row[at] = text;
    }

    get table() {
        const { names, rows, numbers, placeWord } = this;
        return { names, rows, numbers, placeWord, brokenQuotes: [], notes: [...this.nested].map((name) => ({ kind: "nested", values: { name } })) };
    }
}

function tableOf(list) {
    if (!list) throw new FileProblem("file.noRecords");
    const table = new ObjectRows("record");
    for (const [at, item] of list.entries()) table.add(item, at + 1);
    return table.table;
}

export function readJson(text) {
    const value = parseJson(text);
    if (isCodebook(value)) throw new FileProblem("file.codebook");
    return tableOf(recordsOf(value));
}

/** Lines with an object each. */
export function readJsonLines(text) {
    const table = new ObjectRows("line");
    for (const [at, line] of text.split("\n").entries()) if (line.trim()) table.add(parseJson(line, at + 1), at + 1);
    return table.table;
}

/** Aliases can make a small file an endless value. */
function requireBounded(value, size) {
    let left = Math.max(1_000_000, 2 * size);
    const count = (item) => {
        left -= 1 + (typeof item === "string" ? item.length / 256 : 0);
        if (left < 0) throw new FileProblem("file.tooLarge");
        if (item && typeof item === "object") for (const inner of Object.values(item)) count(inner);
    };
    count(value);
}

/** YAML: lists, objects with the list `feedback_records`, or documents of one object each. All scalars are texts. */
export function readYaml(text) {
    try {
        const documents = loadAll(text, { schema: FAILSAFE_SCHEMA.withTags(nullCoreTag), json: true });
        requireBounded(documents, text.length);
        if (documents.some(isCodebook)) throw new FileProblem("file.codebook");
        return tableOf(documents.flatMap((document) => document?.feedback_records ?? document ?? []));
    } catch (failure) {
        if (!(failure instanceof YAMLException)) throw failure;
        throw new FileProblem("file.badYaml", { row: (failure.mark?.line ?? 0) + 1, column: (failure.mark?.column ?? 0) + 1 }); // its reason may quote the file
    }
}

/** "json", "jsonl" or null, by the first signs of a text. */
export function jsonFormat(text) {
    const start = text.slice(0, 100_000).trimStart();
    if (start.startsWith("[")) return /^\[\s*(?:[{\]]|$)/.test(start) ? "json" : null;
    if (!/^\{\s*["}]/.test(start)) return null;
    const [first, second = ""] = start.split(/\r?\n/, 2);
    return first.trimEnd().endsWith("}") && (second ? second.startsWith("{") : !first.includes("[")) ? "jsonl" : "json";
}
