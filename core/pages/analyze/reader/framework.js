// Coding frameworks in files, as `coding_levels` of a request: docs/reference/operations/assign-codes.md#framework-files.
import { readCsv } from "./csv.js";
import { decode } from "./encoding.js";
import { isObject, parseJson } from "./json.js";
import { wholeCharacters } from "./markup.js";
import { readBytes } from "./open.js";
import { FileProblem } from "./problems.js";
import { frameworkColumn } from "./rules.js";

const levels = ["type", "category", "code"];

const lists = ["aliases", "include", "exclude", "examples"];

/** A code without members that are empty; missing ids say where it stands. */
function finished({ id, name, children, ...texts }, level, position) {
    const filled = Object.fromEntries(["description", ...lists].filter((member) => texts[member]?.length).map((member) => [member, texts[member]]));
    return { id: id || `${levels[level]}${position}`, name, ...filled, ...(children.length && { children: children.map((child, at) => finished(child, level + 1, `${position}-${at}`)) }) };
}

const frameworkOf = (roots) => {
    if (!roots.length) throw new FileProblem("framework.none");
    return { root_codes: roots.map((root, at) => finished(root, 0, `-${at}`)) };
};

/** The lines of a cell without bullets, or those of a list of texts. */
const linesOf = (value) => (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string")
    .flatMap((item) => item.split("\n").map((line) => line.trim().replace(/^(- |\* |•)\s*/, "")).filter(Boolean));

/** Rows of a flat codebook, each with pairs of a column and a cell, as a tree. `numbers` are those that a person sees. */
function fromRows(rows, numbers) {
    const root = { children: [] };
    let path = ["", "", ""];
    for (const [at, row] of rows.entries()) {
        const cells = new Map();
        for (const [name, value] of row) {
            const lines = frameworkColumn(name) ? linesOf(value) : [];
            if (lines.length && !cells.has(frameworkColumn(name))) cells.set(frameworkColumn(name), lines);
        }
        const text = (column) => (cells.get(column) ?? []).join(" ");
        // A blank type or category repeats the one above, as merged cells are exported.
        for (const [level, name] of levels.map(text).entries())
            if (level === 2 || name) path = path.map((own, other) => (other === level ? name : other > level && name !== path[level] ? "" : own));
        if (!cells.size) continue;
        if (!path[0]) throw new FileProblem("framework.noType", { row: numbers[at] });
        let code = root;
        for (const [level, name] of path.entries()) {
            if (!name) continue;
            code.known ??= new Map();
            if (!code.known.has(name)) code.known.set(name, code.children[code.children.push({ name, children: [] }) - 1]);
            code = code.known.get(name);
            code.id ||= text(`${levels[level]}_id`);
            code.description ||= text(`${levels[level]}_description`);
        }
        code.description ||= text("description");
        for (const list of lists) code[list] = [...(code[list] ?? []), ...(cells.get(list) ?? [])];
    }
    return frameworkOf(root.children);
}

/** The older codebook: types, categories and codes. */
function fromTypes(parent, level = 0) {
    const list = parent[["types", "categories", "codes"][level]];
    if (level === 3 || (list ?? null) === null) return [];
    if (!Array.isArray(list)) throw new FileProblem("framework.noTable");
    return list.map((item) => {
        const first = (...names) => names.map((name) => item?.[name]).find((value) => typeof value === "string" && value) ?? "";
        if (!first("name")) throw new FileProblem("framework.noName");
        const texts = lists.map((name) => [name, [item[name] ?? []].flat().filter((value) => typeof value === "string")]);
        return {
            id: first(`${levels[level]}_id`, "code_id", "id"), name: first("name"), description: first(`${levels[level]}_description`, "code_description", "description"),
            ...Object.fromEntries(texts), children: fromTypes(item, level + 1),
        };
    });
}

function pairsOf(row, at) {
    if (!isObject(row)) throw new FileProblem("file.noObject", { row: at + 1 });
    return Object.entries(row);
}

function fromTable({ rows: [head = [], ...rows], numbers }) {
    if (!head.some((name) => frameworkColumn(name) === "type")) throw new FileProblem("framework.noTable");
    return fromRows(rows.map((row) => head.map((name, at) => [name, row[at] ?? ""])), numbers.slice(1));
}

function frameworkIn(bytes, name) {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return fromTable(readBytes(bytes, { name })); // a workbook
    const { text } = decode(bytes);
    if (!/^\s*[[{]/.test(text)) return fromTable(readCsv(text));
    const value = parseJson(text);
    if (Array.isArray(value)) return fromRows(value.map(pairsOf), value.map((_, at) => at + 1));
    const framework = value.coding_levels ?? value;
    if (Array.isArray(framework.types)) return frameworkOf(fromTypes(framework));
    if (!Array.isArray(framework.root_codes)) throw new FileProblem("framework.noTable");
    if (!framework.root_codes.length) throw new FileProblem("framework.none");
    return framework;
}

/** Reads a framework of any format. The server checks what a request may hold. Throws a FileProblem. */
export function readFramework(bytes, name) {
    return JSON.parse(JSON.stringify(frameworkIn(bytes, name)), (_, value) => (typeof value === "string" ? wholeCharacters(value) : value));
}
