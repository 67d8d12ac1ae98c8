// The texts of the page in the languages of the labels (docs/reference/output.md#labels).
import { hasRight, isolated } from "../../shared/direction.js";
import ar from "./ar.js";
import arResult from "./ar.result.js";
import en from "./en.js";
import enResult from "./en.result.js";
import es from "./es.js";
import esResult from "./es.result.js";
import fr from "./fr.js";
import frResult from "./fr.result.js";
import nl from "./nl.js";
import nlResult from "./nl.result.js";
import ru from "./ru.js";
import ruResult from "./ru.result.js";
import uk from "./uk.js";
import ukResult from "./uk.result.js";
import { dimensions } from "./dimensions.js";
import { editing } from "./editing.js";
import { growth } from "./growth.js";
import { listTools } from "./list_tools.js";
import { map } from "./map.js";
import { personal } from "./personal.js";
import { projects } from "./projects.js";
import { question } from "./question.js";
import { reports } from "./reports.js";

const own = { en: [en, enResult], fr: [fr, frResult], es: [es, esResult], ar: [ar, arResult], ru: [ru, ruResult], nl: [nl, nlResult], uk: [uk, ukResult] };
const byTopic = [personal, editing, dimensions, projects, growth, map, reports, question, listTools];

const texts = Object.fromEntries(Object.entries(own).map(([name, parts]) => [name, Object.assign({}, ...parts, ...byTopic.map((topic) => topic[name]))]));

/** The names of the languages, each in itself. */
export const languages = { en: "English", fr: "Français", es: "Español", ar: "العربية", ru: "Русский", nl: "Nederlands", uk: "Українська" };

const preferred = (navigator.languages ?? []).map((name) => name.slice(0, 2)).find((name) => name in texts);
let current = sessionStorage.getItem("language") ?? preferred ?? "en";
if (!(current in texts)) current = "en";

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
export const has = (key) => key in texts.en;

/** The text of a key in the current language. `{name}` in it becomes `values.name`; numbers are formatted. */
export function text(key, values = {}) {
    const entry = texts[current][key] ?? texts.en[key];
    if (entry === undefined) throw new Error(`no text for ${key}`);
    return form(entry, values).replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));
}
