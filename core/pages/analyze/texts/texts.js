// The texts of the page in the languages of the labels (docs/reference/output.md#labels).
// Each stands in the file of its topic, on one line or on a line for each language.
import { hasRight, isolated } from "../../shared/direction.js";
import codes from "./codes.js";
import job from "./job.js";
import page from "./page.js";
import personal from "./personal.js";
import projects from "./projects.js";
import reader from "./reader.js";
import reports from "./reports.js";
import request from "./request.js";
import result from "./result.js";
import themes from "./themes.js";

/** Each key has its text in all languages: {en, fr, …}, or there the forms of a plural. */
const texts = { ...page, ...reader, ...request, ...job, ...result, ...codes, ...personal, ...themes, ...projects, ...reports };

/** The names of the languages, each in itself. */
export const languages = { en: "English", fr: "Français", es: "Español", ar: "العربية", ru: "Русский", nl: "Nederlands", uk: "Українська" };

const preferred = (navigator.languages ?? []).map((name) => name.slice(0, 2)).find((name) => name in languages);
let current = sessionStorage.getItem("language") ?? preferred ?? "en";
if (!(current in languages)) current = "en";

export const language = () => current;

/** The locale for Intl. Digits are always 0 to 9, as in the file and in the answer. */
export const locale = () => `${current}-u-nu-latn`;

/** The direction of a language, by default that of the page. */
export const direction = (name = current) => (name === "ar" ? "rtl" : "ltr");

/** Changes the language for this tab. The caller shows the page again. */
export function setLanguage(name) {
    current = name;
    sessionStorage.setItem("language", name);
}

/** A name of a file, a value or another text as a part of a sentence: isolated where it could change the order of the sentence. */
export const inSentence = (value) => (value && (direction() === "rtl" || hasRight(value)) ? isolated(value) : value);

const shown = (value) => (typeof value === "number" ? new Intl.NumberFormat(locale()).format(value) : inSentence(String(value)));

/** The form of a text for `values.count`, if it has several: {one, few, many, other}. */
function form(entry, { count = 0 }) {
    if (typeof entry !== "object") return entry;
    return entry[new Intl.PluralRules(current).select(count)] ?? entry.other;
}

/** Whether there is a text for a key. */
export const has = (key) => key in texts;

/** The text of a key in the current language. `{name}` in it becomes `values.name`; numbers are formatted. */
export function text(key, values = {}) {
    const entry = texts[key];
    if (entry === undefined) throw new Error(`no text for ${key}`);
    return form(entry[current], values).replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));
}
