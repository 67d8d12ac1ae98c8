// A list of themes that people change: pure functions that return another list, and a history that goes back exactly.
//
// A theme is {id, title, definition, inclusion, exclusion, examples, sub_themes, record_ids, omitted, counted, sources, isNew}:
// - record_ids: those of the last count, joined or divided by edits; null: not counted yet. `omitted`: how many ids the answer left out.
//   What would follow from ids that were left out is not counted either: null, with `omitted`
// - counted: the id of the theme of the answer that has exactly these records; null: they were computed here
// - sources: the themes of the answer that these records come from
// A sub-theme has id, title, definition, record_ids, omitted and counted.
import { Problem } from "../reader/problems.js";

/** docs/reference/operations/analyze-bulk.md#themes-of-the-request; lengths in characters. */
export const limits = { themes: 100, subThemes: 20, examples: 5, id: 64, title: 120, text: 300 };

export const lengthOf = (text) => [...text].length;
const oneLine = (text) => text.replace(/\s+/g, " ").trim();

/** At most `most` characters, an ellipsis included. */
export const cut = (text, most) => (lengthOf(text) <= most ? text : `${[...text].slice(0, most - 1).join("")}…`);

/** An edit that the list does not allow. `key` names the text that says why, `field` the text of the theme that is wrong. */
export class EditProblem extends Problem {
    constructor(key, values = {}, field = null) {
        super(key, values);
        this.field = field;
    }
}

const subThemeOf = ({ id, title, definition = "", record_ids = null, record_ids_omitted = 0 }) =>
    ({ id, title, definition, record_ids, omitted: record_ids_omitted, counted: record_ids && id });

/** A theme of an answer, or of a request. */
export const themeOf = ({ id, title, definition = "", inclusion = "", exclusion, examples, sub_themes = [], record_ids = null, record_ids_omitted = 0, new: isNew = false }) => ({
    id, title, definition, inclusion, exclusion: exclusion ?? "", examples: examples ?? [], sub_themes: sub_themes.map(subThemeOf),
    record_ids, omitted: record_ids_omitted, counted: record_ids && id, sources: record_ids ? [id] : [], isNew,
});

/** The themes of an answer. */
export const themesOf = ({ themes = [] }) => themes.map(themeOf);

/** The list as a request has it. */
export const requestThemes = (list) => list.map(({ id, title, definition, inclusion, exclusion, examples, sub_themes }) => ({
    id, title, definition, inclusion, exclusion, examples, sub_themes: sub_themes.map((sub) => ({ id: sub.id, title: sub.title, definition: sub.definition })),
}));

const union = (...lists) => [...new Set(lists.flat())];
const without = (ids, others) => {
    const left = new Set(others);
    return ids.filter((id) => !left.has(id));
};

/** The records of several themes together; null if none is counted. */
const unionOf = (themes) => (themes.some(({ record_ids }) => record_ids) ? union(...themes.map(({ record_ids }) => record_ids ?? [])) : null);

/** The theme with an id, or the sub-theme and the theme that holds it: {theme, subTheme}. */
export function find(list, id) {
    for (const theme of list) {
        if (theme.id === id) return { theme, subTheme: null };
        const subTheme = theme.sub_themes.find((sub) => sub.id === id);
        if (subTheme) return { theme, subTheme };
    }
    return { theme: null, subTheme: null };
}

const inserted = (list, at, ...others) => [...list.slice(0, at), ...others, ...list.slice(at)];
const replaced = (list, id, ...others) => list.flatMap((theme) => (theme.id === id ? others : [theme]));

/** An id that neither themes nor sub-themes have: T and a number. */
export function freeId(list, taken = []) {
    const ids = new Set([...taken, ...list.flatMap(({ id, sub_themes }) => [id, ...sub_themes.map((sub) => sub.id)])]);
    for (let number = list.length + 1; ; number += 1) if (!ids.has(`T${number}`)) return `T${number}`;
}

