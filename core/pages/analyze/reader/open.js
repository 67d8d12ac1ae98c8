// Bytes of a file as rows, whatever its format.
import { readCsv } from "./csv.js";
import { decode } from "./encoding.js";
import { jsonFormat, readJson, readJsonLines } from "./json.js";
import { FileProblem } from "./problems.js";
import { foreignArchive, readSheet, readWorkbook } from "./xlsx.js";

const startsWith = (bytes, start) => [...start].every((character, at) => bytes[at] === character.charCodeAt(0));

/** Files that people take for tables, by their first bytes, and the key of the text that names the way out. */
const refused = [["\xd0\xcf\x11\xe0", "file.oldExcel"], ["%PDF", "file.pdf"], ["\x1f\x8b", "file.compressed"], ["SQLite format 3", "file.database"]];

/** Projects and annotations of programs for coding, as text. */
function requireTable(text) {
    const start = text.slice(0, 2000).trimStart();
    if (/^#FORMAT=WebAnno/.test(start) || /<xmi:XMI|xmlns:cas=/.test(start)) throw new FileProblem("file.annotations");
    if (/<(Project|CodeBook)\b[^>]*urn:QDA-XML/.test(start)) throw new FileProblem("file.project");
    if (/^<(\?xml|!doctype html|html)\b/i.test(start)) throw new FileProblem("file.noTable");
}

const ending = (name) => /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? "";
const jsonNames = { json: "json", geojson: "json", jsonl: "jsonl", ndjson: "jsonl" };

function readText(text, encoding, { name = "", format = null, delimiter = "" }) {
    if (text.slice(0, 4000).includes("\0")) throw new FileProblem("file.noTable");
    if (!text.trim()) throw new FileProblem("file.empty");
    requireTable(text);
    const named = jsonNames[ending(name)];
    const found = jsonFormat(text);
    const chosen = format ?? (named === "jsonl" ? named : named ? found ?? named : ["csv", "tsv", "txt"].includes(ending(name)) ? "csv" : found ?? "csv");
    if (chosen === "json") return { ...readJson(text), encoding };
    if (chosen === "jsonl") return { ...readJsonLines(text), encoding };
    return { ...readCsv(text, delimiter), encoding };
}

/**
 * Reads {name, format, encoding, delimiter, sheetName}: {rows, numbers, names (or absent), placeWord, brokenQuotes, notes, sheets, sheetName, encoding,
 * delimiter}. Throws a FileProblem.
 */
export function readBytes(bytes, options = {}) {
    if (!bytes.length) throw new FileProblem("file.empty");
    for (const [start, key] of refused) if (startsWith(bytes, start)) throw new FileProblem(key);
    if (startsWith(bytes, "PK\x03\x04")) {
        const foreign = foreignArchive(bytes);
        if (foreign) throw new FileProblem(foreign);
        const { sheets, from1904 } = readWorkbook(bytes);
        const chosen = options.sheetName ? sheets.find(({ name }) => name === options.sheetName) : sheets[0];
        if (!chosen) throw new FileProblem("file.noSheet", { sheet: options.sheetName, sheets: sheets.map(({ name }) => name).join(", ") });
        return { ...readSheet(bytes, { ...chosen, from1904 }), sheets: sheets.map(({ name }) => name), sheetName: chosen.name };
    }
    const { text, encoding } = decode(bytes, options.encoding || null);
    return readText(text, encoding, options);
}
