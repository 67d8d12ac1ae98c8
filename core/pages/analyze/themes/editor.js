// The section in which a person edits the themes, and counts them again. The list itself: theme_edits.js.
import { button, element } from "../../shared/dom.js";
import { percent, signed } from "../format.js";
import { countButton, foreign, hint, section } from "../result/parts.js";
import { text } from "../texts/texts.js";
import { codebookTools } from "./codebook_tools.js";
import { Counting } from "./counting.js";
import { hasOtherCriteria } from "./edited_answer.js";
import { formOf } from "./forms.js";
import { add, change, commit, EditProblem, exclude, find, include, merge, move, redo, remove, removeAll, split, undo } from "./theme_edits.js";
import { languageName } from "./translation.js";
import { Translating } from "./translation_view.js";

const kinds = ["change", "merge", "split", "move", "remove"];

/** An edit in words. The name of a language is that of the page. */
const actionWords = ({ key, values }) => text(key, values.code ? { ...values, language: languageName(values.code) } : values);

/** One section, which stays while its answer is shown again: in another language, or after an edit. */
class Editor {
    constructor() {
        this.counting = new Counting(this);
        this.translating = new Translating(this);
        this.reset();
    }

    reset() {
        this.translating.reset();
        this.counting.reset();
        Object.assign(this, { form: null, message: null, problem: "", issues: [], selected: new Set() });
        Object.assign(this, { view: null, context: null, section: null, whole: null, status: null, alert: null, place: null });
    }

    /** Whether a count, or its estimate, runs. */
    get isBusy() {
        return this.counting.work.isBusy;
    }

    get present() {
        return this.context.history.present;
    }

    get list() {
        return this.present.themes;
    }

    /** `view`: that of the result. `context`: {history, request, hasFile(), reopen(), apply(history, shown)} (result/shown.js). */
    show(view, context) {
        Object.assign(this, { view, context });
        this.status = element("p", { role: "status", class: "edit-status" });
        this.alert = element("p", { role: "alert", class: "field-problem" });
        this.place = element("ol", { class: "edit-list" });
        this.whole = element("fieldset", { class: "edit-whole", role: "presentation" }, this.tools(), this.status, this.alert, element("div", { class: "add-place" }), this.place);
        const shown = section("result-editing", text("edit.title"), hint(text("edit.intro")), this.whole, this.counting.show());
        shown.addEventListener("keydown", (event) => this.onKey(event));
        this.section = shown;
        this.render();
        return shown;
    }

    tools() {
        const { past, future } = this.context.history;
        return element("div", { class: "edit-tools", role: "toolbar", "aria-label": text("edit.tools") },
            button(text("edit.undo"), () => this.step(undo, "edit.undone"), { class: "small-button", "data-action": "undo", disabled: !past.length, "aria-keyshortcuts": "Control+Z Meta+Z" }),
            button(text("edit.redo"), () => this.step(redo, "edit.redone"), { class: "small-button", "data-action": "redo", disabled: !future.length, "aria-keyshortcuts": "Control+Y Meta+Shift+Z" }),
            button(text("edit.add"), () => this.openForm("add", ""), { class: "small-button", "data-action": "add" }),
            element("span", { class: "edit-selection" }), ...codebookTools(this));
    }

    /** Buttons for the selected entries, which the list shows with boxes. */
    renderSelection() {
        const subThemes = this.list.flatMap(({ sub_themes }) => sub_themes.map(({ id }) => id));
        const known = new Set([...this.list.map(({ id }) => id), ...subThemes]);
        for (const id of this.selected) if (!known.has(id)) this.selected.delete(id);
        const count = this.selected.size;
        const select = (ids, next) => {
            this.selected = new Set(ids);
            this.render();
            this.focus("", next);
        };
        this.section.querySelector(".edit-selection").replaceChildren(
            ...(subThemes.length ? [button(text("edit.selectSubThemes"), () => select(subThemes, "remove-selected"), { class: "small-button", "data-action": "select-sub-themes" })] : []),
            ...(count ? [button(text("edit.removeSelected", { count }), () => this.removeSelected(), { class: "small-button", "data-action": "remove-selected" }),
                button(text("edit.clearSelection"), () => select([], "select-sub-themes"), { class: "small-button", "data-action": "clear-selection" })] : []));
    }

    removeSelected() {
        const ids = [...this.selected];
        this.edit("edit.did.removeAll", { count: ids.length }, (list) => removeAll(list, ids), ["", "undo"]);
    }

    box({ id, title }) {
        const input = element("input", { type: "checkbox", checked: this.selected.has(id), "aria-label": text("edit.select", { title }) });
        input.addEventListener("change", () => {
            if (input.checked) this.selected.add(id);
            else this.selected.delete(id);
            this.renderSelection();
        });
        return input;
    }

    render() {
        const { form } = this;
        this.whole.disabled = this.isBusy; // a count belongs to the list that it began with
        this.status.textContent = this.message ? this.message() : "";
        this.alert.textContent = this.problem;
        this.section.querySelector(".add-place").replaceChildren(...(form?.kind === "add" ? [this.formElement()] : []));
        this.place.replaceChildren(...this.list.map((theme) => this.row(theme)));
        this.renderSelection();
        this.counting.render();
    }

