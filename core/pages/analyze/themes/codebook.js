// A list of themes as a file: JSON as a request has it, a table, a coding framework (docs/reference/operations/assign-codes.md), and a
// codebook for programs of coding (REFI-QDA 1.5, https://www.qdasoftware.org/wp-content/uploads/2019/09/REFI-QDA-1-5.pdf).
import { unguarded } from "../export/csv.js";
import { decode } from "../reader/encoding.js";
import { decodeEntities } from "../reader/markup.js";
import { readBytes } from "../reader/open.js";
import { parse } from "../reader/xlsx.js";
import { xml } from "../../shared/charts/svg.js";
import { EditProblem, find, freeId, limits, lengthOf, requestThemes, requireRoom, requireRoomWithin, themeOf } from "./theme_edits.js";

const columns = ["id", "title", "definition", "inclusion", "exclusion", "examples", "parent"];

export const codebookJson = (list) => `${JSON.stringify(requestThemes(list), null, 2)}\n`;

/** Rows for CSV and workbooks: a theme or sub-theme each. Examples stand one in a line; `parent` is the id of the theme of a sub-theme. */
export const codebookRows = (list) => [columns, ...list.flatMap(({ id, title, definition, inclusion, exclusion, examples, sub_themes }) => [
    [id, title, definition, inclusion, exclusion, examples.join("\n"), ""], ...sub_themes.map((sub) => [sub.id, sub.title, sub.definition, "", "", "", id]),
])];

const texts = (content) => (content ? [content] : []);

/** `coding_levels` of a request. */
export const codebookFramework = (list) => ({
    root_codes: list.map(({ id, title, definition, inclusion, exclusion, examples, sub_themes }) => ({
        id, name: title, description: definition, include: texts(inclusion), exclude: texts(exclusion), examples,
        children: sub_themes.map((sub) => ({ id: sub.id, name: sub.title, description: sub.definition })),
    })),
});

/** A GUID that is the same for the same text, so that a program which reads a codebook again finds its codes. FNV-1a, once for each part. */
export function guidOf(text) {
    const words = Array.from({ length: 4 }, (_, part) => {
        let value = (0x811c9dc5 ^ Math.imul(part + 1, 0x9e3779b1)) >>> 0;
        for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
        return value.toString(16).padStart(8, "0");
    }).join("");
    return `${words.slice(0, 8)}-${words.slice(8, 12)}-8${words.slice(13, 16)}-a${words.slice(17, 20)}-${words.slice(20)}`;
}

const description = (lines) => (lines.some(Boolean) ? `<Description>${xml(lines.filter(Boolean).join("\n"))}</Description>` : "");
/** Ids alone are the same in each analysis. */
const codeStart = ({ id, title, definition }) => `<Code guid="${guidOf(JSON.stringify([id, title, definition]))}" name="${xml(title)}" isCodable="true">`;

/** A .qdc file. `labels`: words for what a theme includes and excludes, and for an example: REFI-QDA has one description of a code. */
export const codebookQdc = (list, labels) => `<?xml version="1.0" encoding="utf-8"?>\n<CodeBook xmlns="urn:QDA-XML:codebook:1.0" origin="Verbatim"><Codes>${list.map((theme) => {
    const { definition, inclusion, exclusion, examples, sub_themes } = theme;
    const lines = [definition, inclusion && `${labels.inclusion} ${inclusion}`, exclusion && `${labels.exclusion} ${exclusion}`, ...examples.map((example) => `${labels.example} ${example}`)];
    return `${codeStart(theme)}${description(lines)}${sub_themes.map((sub) => `${codeStart(sub)}${description([sub.definition])}</Code>`).join("")}</Code>`;
}).join("")}</Codes></CodeBook>\n`;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const word = (value) => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "");
const textsOf = (value) => (Array.isArray(value) ? value.map(word).filter(Boolean) : texts(word(value)));

function fromRows([head = [], ...rows]) {
    const at = Object.fromEntries(columns.map((name) => [name, head.findIndex((title) => word(title).trim().toLowerCase() === name)]));
    if (at.title < 0) throw new EditProblem("codebook.noTitle");
    const cell = (row, name) => unguarded(word(row[at[name]] ?? ""));
    const all = rows.map((row) => Object.fromEntries(columns.map((name) => [name, cell(row, name)]))).filter((row) => columns.some((name) => row[name].trim()));
    const themes = all.filter(({ parent }) => !parent).map((row) => ({ ...row, examples: row.examples.split(/\r?\n/).filter(Boolean), sub_themes: [] }));
    requireRoom(themes, 0);
    for (const row of all.filter(({ parent }) => parent)) {
        const parent = themes.find(({ id, title }) => id === row.parent) ?? themes.find(({ title }) => title === row.parent);
        if (!parent) throw new EditProblem("codebook.noParent", { name: row.title, parent: row.parent });
        parent.sub_themes.push(row);
    }
    return themes;
}

