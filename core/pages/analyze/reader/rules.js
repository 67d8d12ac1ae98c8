// The rules by which files are read: rules.json, with its patterns as regular expressions. Letters match in both cases, unless tools write them.
import rules from "./rules.json" with { type: "json" };

/** `roles`: what a column can be; `text` and `group` may be several columns, `codes` three. `blindColumn`: of a corrected file, says whether its codes were chosen without sight of suggestions. */
export const { blindColumn, codeLevels, delimiters, encodings, formats, limits, recordLists, refused, roles, toolColumns, usualColumns } = rules;

const pattern = (text, flags = "i") => new RegExp(text, flags);
const patterns = (texts, flagsOf = () => "i") => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, pattern(text, flagsOf(text))]));

/** The engine of the command finds no back-reference with the flag "u", which classes of letters need. */
export const dateForms = patterns(rules.dates, (text) => (text.includes("\\p{") ? "u" : ""));
export const namePatterns = patterns(rules.namePatterns);
export const { answerHeads, hashtag, importId, totalWords } = patterns(rules.rows);
export const personalColumns = pattern(Object.values(rules.personalColumns).join("|"));
export const toolState = pattern(Object.values(rules.toolState).join("|"), "");
export const usefulGroups = rules.usefulGroups.map((text) => pattern(text));
export const entities = new Map(Object.entries(rules.entities));

/** Numbers of months by their names. A comma ends a month; a name of several words is one, too. */
export const months = new Map(Object.values(rules.months).flatMap((year) => year.split(", ").flatMap((names, at) => [names, ...names.split(" ")].map((name) => [name, at + 1]))));

const frameworkColumns = new Map(Object.entries(rules.frameworkColumns).flatMap(([column, names]) => names.map((name) => [name, column])));

/** The column of a coding framework, by letters and digits of its name. */
export const frameworkColumn = (name) => frameworkColumns.get(name.toLowerCase().replace(/[^a-z0-9]/g, ""));
