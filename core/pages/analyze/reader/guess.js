// Guesses what the columns of a table hold, from their names and values.
import { orderOfDates, readDate } from "./dates.js";
import { blindColumn, codeLevels, limits, namePatterns, personalColumns, toolColumns, toolState, usefulGroups, usualColumns } from "./rules.js";

/** A name without the groups of its form: `person/age` is `age`. */
const ownName = (name) => name.split("/").at(-1);
const simple = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}\p{M}°º]/gu, "");
const spaced = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_\-.:/]+/g, " ").trim();

/** The role that a name of a column suggests, or null. */
export function roleByName(name) {
    if (name === blindColumn) return null;
    const plain = ownName(name).replace(/[_\-.]+/g, " ").trim();
    return Object.keys(usualColumns).find((role) => usualColumns[role].includes(simple(ownName(name))))
        ?? Object.keys(namePatterns).find((role) => namePatterns[role].test(plain)) ?? null;
}

/** Whether a name of a column suggests people, phone numbers, positions or devices: such a column is never proposed to be sent. */
const isPersonal = (name) => personalColumns.test(spaced(name)) || personalColumns.test(spaced(ownName(name)));

/** How well a name fits a role, from 0 to 3: names of tools, usual names by their order, other names. */
function fit(name, role) {
    const places = [simple(name), simple(ownName(name))];
    const place = (list) => Math.max(...places.map((own) => (list.includes(own) ? 1 - list.indexOf(own) / list.length : 0)));
    const tool = place(toolColumns[role] ?? []);
    if (tool && (toolState.test(name) || toolState.test(ownName(name)) || role === "date")) return 2 + tool;
    if (role === "id" && name === "_id") return 2.01;
    const usual = place(usualColumns[role] ?? []);
    return usual ? 1 + usual * 0.9 : roleByName(name) === role ? 0.5 : 0;
}

const share = (values, matches) => (values.length ? values.filter(matches).length / values.length : 0);
const averageLength = (values) => values.reduce((sum, value) => sum + value.length, 0) / (values.length || 1);
const isBinary = (value) => /^(0|1|true|false|yes|no)$/i.test(value);
const isMark = (value) => /^(0|1|true|false)$/i.test(value);
/** Names of choices, such as `food water_point`: words of letters and digits, at least one with an underscore. */
const isChoices = (value) => /^[\p{L}\p{N}_-]+( [\p{L}\p{N}_-]+)*$/u.test(value) && value.includes("_");
const machine = /^(https?:\/\/\S+|uuid:\S+|[0-9a-f]{8}-[0-9a-f]{4}-\S+|\{.*\}|-?\d+\.\d+( -?\d+(\.\d+)?){1,3})$/i;

/** Whether values mark one choice of a question: some tools write a column for each choice, but none for the question. */
const isChoiceOf = (names, question, values) => (names.includes(question) ? share(values, isBinary) === 1
    : names.filter((name) => name.startsWith(`${question}/`)).length > 1 && share(values, isMark) === 1);

/** Facts about the values of a column. */
function facts(names, at, values) {
    const name = names[at];
    const filled = values.filter(Boolean);
    const distinct = new Set(filled).size;
    const { order } = orderOfDates(filled);
    const parts = names.filter((other) => other.startsWith(`${name}/`)).length;
    const slash = name.lastIndexOf("/");
    return {
        at, name, values, named: roleByName(name), personal: isPersonal(name), tool: toolState.test(name) || toolState.test(ownName(name)), count: filled.length, distinct,
        length: averageLength(filled), dates: share(filled, (value) => readDate(value, order) !== ""), bare: share(filled, (value) => /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(value)),
        machine: share(filled, (value) => machine.test(value)), words: filled.reduce((sum, value) => sum + value.split(/\s+/).length, 0) / (filled.length || 1),
        choices: share(filled, isChoices) > 0.3 || (parts > 1 && share(filled, (value) => value.length < 400) === 1 && parts >= 2 && distinct < filled.length),
        choice: slash > 0 && isChoiceOf(names, name.slice(0, slash), filled),
    };
}

/** The column with the highest score above 0, or undefined. */
function best(columns, score) {
    let found;
    let highest = 0;
    for (const column of columns) {
        const own = score(column);
        if (own > highest) [found, highest] = [column, own];
    }
    return found;
}

