// Titles and definitions of themes in another language, made by a model on request and shown beside the originals.
//
// A translation is {language, entries: [{id, of, title, definition}]}; `of` holds the texts that were translated, so that a theme whose
// texts change has none.
import { json } from "../../shared/api.js";
import { post } from "../job/api.js";
import { locale } from "../texts/texts.js";
import { EditProblem, requestThemes } from "./theme_edits.js";

/** ISO 639 codes that the page offers; the server knows more. */
export const offered = ["en", "fr", "es", "ar", "ru", "uk", "nl", "am", "bn", "de", "el", "fa", "fil", "ha", "hi", "ht", "id", "it", "km", "ku", "ln", "mg", "my", "ne", "pl", "ps", "pt", "rn", "ro", "rw", "so", "sw", "ta", "th", "ti", "tr", "ur", "vi", "zh"];

/** The name of a language in that of the page. */
export const languageName = (code) => new Intl.DisplayNames([locale()], { type: "language" }).of(code);

const flat = (themes) => themes.flatMap((theme) => [theme, ...(theme.sub_themes ?? [])]);
const textsOf = ({ title, definition = "" }) => JSON.stringify([title, definition]);

/** The translations of those originals that have one, by their ids. */
function entriesOf(originals, translations) {
    const byId = new Map(flat(translations).map((entry) => [entry.id, entry]));
    return flat(originals).filter(({ id }) => byId.has(id)).map((theme) => ({ id: theme.id, of: textsOf(theme), title: byId.get(theme.id).title, definition: byId.get(theme.id).definition ?? "" }));
}

/** Asks a model for a translation of the list (theme_edits.js). No record is sent. Throws RequestError. */
export async function translated(list, language, { anonymize, signal }) {
    const texts = ({ id, title, definition }) => ({ id, title, definition });
    const themes = requestThemes(list).map((theme) => ({ ...texts(theme), sub_themes: theme.sub_themes.map(texts) }));
    const answer = await json(await post("/v1/translate-themes", { themes, output_language: language, anonymize }, { signal }));
    return { language, entries: entriesOf(list, answer.themes) };
}

const isTranslated = ({ id, title, sub_themes: subThemes = [] }) => typeof id === "string" && typeof title === "string" && Array.isArray(subThemes) && subThemes.every(isTranslated);

/**
 * The translation in the text of a file: {language, themes, originals}. An answer of translate-themes has no originals (null), a result that
 * the page saved has them. Throws EditProblem.
 */
export function readTranslation(content, name) {
    try {
        const { translated_by_a_model: saved, edited_themes: edited, answer, ...whole } = JSON.parse(content);
        const { language, themes } = saved ?? whole;
        if (languageName(language) && themes.length && themes.every(isTranslated)) return { language, themes, originals: saved ? edited ?? answer.themes : null };
    } catch { /* another file */ }
    throw new EditProblem("translate.unreadable", { name });
}

/** A read translation for the themes of an answer. Where the file has no originals, the ids alone say what a text belongs to. */
export const translationOf = ({ language, themes, originals }, own) => new Translation({ language, entries: entriesOf(originals ?? own, themes) });

/** What views and files need of a translation. */
export class Translation {
    constructor({ language, entries }) {
        this.language = language;
        this.entries = new Map(entries.map((entry) => [entry.id, entry]));
    }

    /** {title, definition} of a theme or sub-theme; null without one. */
    of(theme) {
        const entry = this.entries.get(theme.id);
        return entry?.of === textsOf(theme) ? entry : null;
    }

    title(theme) {
        return this.of(theme)?.title ?? "";
    }

    definition(theme) {
        return this.of(theme)?.definition ?? "";
    }

    /** The number of themes and sub-themes without a translation. */
    missing(themes) {
        return flat(themes).filter((theme) => !this.of(theme)).length;
    }

    /** The translation as a file holds it: {language, themes: [{id, title, definition, sub_themes}]}. */
    ofThemes(themes) {
        const own = (theme) => ({ id: theme.id, title: this.title(theme), definition: this.definition(theme) });
        return { language: this.language, themes: themes.map((theme) => ({ ...own(theme), sub_themes: (theme.sub_themes ?? []).map(own) })) };
    }

    get name() {
        return languageName(this.language);
    }
}
