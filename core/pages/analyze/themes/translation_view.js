// The choice of a language beside the themes, and their titles in it.
import { button, element } from "../../shared/dom.js";
import { ServerWork } from "../job/server_work.js";
import { hint } from "../result/parts.js";
import { select } from "../steps/fields.js";
import { language as pageLanguage, text } from "../texts/texts.js";
import { languageName, offered, translated } from "./translation.js";

const focusOnLanguage = () => document.getElementById("translate-language")?.focus();

/** The choice of a language, and the translation that is being made, which goes on while the themes are shown again. `editor`: that of the list (editor.js). */
export class Translating {
    constructor(editor) {
        Object.assign(this, { editor, view: null, language: null, choice: [] });
        this.work = new ServerWork({
            words: { run: "translate.start", cancel: "translate.cancel", busy: "translate.running" }, attributes: { start: { class: "small-button", id: "translate-start" }, cancel: { class: "small-button" } },
            run: (signal) => this.run(signal), changed: (isBusy) => { for (const control of this.choice) control.disabled = isBusy; },
        });
    }

    /** The person leaves, or the list is another. */
    reset() {
        this.work.leave();
        Object.assign(this, { view: null, language: null, choice: [] }); // the view holds the records
    }

    show(view) {
        if (!view.edits) return [];
        this.view = view;
        this.language ??= view.translation?.language ?? offered.find((code) => code !== pageLanguage());
        const names = offered.map((code) => [code, languageName(code)]).sort(([, left], [, right]) => left.localeCompare(right));
        const { isBusy } = this.work;
        const drop = button(text("translate.drop"), () => this.put(null, { key: "translate.didDrop", values: {} }), { class: "small-button", disabled: isBusy, hidden: !view.translation });
        const language = select("translate-language", names, this.language, (code) => { this.language = code; });
        language.disabled = isBusy;
        this.choice = [language, drop];
        const { buttons, status, alert } = this.work.show();
        buttons[0].disabled = this.editor.isBusy;
        const missing = view.translation?.missing(view.edits.history.present.themes) ?? 0;
        return [element("div", { class: "translate" }, element("p", { class: "choices-line" }, element("span", { class: "choice" }, element("label", { for: "translate-language" }, text("translate.label")), language), ...buttons, drop),
            hint(text("translate.hint")), status, ...(missing ? [element("p", { role: "status", class: "muted" }, text("translate.missing", { count: missing }))] : []), alert)];
    }

    async run(signal) {
        const { view: { edits, request }, language } = this;
        const made = await translated(edits.history.present.themes, language, { anonymize: request?.anonymize ?? true, signal });
        return () => this.put(made, { key: "translate.did", values: { code: language } });
    }

    put(translation, action) {
        this.editor.putTranslation(translation, action, focusOnLanguage);
    }
}

/** A text in the language of the translation; nothing without one. */
const inLanguage = (view, content) => (content ? [element("bdi", { lang: view.translation.language }, content)] : []);

/** A column of the titles in the other language; none without a translation. */
export const translationColumns = (view) => (view.translation ? [{ title: text("translate.title", { language: view.translation.name }), cell: (theme) => element("span", {}, ...inLanguage(view, view.translation.title(theme))) }] : []);

/** Title and definition in the other language, as a paragraph below the original. */
export function translatedTexts(view, theme) {
    const own = view.translation?.of(theme);
    if (!own) return [];
    return [element("p", { class: "translated" }, element("span", { class: "mark" }, text("translate.title", { language: view.translation.name })), " ",
        element("strong", {}, ...inLanguage(view, own.title)), ...(own.definition ? [" · ", ...inLanguage(view, own.definition)] : []))];
}

/** The title of a sub-theme in the other language, in brackets. */
export function translatedTitle(view, theme) {
    const title = view.translation?.title(theme);
    return title ? [" (", ...inLanguage(view, title), ")"] : [];
}