// Prose: long texts of several words that differ. A usual name counts as much as 200 characters, unless the values are those of choices.
function textScore({ name, named, length, words, bare, dates, machine: codes, choices, choice, personal, tool, distinct, count }) {
    if (bare > 0.5 || dates > 0.5 || codes > 0.5 || choices || choice || tool) return 0;
    const few = count >= 20 && distinct <= count / 10; // answers of a list
    if (personal && named !== "text") return 0;
    return (length + Math.min(words, 50)) * (few ? 0.2 : 1) + (named === "text" && !few ? 200 * Math.max(1, fit(name, "text")) : 0) + (fit(name, "text") >= 1 ? 100 : 0);
}
// Numbers alone are dates only in a column that is called so: they could be anything.
const dateScore = ({ name, named, dates, bare }) => (dates < 0.5 || (bare > 0.5 && named !== "date" && fit(name, "date") < 1) ? 0 : dates + 2 * fit(name, "date"));
/** Rows with the same id have the same text: a row for each code of a text. */
const isKeyOf = (ids, texts) => {
    const seen = new Map();
    return ids.every((id, row) => !id || (seen.has(id) ? seen.get(id) === texts[row] : seen.set(id, texts[row])));
};
/** A column with another name is the id if all its values are a short word and a number, such as `F-17`. */
const numbered = /^\p{L}{1,10}[-_/ ]?\d{1,12}$/u;
function idScore({ name, personal, tool, count, distinct, length, values, dates, bare }, text, hasToolId) {
    const looks = count > 1 && distinct === count && values.every((value) => !value || numbered.test(value));
    const fits = fit(name, "id") || (looks ? 0.3 : 0);
    if (!fits || (hasToolId && fits < 2) || (personal && !tool) || length > 64 || (dates > 0.5 && bare <= 0.5)) return 0; // numbers alone can be read as days
    return distinct >= 0.9 * count || (text && distinct > 1 && isKeyOf(values, text.values)) ? fits : 0;
}
const isCodes = ({ named, distinct, count, length, choice, tool, dates }) => named === "codes" && !tool && !choice && count > 0 && length < 80 && dates < 0.5 && distinct <= Math.max(20, count / 2);
const isGroup = ({ distinct, count, length, dates, choice, choices, tool, machine: codes }) => distinct > 1 && distinct <= 50 && distinct <= count / 2 && length < 40 && dates < 0.5 && codes < 0.5 && !choice && !choices && !tool;
/** How useful a group is: known names first, then few values. */
const groupRank = ({ name, distinct }) => {
    const known = usefulGroups.findIndex((pattern) => pattern.test(spaced(ownName(name))) || pattern.test(ownName(name)));
    return (known < 0 ? 100 : known) * 100 + distinct;
};

/**
 * The role of each column. `names`: of all columns; `rows`: cells of the first rows; `chosen`: columns that a person chose, by role, such
 * as {text: [2], date: []}.
 */
export function guessRoles(names, rows, chosen = {}) {
    const sample = rows.slice(0, limits.sampleRows);
    const columns = names.map((_, at) => facts(names, at, sample.map((row) => (row[at] ?? "").trim())));
    const found = names.map((_, at) => Object.keys(chosen).find((role) => chosen[role].includes(at)) ?? "none");
    const free = () => columns.filter(({ at, count }) => found[at] === "none" && count);
    const assign = (role, score) => {
        const column = chosen[role] ? undefined : best(free(), score);
        if (column) found[column.at] = role;
        return column;
    };
    assign("date", dateScore);
    assign("url", ({ named }) => (named === "url" ? 1 : 0));
    const likelyText = chosen.text ? columns[chosen.text[0]] : best(free(), textScore);
    const hasToolId = columns.some(({ name, count }) => count && fit(name, "id") >= 2);
    assign("id", (column) => (column === likelyText ? 0 : idScore(column, likelyText, hasToolId)));
    assign("text", textScore);
    if (!chosen.codes) for (const column of free()) if (isCodes(column) && !column.personal && found.filter((role) => role === "codes").length < limits.codes) found[column.at] = "codes";
    const asked = ({ name, named }) => hasToolId && named === "id" && !fit(name, "date"); // a question for an id: a card, a phone
    const groups = free().filter((column) => isGroup(column) && !column.personal && !asked(column));
    for (const { at } of groups.sort((left, right) => groupRank(left) - groupRank(right)).slice(0, limits.groups)) found[at] = "group";
    return found;
}

/** A column that is called like a date and has values of which no date was made: {name, dates, count}, or null. */
export function unreadDate(names, rows, roles) {
    if (roles.includes("date")) return null;
    const sample = rows.slice(0, limits.sampleRows);
    for (const [at, name] of names.entries()) {
        const values = sample.map((row) => (row[at] ?? "").trim()).filter(Boolean);
        if (values.length && fit(name, "date") >= 1) return { name, dates: values.filter((value) => readDate(value)).length, count: values.length };
    }
    return null;
}

/** The column whose name is that of ids, or -1. */
export const idByName = (names) => best(names.map((name, at) => ({ name, at })), ({ name }) => Math.max(0, fit(name, "id") - 0.9))?.at ?? -1;

/** The columns with a role, in their order; codes from the broadest level, if all of their names tell it. */
export function columnsOf(names, roles, role) {
    const columns = roles.flatMap((own, at) => (own === role ? [at] : []));
    if (role !== "codes") return columns;
    const level = (at) => codeLevels.findIndex((known) => known.includes(simple(ownName(names[at]))));
    return columns.some((at) => level(at) < 0) ? columns : columns.sort((left, right) => level(left) - level(right));
}

/** Whether a row holds names of columns: short, different texts without dates and numbers. */
export function isHeader(row) {
    const filled = row.map((cell) => cell.trim()).filter(Boolean);
    if (filled.some(roleByName) && filled.every((cell) => cell.length < 250)) return true;
    return filled.length > 1 && new Set(filled).size === filled.length && filled.every((cell) => cell.length < 120 && !/^[\d.,/:-]+$/.test(cell) && !readDate(cell));
}

/** What separates several codes in a cell: ";", "|", "," or "" for one code. A comma counts only if it leads to fewer codes. */
export function guessSeparator(values) {
    for (const separator of [";", "|"]) if (share(values, (value) => value.includes(separator)) > 0.02) return separator;
    const parts = values.flatMap((value) => value.split(",")).map((part) => part.trim());
    return share(values, (value) => value.includes(",")) > 0.02 && new Set(parts).size < new Set(values).size ? "," : "";
}