/** Codes of the first two levels; deeper ones belong to the second. */
const fromFramework = (roots) => roots.filter(isObject).map(({ id, name, description: meaning, include, exclude, examples, children }) => ({
    id, title: name, definition: meaning, inclusion: textsOf(include).join("; "), exclusion: textsOf(exclude).join("; "), examples: textsOf(examples).slice(0, limits.examples),
    sub_themes: (Array.isArray(children) ? children : []).filter(isObject).map((child) => ({ id: child.id, title: child.name, definition: child.description })),
}));

/** The codes of a REFI-QDA codebook as those of a framework. */
function codesOf(xml) {
    const root = { children: [] };
    const open = [root];
    let isDescription = false;
    parse(xml, {
        open(name, attributes) {
            isDescription = name === "q:Description";
            if (name !== "q:Code") return;
            const code = { id: attributes().guid, name: decodeEntities(attributes().name ?? ""), description: "", children: [] };
            open.at(-1).children.push(code);
            open.push(code);
        },
        close(name) {
            isDescription = false;
            if (name === "q:Code") open.pop();
        },
        text(content) { if (isDescription) open.at(-1).description += content; },
    });
    if (!root.children.length) throw new EditProblem("codebook.unknown");
    return root.children;
}

/** A list, an answer or request with themes, a saved result, or a coding framework. */
function fromJson(value) {
    const framework = value?.coding_levels?.root_codes ?? value?.root_codes;
    if (Array.isArray(framework)) return fromFramework(framework);
    const themes = [value, value?.edited_themes, value?.themes, value?.answer?.themes].find(Array.isArray);
    if (!themes || !themes.every(isObject)) throw new EditProblem("codebook.unknown");
    return themes;
}

/** Entries with texts only, and with ids that differ, at most as many as a list may have. The server checks the rest when the list is sent. */
function finished(read) {
    requireRoom(read, 0);
    const themes = [];
    const idOf = (value) => {
        const id = word(value);
        return id && lengthOf(id) <= limits.id && !find(themes, id).theme ? id : freeId(themes, read.map((theme) => word(theme.id)));
    };
    for (const { id, title, definition, inclusion, exclusion, examples, sub_themes } of read) {
        const theme = { ...themeOf({ id: idOf(id), title: word(title), definition: word(definition), inclusion: word(inclusion), exclusion: word(exclusion), examples: textsOf(examples) }) };
        themes.push(theme);
        const subThemes = Array.isArray(sub_themes) ? sub_themes.filter(isObject) : [];
        requireRoomWithin(subThemes);
        for (const sub of subThemes)
            theme.sub_themes.push({ id: idOf(sub.id), title: word(sub.title), definition: word(sub.definition), record_ids: null, omitted: 0, counted: null });
    }
    if (!themes.length) throw new EditProblem("codebook.none");
    return themes;
}

export const largestCodebook = 4 * 1024 * 1024; // bytes: the largest list a request may have is smaller, also as a workbook

/** Themes without counts in the bytes of a file: JSON, CSV, a workbook or a REFI-QDA codebook. Throws EditProblem, or the FileProblem of the reader. */
export function readCodebook(bytes, name) {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return finished(fromRows(readBytes(bytes, { name }).rows));
    const { text } = decode(bytes);
    if (/^\s*</.test(text)) return finished(fromFramework(codesOf(text)));
    if (!/^\s*[[{]/.test(text)) return finished(fromRows(readBytes(bytes, { name, format: "csv" }).rows));
    let value;
    try {
        value = JSON.parse(text);
    } catch {
        throw new EditProblem("codebook.unknown");
    }
    return finished(fromJson(value));
}

const countsOf = ({ record_ids, omitted, counted }) => ({ record_ids, omitted, counted });
const same = ({ id, title }) => (other) => other.id === id && other.title === title;

/**
 * A read codebook in place of a list. Themes with the id and title of one of the list keep its records, whether the criteria are the same
 * or not: the page says that criteria changed. An id alone may be that of another analysis.
 */
export const withCounts = (read, list) => read.map((theme) => {
    const counted = list.find(same(theme));
    if (!counted) return theme;
    const { sources, isNew } = counted;
    const subThemes = theme.sub_themes.map((sub) => ({ ...sub, ...countsOf(counted.sub_themes.find(same(sub)) ?? sub) }));
    return { ...theme, ...countsOf(counted), sources, isNew, sub_themes: subThemes };
});
