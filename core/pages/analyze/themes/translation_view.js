// The choice of a language beside the themes, and their titles in it.
import { button, element } from "../../shared/dom.js";
import { RequestError } from "../../shared/api.js";
import { hint } from "../result/parts.js";
import { refuseKey } from "../steps/key.js";
import { describeProblem } from "../steps/problems.js";
import { language as pageLanguage, text } from "../texts/texts.js";
import { isCounting, putTranslation } from "./editor.js";
import { attempt, languageName, offered, translated } from "./translation.js";

const focusOn = (id) => document.getElementById(id)?.focus();

function problemOf(failure) {
    if (!(failure instanceof RequestError)) return text("problem.page");
    return failure.code === "translation_unavailable" ? text("translate.unavailable") : describeProblem(failure);
}

/** Asks for the translation. */
async function start(view) {
    const running = attempt.running = new AbortController();
    attempt.problem = "";
    attempt.show();
    focusOn("translate-cancel");
    try {
        const made = await translated(view.edits.history.present.themes, attempt.language, { anonymize: view.request?.anonymize ?? true, signal: running.signal });
        if (attempt.running !== running) return;
        attempt.running = null;
        putTranslation(made, { key: "translate.did", values: { code: made.language } }, () => focusOn("translate-language"));
    } catch (failure) {
        if (attempt.running !== running) return; // the person left
        attempt.running = null;
        const isRefused = failure.status === 401;
        if (!isRefused && failure.name !== "AbortError") attempt.problem = problemOf(failure);
        attempt.show(); // in another language, or after an edit
        if (isRefused) return refuseKey(failure); // moves the focus to the key
        focusOn("translate-start");
        if (!(failure instanceof RequestError) && failure.name !== "AbortError") throw failure;
    }
}

function drop() {
    putTranslation(null, { key: "translate.didDrop", values: {} }, () => focusOn("translate-language"));
}

/** The choice of a language, and what is known of the translation. */
export function translationTools(view) {
    if (!view.edits) return [];
    attempt.language ??= view.translation?.language ?? offered.find((code) => code !== pageLanguage());
    const place = element("div", { class: "translate" });
    attempt.show = () => {
        const isBusy = Boolean(attempt.running);
        const names = offered.map((code) => [code, languageName(code)]).sort(([, left], [, right]) => left.localeCompare(right));
        const select = element("select", { id: "translate-language", disabled: isBusy }, ...names.map(([code, name]) => element("option", { value: code, selected: code === attempt.language }, name)));
        select.addEventListener("change", () => { attempt.language = select.value; });
        const missing = view.translation?.missing(view.edits.history.present.themes) ?? 0;
        place.replaceChildren(
            element("p", { class: "choices-line" }, element("span", { class: "choice" }, element("label", { for: "translate-language" }, text("translate.label")), select),
                isBusy ? button(text("translate.cancel"), () => attempt.running?.abort(), { class: "small-button", id: "translate-cancel" })
                    : button(text("translate.start"), () => start(view), { class: "small-button", id: "translate-start", disabled: isCounting() }),
                ...(view.translation && !isBusy ? [button(text("translate.drop"), drop, { class: "small-button" })] : [])),
            hint(text("translate.hint")),
            element("p", { role: "status", class: "muted" }, isBusy ? text("translate.running") : missing ? text("translate.missing", { count: missing }) : ""),
            element("p", { role: "alert", class: "field-problem" }, attempt.problem));
    };
    attempt.show();
    return [place];
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