/** Titles count as equal as the server compares them: without surrounding space, in any case of ASCII letters. */
const normal = (title) => title.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function requireTitle(others, title) {
    if (!title.trim()) throw new EditProblem("edit.noTitle", {}, "title");
    if (lengthOf(title) > limits.title) throw new EditProblem("edit.tooLong", { count: limits.title }, "title");
    if (others.some((sibling) => normal(sibling.title) === normal(title))) throw new EditProblem("edit.sameTitle", {}, "title");
}

function requireTexts(texts) {
    for (const field of ["definition", "inclusion", "exclusion"])
        if (lengthOf(texts[field] ?? "") > limits.text) throw new EditProblem("edit.tooLong", { count: limits.text }, field);
    const examples = texts.examples ?? [];
    if (examples.length > limits.examples) throw new EditProblem("edit.tooManyExamples", { count: limits.examples }, "examples");
    if (examples.some((example) => lengthOf(example) > limits.text)) throw new EditProblem("edit.tooLong", { count: limits.text }, "examples");
}

/** Whether a list with `more` further themes is short enough. */
export function requireRoom(list, more = 1) {
    if (list.length + more > limits.themes) throw new EditProblem("edit.tooMany", { count: limits.themes });
}

/** The title with a number, if another theme has it. */
function ownTitle(others, title) {
    for (let number = 1; ; number += 1) {
        const numbered = number === 1 ? cut(title, limits.title) : `${cut(title, limits.title - 5)} (${number})`;
        if (!others.some((sibling) => normal(sibling.title) === normal(numbered))) return numbered;
    }
}

/** Changes texts of a theme or sub-theme: {title, definition, inclusion, exclusion, examples}; a sub-theme has the first two. */
export function change(list, id, texts) {
    const { theme, subTheme } = find(list, id);
    const siblings = subTheme ? theme.sub_themes : list;
    requireTitle(siblings.filter((sibling) => sibling.id !== id), texts.title);
    requireTexts(texts);
    if (!subTheme) return replaced(list, id, { ...theme, ...texts });
    const { title, definition } = texts;
    return replaced(list, theme.id, { ...theme, sub_themes: theme.sub_themes.map((sub) => (sub.id === id ? { ...sub, title, definition } : sub)) });
}

/** Adds a theme by hand, which is not counted yet. */
export function add(list, texts) {
    requireRoom(list);
    requireTitle(list, texts.title);
    requireTexts(texts);
    return [...list, themeOf({ ...texts, id: freeId(list) })];
}

/** Deletes a theme, or a sub-theme, whose records stay in its theme. */
export function remove(list, id) {
    const { theme, subTheme } = find(list, id);
    return subTheme ? replaced(list, theme.id, { ...theme, sub_themes: theme.sub_themes.filter((sub) => sub !== subTheme) }) : replaced(list, id);
}

/** Deletes several themes and sub-themes. Those of a deleted theme are gone with it. */
export const removeAll = (list, ids) => ids.reduce((rest, id) => (find(rest, id).theme ? remove(rest, id) : rest), list);