    /** A form keeps what was entered when it is shown again. */
    formElement() {
        return formOf(this.form, { list: this.list, view: this.view, issues: this.issues.filter(({ id }) => id === this.form.id), submit: (values) => this.submit(values), cancel: () => this.closeForm() });
    }

    openForm(kind, id) {
        this.form = { kind, id, values: {} };
        this.problem = "";
        this.render();
        this.section.querySelector(".edit-form :is(input, select, textarea, button)")?.focus();
    }

    closeForm() {
        const { kind, id } = this.form;
        this.form = null;
        this.render();
        this.focus(id, kind);
    }

    /** Moves the focus to an action of a theme, or to that of the section. */
    focus(id, action) {
        const all = [...this.section.querySelectorAll("[data-action]")];
        const wanted = all.find(({ dataset }) => dataset.theme === id && dataset.action === action) ?? all.find(({ dataset }) => dataset.theme === id);
        (wanted ?? all.find(({ dataset, disabled }) => dataset.action === action && !disabled) ?? all.find(({ disabled }) => !disabled))?.focus();
    }

    row(theme) {
        const marks = this.marksOf(theme);
        return element("li", { class: "edit-theme" },
            element("div", { class: "edit-line" }, element("strong", {}, this.box(theme), foreign(theme.title)), this.size(theme), ...marks, this.actions(theme, kinds)),
            ...this.difference(theme), ...this.issuesOf(theme), ...(this.isOpen(theme) ? [this.formElement()] : []),
            ...(theme.sub_themes.length ? [element("ul", { class: "edit-subs" }, ...theme.sub_themes.map((sub) => element("li", {},
                element("div", { class: "edit-line" }, element("span", {}, this.box(sub), foreign(sub.title)), this.size(sub), this.actions(sub, ["change", "move", "remove"])), ...this.issuesOf(sub), ...(this.isOpen(sub) ? [this.formElement()] : []))))] : []));
    }

    isOpen({ id }) {
        return this.form?.id === id && this.form.kind !== "add";
    }

    size(theme) {
        if (!theme.record_ids) return element("span", { class: "muted" }, text("edit.notCounted"));
        const value = this.countOf(theme);
        return element("span", {}, countButton(this.view, value, { title: theme.title, records: () => this.view.corpus.ofIds(theme.record_ids), theme: find(this.list, theme.id).subTheme ? null : theme.id }),
            " ", element("span", { class: "muted" }, percent(value / (this.present.answer.feedback_record_count || 1))));
    }

    /** The count of the answer, or that of the records that were joined or divided. */
    countOf({ counted, record_ids: ids }) {
        const all = this.present.answer.themes.flatMap((theme) => [theme, ...(theme.sub_themes ?? [])]);
        return (counted && all.find(({ id }) => id === counted)?.record_count) ?? ids.length;
    }

    marksOf(theme) {
        const counted = this.present.answer.themes.find(({ id }) => id === theme.counted);
        const keys = [...(theme.isNew ? ["edit.new"] : []), ...(theme.record_ids && !theme.counted ? ["edit.computed"] : []), ...(counted && hasOtherCriteria(theme, counted) ? ["edit.otherCriteria"] : [])];
        return keys.map((key) => element("span", { class: "mark" }, text(key)));
    }

    /** What the last count changed, with the records that came and went. */
    difference(theme) {
        const earlier = this.present.before?.find(({ id }) => id === theme.id);
        if (!this.present.before || !theme.counted) return [];
        if (!earlier?.record_ids) return [element("p", { class: "muted" }, text("edit.firstCount"))];
        const [now, then] = [new Set(theme.record_ids), new Set(earlier.record_ids)];
        const isListed = !theme.omitted && !earlier.omitted; // else ids that were left out would seem to come and go
        const moved = isListed ? [["edit.came", theme.record_ids.filter((id) => !then.has(id))], ["edit.went", earlier.record_ids.filter((id) => !now.has(id))]] : [];
        const title = (key) => `${theme.title}: ${text(key)}`;
        return [element("p", { class: "muted edit-difference" }, text("edit.before", { count: earlier.count, shown: signed(this.countOf(theme) - earlier.count) }),
            ...moved.filter(([, ids]) => ids.length).flatMap(([key, ids]) => [" · ", `${text(key)} `, countButton(this.view, ids.length, { title: title(key), records: () => this.view.corpus.ofIds(ids) })]))];
    }

    issuesOf({ id }) {
        const unseen = this.isOpen({ id }) ? [] : this.issues.filter((issue) => issue.id === id);
        return unseen.map(({ field, issue }) => element("p", { class: "field-problem" }, text("problem.said", { words: `${text(`edit.field.${field}`)}: ${issue}` })));
    }

    actions({ id, title }, names) {
        return element("span", { class: "edit-actions", role: "group", "aria-label": title }, ...names.map((kind) =>
            button(text(`edit.${kind}`), () => (kind === "remove" ? this.remove(id) : this.openForm(kind, id)), { class: "small-button", "data-theme": id, "data-action": kind, "aria-label": text("edit.actionOf", { action: text(`edit.${kind}`), title }) })));
    }

