// Bytes of a file as rows, whatever its format.
import { readCsv } from "./csv.js";
import { decode } from "./encoding.js";
import { jsonFormat, readJson, readJsonLines, readYaml } from "./json.js";
import { FileProblem } from "./problems.js";
import { formats, limits, refused } from "./rules.js";
import { foreignArchive, readSheet, readWorkbook } from "./xlsx.js";
import { roleByName } from "./guess.js";

const startsWith = (bytes, start) => [...start].every((character, at) => bytes[at] === character.charCodeAt(0));

/** Projects and annotations of programs for coding, as text. */
function requireTable(text) {
    const start = text.slice(0, 2000).trimStart();
    if (/^#FORMAT=WebAnno/.test(start) || /<xmi:XMI|xmlns:cas=/.test(start)) throw new FileProblem("file.annotations");
    if (/<(Project|CodeBook)\b[^>]*urn:QDA-XML/.test(start)) throw new FileProblem("file.project");
    if (/^<(\?xml|!doctype html|html)\b/i.test(start)) throw new FileProblem("file.noTable");
}

/** The format by the name of a file, else by the first signs of its text. */
function formatOf(text, name) {
    const [, ending] = /\.(\w+)$/.exec(name.toLowerCase()) ?? [];
    const named = Object.hasOwn(formats, ending) ? formats[ending] : undefined;
    if (named && named !== "json") return named;
    return jsonFormat(text) ?? named ?? (!ending && /^(---\r?\n|- )/.test(text) ? "yaml" : "csv");
}

function readText(text, encoding, { name = "", format = null, delimiter = "" }) {
    if (text.slice(0, 4000).includes("\0")) throw new FileProblem("file.noTable");
    if (!text.trim()) throw new FileProblem("file.empty");
    requireTable(text);
    const readers = { json: readJson, jsonl: readJsonLines, yaml: readYaml, csv: () => readCsv(text, delimiter) };
    return { ...readers[format ?? formatOf(text, name)](text), encoding };
}

/**
 * Reads {name, format, encoding, delimiter, sheetName}: {rows, numbers, names (or absent), placeWord, brokenQuotes, notes, sheets, sheetName, encoding,
 * delimiter}. Throws a FileProblem.
 */
export function readBytes(bytes, options = {}) {
    if (!bytes.length) throw new FileProblem("file.empty");
    if (bytes.length > limits.file) throw new FileProblem("file.tooLarge");
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

/** Cells that were copied from a spreadsheet are separated by tabs. */
const isTable = (lines) => lines.length > 1 && lines.slice(0, 20).every((line) => line.includes("\t"));

/** Separated values begin with names of columns. */
function isCsv(text) {
    const { rows: [first = []] } = readCsv(text.slice(0, 2000));
    return first.length > 1 && first.filter((name) => roleByName(name)).length > 1;
}

/** Returns what readCsv returns, and `hasHeader`. */
export function readPasted(text) {
    const lines = text.trim().split(/\r?\n/).filter((line) => line.trim());
    if (isTable(lines)) return { ...readCsv(text.trim(), "\t"), hasHeader: null };
    if (isCsv(text.trim())) return { ...readCsv(text.trim()), hasHeader: true };
    const paragraphs = text.trim().split(/\r?\n\s*\r?\n/).map((part) => part.trim()).filter(Boolean);
    const texts = paragraphs.length > 1 ? paragraphs : lines;
    return { rows: texts.map((part) => [part.trim()]), numbers: texts.map((_, at) => at + 1), delimiter: null, brokenQuotes: [], hasHeader: false };
}