/** Texts with semicolons between, which the built-in model takes for phrases. Long ones are cut alike. */
function joined(texts) {
    const different = [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
    const whole = different.join("; ");
    const share = Math.floor((limits.text - 2 * (different.length - 1)) / different.length);
    return lengthOf(whole) <= limits.text ? whole : different.map((text) => cut(text, share)).join("; ");
}

/** Sub-themes of several themes; titles that occur twice get a number. */
const joinedSubThemes = (lists) => lists.flat().reduce((all, sub) => [...all, { ...sub, title: ownTitle(all, sub.title) }], []);

export function requireRoomWithin(subThemes) {
    if (subThemes.length > limits.subThemes) throw new EditProblem("edit.tooManySubThemes", { count: limits.subThemes });
}

/** The records of `target` with those of `others`. */
function withRecords(target, others) {
    const all = [target, ...others];
    const omitted = all.reduce((sum, theme) => sum + theme.omitted, 0);
    return { record_ids: omitted ? null : unionOf(all), omitted, counted: null, sources: union(...all.map(({ sources }) => sources)) };
}

/** Joins the theme `id` with the theme `target`, which keeps its title, and gets the criteria of both. */
export function merge(list, id, target) {
    const [from, into] = [find(list, id).theme, find(list, target).theme];
    const subThemes = joinedSubThemes([into.sub_themes, from.sub_themes]);
    requireRoomWithin(subThemes);
    const merged = {
        ...into, ...withRecords(into, [from]), sub_themes: subThemes, isNew: into.isNew && from.isNew,
        inclusion: joined([into.inclusion || into.definition, from.title, from.inclusion || from.definition]), exclusion: joined([into.exclusion, from.exclusion]),
        examples: union(into.examples, from.examples).slice(0, limits.examples),
    };
    return replaced(replaced(list, id), target, merged);
}

/** Takes a sub-theme out of its theme, with the records that no other sub-theme of it has. */
function lifted(theme, subTheme) {
    const rest = theme.sub_themes.filter((sub) => sub !== subTheme);
    const leaving = without(subTheme.record_ids ?? [], rest.flatMap(({ record_ids }) => record_ids ?? []));
    if (!theme.record_ids || !leaving.length) return { ...theme, sub_themes: rest };
    const omitted = [theme, subTheme, ...rest].reduce((sum, part) => sum + part.omitted, 0);
    return { ...theme, sub_themes: rest, record_ids: omitted ? null : without(theme.record_ids, leaving), omitted, counted: null };
}

/** A sub-theme or part as a theme. The records are those that it was counted with. */
function asTheme(part, { sources }) {
    const { record_ids, omitted } = part;
    return { ...themeOf(part), record_ids: omitted ? null : record_ids, omitted, counted: null, sources: record_ids ? sources : [] };
}

/**
 * Moves a theme, with its sub-themes beside it, or a sub-theme under the theme `target`. Null makes a sub-theme a theme of its own. A
 * sub-theme has neither criteria nor examples: those of a theme that becomes one are left out.
 */
export function move(list, id, target) {
    const { theme, subTheme } = find(list, id);
    const moved = subTheme ? asTheme(subTheme, theme) : theme;
    const rest = subTheme ? replaced(list, theme.id, lifted(theme, subTheme)) : replaced(list, id);
    if (target === null) {
        requireRoom(rest);
        const at = rest.findIndex(({ id: sibling }) => sibling === theme.id);
        return inserted(rest, at + 1, { ...moved, title: ownTitle(rest, moved.title) });
    }
    const into = find(rest, target).theme;
    const { record_ids, omitted, title, definition, counted } = subTheme ?? theme;
    const subThemes = joinedSubThemes([into.sub_themes, [{ id, title, definition, record_ids, omitted, counted }], moved.sub_themes]);
    requireRoomWithin(subThemes);
    return replaced(rest, target, { ...into, ...withRecords(into, [moved]), sub_themes: subThemes });
}

/**
 * Divides a theme: `parts` [{id (of a sub-theme) or null, title, definition, inclusion, record_ids, omitted}] become themes behind it. Its other records
 * stay in it; without any left it is gone.
 */
export function split(list, id, parts) {
    const { theme } = find(list, id);
    if (!parts.length) throw new EditProblem("edit.noParts");
    const taken = new Set(parts.map((part) => part.id));
    const left = theme.record_ids && without(theme.record_ids, parts.flatMap(({ record_ids }) => record_ids ?? []));
    const isWhole = left?.length === theme.record_ids?.length;
    const omitted = isWhole ? theme.omitted : [theme, ...parts].reduce((sum, part) => sum + part.omitted, 0);
    const rest = { ...theme, sub_themes: theme.sub_themes.filter((sub) => !taken.has(sub.id)), record_ids: omitted && !isWhole ? null : left, omitted, counted: isWhole ? theme.counted : null };
    const staying = left === null || left.length || omitted || rest.sub_themes.length ? [rest] : [];
    let others = replaced(list, id, ...staying);
    const made = [];
    for (const part of parts) {
        requireTitle([...others, ...made], part.title);
        made.push(asTheme({ ...part, id: part.id ?? freeId([...list, ...made]) }, theme));
    }
    const at = list.indexOf(theme);
    others = inserted(others, staying.length ? at + 1 : at, ...made);
    requireRoom(others, 0);
    return others;
}

/** The parts that the sub-themes of a theme are. */
export const partsOf = ({ sub_themes }) => sub_themes.map(({ id, title, definition, record_ids, omitted }) => ({ id, title, definition, inclusion: "", record_ids, omitted }));

/** A text of a record as it stands in quotation marks. */
const quotable = (content) => oneLine(content).replace(/[“”]/g, "'");
const example = (content) => cut(oneLine(content), limits.text);

/** Whether `quote` is the text of a record, or its beginning. */
const isQuoteOf = (quote, content) => (quote.endsWith("…") ? quotable(content).startsWith(quote.slice(0, -1)) : quotable(content) === quote);

const quoted = /(?:; )?“([^“”]*)”/g;
const withoutStart = (exclusion) => exclusion.replace(/^; /, "");

/** A record belongs to the theme: its text becomes an example, and is no longer excluded. The list itself if it is one already. */
export function include(list, id, content) {
    const { theme } = find(list, id);
    const isKnown = theme.examples.includes(example(content));
    const exclusion = withoutStart(theme.exclusion.replace(quoted, (whole, quote) => (isQuoteOf(quote, content) ? "" : whole)));
    if (isKnown && exclusion === theme.exclusion) return list;
    if (!isKnown && theme.examples.length >= limits.examples) throw new EditProblem("edit.tooManyExamples", { count: limits.examples });
    return replaced(list, id, { ...theme, exclusion, examples: union(theme.examples, [example(content)]) });
}

const leastExclusion = 20; // characters of a record that still say something

/** A record does not belong to the theme: its text, as far as there is room, is added in quotation marks to what the theme excludes. The list itself if it is there already. */
export function exclude(list, id, content) {
    const { theme } = find(list, id);
    const examples = without(theme.examples, [example(content)]);
    const isKnown = [...theme.exclusion.matchAll(quoted)].some(([, quote]) => isQuoteOf(quote, content));
    if (isKnown) return examples.length === theme.examples.length ? list : replaced(list, id, { ...theme, examples });
    const start = theme.exclusion ? `${theme.exclusion}; ` : "";
    const room = limits.text - lengthOf(start) - 2;
    if (room < leastExclusion) throw new EditProblem("edit.noRoom", { count: limits.text });
    return replaced(list, id, { ...theme, exclusion: `${start}“${cut(quotable(content), room)}”`, examples });
}

/** An exclusion without what stands in quotation marks. Marks that a cut left open reach to the end. */
function withoutQuotes(exclusion) {
    let depth = 0;
    const kept = [...exclusion].filter((character) => {
        if (character === "“") depth += 1;
        const isOutside = depth === 0;
        if (character === "”" && depth) depth -= 1;
        return isOutside;
    });
    return withoutStart(kept.join("").replace(/(?:; )+(?=; |$)/g, ""));
}

/** Themes of a list, a request or an answer without texts of records: examples, and what exclude() added. */
export const withoutTexts = (themes) => themes.map((theme) => ({ ...theme, ...(theme.examples && { examples: [] }), ...(theme.exclusion && { exclusion: withoutQuotes(theme.exclusion) }) }));

export const holdsTexts = (themes) => themes.some(({ examples, exclusion }) => examples?.length > 0 || exclusion?.includes("“"));

/** States that were reached one after the other. Each is kept as it was. */
export const begin = (present) => ({ past: [], present, future: [] });
export const commit = ({ past, present }, next) => ({ past: [...past, present], present: next, future: [] });
/** The state before the present one; the same history without any. */
export const undo = (history) => (history.past.length ? { past: history.past.slice(0, -1), present: history.past.at(-1), future: [history.present, ...history.future] } : history);
/** The state that undo() left; the same history without any. */
export const redo = (history) => (history.future.length ? { past: [...history.past, history.present], present: history.future[0], future: history.future.slice(1) } : history);
/** All states of a history, the oldest first. */
export const statesOf = ({ past, present, future }) => [...past, present, ...future];