    remove(id) {
        const { theme, subTheme } = find(this.list, id);
        const next = this.list[this.list.indexOf(theme) + 1] ?? this.list[this.list.indexOf(theme) - 1];
        this.edit("edit.did.remove", { title: (subTheme ?? theme).title }, (list) => remove(list, id), [subTheme ? theme.id : next?.id, "remove"]);
    }

    submit(values) {
        const { kind, id } = this.form;
        const { theme, subTheme } = find(this.list, id);
        const title = (subTheme ?? theme)?.title ?? values.title;
        const target = values.target && find(this.list, values.target).theme.title;
        const edits = {
            add: ["edit.did.add", (list) => add(list, values)],
            change: ["edit.did.change", (list) => change(list, id, values)],
            merge: ["edit.did.merge", (list) => merge(list, id, values.target)],
            move: [target ? "edit.did.move" : "edit.did.lift", (list) => move(list, id, values.target || null)],
            split: ["edit.did.split", (list) => split(list, id, values.parts)],
        };
        const [key, apply] = edits[kind];
        this.issues = this.issues.filter((issue) => issue.id !== id);
        this.edit(key, { title, target }, apply, kind === "add" ? ["", "add"] : [kind === "merge" ? values.target : id, kind]);
    }

    /** Makes an edit, or says why it cannot be. Returns whether it was made. */
    edit(key, values, apply, focus = null) {
        let themes;
        try {
            themes = apply(this.list);
        } catch (problem) {
            if (!(problem instanceof EditProblem)) throw problem;
            this.refuse(problem);
            return false;
        }
        this.form = null;
        this.tell(() => text(key, values));
        if (themes === this.list) return true;
        this.counting.forget();
        const { history } = this.context;
        this.apply(commit(history, { ...history.present, themes, action: { key, values } }), focus);
        return true;
    }

    /** Reaches another state. The next edit starts from it, also while a dialog keeps the section, and the `focus` in it, from being shown. */
    apply(history, focus = null) {
        this.context.history = history;
        this.context.apply(history, () => { if (focus) this.focus(...focus); });
    }

    /** Puts a translation beside the list, or removes it with null. */
    putTranslation(translation, action, shown) {
        this.tell(() => actionWords(action));
        const { history } = this.context;
        this.context.history = commit(history, { ...history.present, translation, action });
        this.context.apply(this.context.history, shown);
    }

    tell(message) {
        this.message = message;
        this.problem = "";
    }

    /** Shows a sentence about what cannot be done. */
    fail(sentence) {
        this.message = null;
        this.problem = sentence;
        this.render();
    }

    refuse({ key, values, field }) {
        const words = text(key, values);
        if (!this.form) return this.fail(words);
        this.form.problem = { field, words };
        this.render();
        if (field) this.section.querySelector(`.edit-form [name="${field}"]`)?.focus();
    }

    step(to, key) {
        const { history } = this.context;
        const next = to(history);
        if (next === history) return;
        const { action } = to === undo ? history.present : next.present;
        this.form = null;
        this.counting.forget();
        this.tell(() => text(key, { action: actionWords(action) }));
        this.apply(next, ["", to === undo ? "undo" : "redo"]);
    }

    onKey(event) {
        if (this.isBusy || !(event.ctrlKey || event.metaKey) || event.target.matches('textarea, input:not([type="checkbox"], [type="file"])')) return;
        const key = (/^[a-z]$/i.test(event.key) ? event.key : event.code.replace("Key", "")).toLowerCase(); // layouts without Latin letters: by its place
        const isUndo = key === "z" && !event.shiftKey;
        if (key !== "z" && key !== "y") return;
        event.preventDefault();
        if (isUndo) this.step(undo, "edit.undone");
        else this.step(redo, "edit.redone");
    }

    /** Whether records of a theme belong to it: what the dialog of its records offers. */
    decisions(id) {
        if (this.isBusy || !find(this.list, id).theme) return null;
        const decide = (key, apply) => ({ content }) => {
            this.form = null; // would show why the list does not allow it, behind the dialog
            const done = this.edit(key, { title: find(this.list, id).theme.title }, (list) => apply(list, id, content), [id, "change"]);
            return done ? this.message() : this.problem;
        };
        return { include: decide("edit.did.include", include), exclude: decide("edit.did.exclude", exclude) };
    }
}

const editor = new Editor();

/** The section for the answer of a view. */
export const editing = (view, context) => editor.show(view, context);

/** The choice of a language for the themes of a view. */
export const translationTools = (view) => editor.translating.show(view);

/** What a dialog of records of a theme offers: include(record), exclude(record). Null for another theme, and during a count. */
export const decisionsOf = (id) => editor.decisions(id);

/** The count that runs, as goOnCounting() takes it; null without one. */
export const unfinishedCount = () => editor.counting.unfinished;
export const goOnCounting = (count) => editor.counting.goOn(count);

/** The person leaves: a running count ends, and neither texts nor records are kept. */
export const stopEditing = () => editor.reset();
