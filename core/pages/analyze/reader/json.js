// JSON of services, lines of JSON and requests as rows.
import { FileProblem, maxCells } from "./problems.js";
import { recordLists } from "./rules.js";

const maxDepth = 8; // of members with a name of their own column

/** Numbers with more digits than a number of JavaScript holds, outside of texts: ids. They become texts. */
const longNumbers = /"(?:[^"\\]+|\\[^])*"|-?\d[\d.eE+-]*/g;
const keepDigits = (text) => (/[:[,\s]-?\d{16,}/.test(text) ? text.replace(longNumbers, (token) => (token[0] !== '"' && /^-?\d{16,}$/.test(token) ? `"${token}"` : token)) : text);

function parse(text, values) {
    try {
        return JSON.parse(keepDigits(text));
    } catch (failure) {
        if (!(failure instanceof SyntaxError)) throw failure;
        throw new FileProblem(values.row ? "file.badLine" : "file.badJson", values);
    }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCodebook = (value) => isObject(value) && (Array.isArray(value.coding_levels) || Array.isArray(value.types) || Array.isArray(value.codes)) && !Array.isArray(value.feedback_records);

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
        if (this.cells > maxCells) throw new FileProblem("file.tooLarge");
        for (let at = 0; at < row.length; at += 1) row[at] ??= "";
        this.rows.push(row);
        this.numbers.push(number);
    }

    set(object, prefix, row, depth) {
        for (const [name, value] of Object.entries(object)) {
            const own = prefix + name;
            if (value === null || value === undefined || value === "") continue;
            if (Array.isArray(value)) {
                if (value.some((item) => typeof item === "object" && item !== null)) this.nested.add(own);
                else if (value.some((item) => item !== null)) this.setCell(own, value.filter((item) => item !== null).join(","), row);
            } else if (isObject(value)) {
                if (depth === maxDepth) this.nested.add(own);
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

/** A value of JSON or YAML as rows. */
export function readValue(value) {
    if (isCodebook(value)) throw new FileProblem("file.codebook");
    const list = recordsOf(value);
    if (!list) throw new FileProblem("file.noRecords");
    const table = new ObjectRows("record");
    for (const [at, item] of list.entries()) table.add(item, at + 1);
    return table.table;
}

/** Lines with an object each. */
export function readJsonLines(text) {
    const table = new ObjectRows("line");
    for (const [at, line] of text.split("\n").entries()) if (line.trim()) table.add(parse(line, { row: at + 1 }), at + 1);
    return table.table;
}

export const readJson = (text) => readValue(parse(text, {}));

/** "json", "jsonl" or null, by the first signs of a text. */
export function jsonFormat(text) {
    const start = text.slice(0, 100_000).trimStart();
    if (start.startsWith("[")) return /^\[\s*(?:[{\]]|$)/.test(start) ? "json" : null;
    if (!/^\{\s*["}]/.test(start)) return null;
    const [first, second = ""] = start.split(/\r?\n/, 2);
    return first.trimEnd().endsWith("}") && (second ? second.startsWith("{") : !first.includes("[")) ? "jsonl" : "json";
}
