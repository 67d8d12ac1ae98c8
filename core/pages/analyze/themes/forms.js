// The forms of an edit. Each is shown below its theme, and hands its values over.
import { button, element } from "../../shared/dom.js";
import { hint } from "../result/parts.js";
import { field, select } from "../steps/fields.js";
import { text } from "../texts/texts.js";
import { find, limits, partsOf } from "./theme_edits.js";
import { wordParts } from "./word_parts.js";

const rows = { definition: 2, inclusion: 2, exclusion: 2, examples: 4 };
const hinted = ["inclusion", "examples"];

/** A field with the problem of its value. `form.values` keeps what was entered before the form was shown again. */
function textField(form, issues, name, value) {
    const said = issues.filter((issue) => issue.field === name).map(({ issue }) => issue).join(" ");
    const words = form.problem?.field === name ? form.problem.words : said && text("problem.said", { words: said });
    const id = `edit-${name}`;
    const attributes = { id, name, dir: "auto", "aria-describedby": `${id}-problem`, "aria-invalid": words ? "true" : null, required: name === "title" };
    const input = name === "title" ? element("input", attributes) : element("textarea", { ...attributes, rows: String(rows[name]) });
    input.value = form.values[name] ?? value;
    input.addEventListener("input", () => { form.values[name] = input.value; });
    const shown = field(text(`edit.field.${name}`), input, hinted.includes(name) ? text(`edit.hint.${name}`, { count: limits.examples }) : "");
    shown.append(element("p", { class: "field-problem", id: `${id}-problem` }, words));
    return shown;
}

const linesOf = (words) => words.split("\n").map((line) => line.trim()).filter(Boolean);

/** `theme`: a theme or sub-theme, or null for a new theme. */
function textFields(form, issues, theme, isWhole) {
    const shown = { title: theme?.title ?? "", definition: theme?.definition ?? "", ...(isWhole && { inclusion: theme?.inclusion ?? "", exclusion: theme?.exclusion ?? "", examples: (theme?.examples ?? []).join("\n") }) };
    const fields = Object.entries(shown).map(([name, value]) => textField(form, issues, name, value));
    const read = (data) => ({ title: data.get("title").trim(), definition: data.get("definition").trim(), ...(isWhole && { inclusion: data.get("inclusion").trim(), exclusion: data.get("exclusion").trim(), examples: linesOf(data.get("examples")) }) });
    return { fields, read };
}

function targetField(form, label, options) {
    const input = select("edit-target", options.map(({ id, title }) => [id, title]), form.values.target, (value) => { form.values.target = value; });
    return { fields: [field(label, input)], read: () => ({ target: input.value }) };
}

/** Suggested parts, each of which can be left out and renamed. */
function partFields(form, theme, { corpus }) {
    form.parts ??= theme.sub_themes.length ? partsOf(theme) : corpus && theme.record_ids ? wordParts(theme, corpus) : [];
    if (!form.parts.length) return { fields: [hint(text("edit.noSuggestion"))], read: () => ({ parts: [] }) };
    const fields = form.parts.map(({ title, record_ids: ids, omitted }, at) => element("div", { class: "line edit-part" },
        element("input", { type: "checkbox", name: `take-${at}`, checked: form.values[`take-${at}`] ?? true, "aria-label": text("edit.takePart", { number: at + 1 }) }),
        element("input", { name: `title-${at}`, value: form.values[`title-${at}`] ?? title, dir: "auto", "aria-label": text("edit.partTitle", { number: at + 1 }) }),
        element("span", { class: "muted" }, ids && !omitted ? text("result.shownRecords", { count: ids.length }) : text("edit.notCounted"))));
    const group = element("fieldset", { class: "window edit-parts" }, element("legend", {}, text("edit.splitInto")), ...fields);
    group.addEventListener("input", ({ target }) => { form.values[target.name] = target.type === "checkbox" ? target.checked : target.value; });
    const read = (data) => ({ parts: form.parts.map((part, at) => ({ ...part, title: data.get(`title-${at}`).trim() })).filter((_, at) => data.has(`take-${at}`)) });
    return { fields: [hint(text(theme.sub_themes.length ? "edit.splitBySubThemes" : "edit.splitByWords")), group], read };
}

/** Whether a problem has a field of its own. */
const holds = (fields, name) => fields.some((shown) => shown.querySelector(`[name="${name}"]`));

/**
 * The element of a form {kind, id, values, problem}; `values` keeps what is entered. `submit` gets {title, definition, …}, {target} or
 * {parts}. `issues`: what the server found wrong with this theme, [{field, issue}].
 */
export function formOf(form, { list, view, issues, submit, cancel }) {
    const { theme, subTheme } = find(list, form.id);
    const others = list.filter((sibling) => sibling !== theme);
    const title = (subTheme ?? theme)?.title;
    const targets = { merge: others, move: [...(subTheme ? [{ id: "", title: text("edit.ownTheme") }] : []), ...others] };
    const make = {
        add: () => textFields(form, issues, null, true),
        change: () => textFields(form, issues, subTheme ?? theme, !subTheme),
        merge: () => targetField(form, text("edit.mergeWith", { title }), targets.merge),
        move: () => targetField(form, text("edit.moveUnder", { title }), targets.move),
        split: () => partFields(form, theme, view),
    };
    const { fields, read } = make[form.kind]();
    const isPossible = !targets[form.kind] || targets[form.kind].length > 0;
    const created = element("form", { class: "edit-form", novalidate: true, "aria-label": text("edit.actionOf", { action: text(`edit.${form.kind}`), title: title ?? "" }) },
        ...(isPossible ? fields : [hint(text("edit.noOther"))]),
        element("p", { class: "line" }, ...(isPossible && (form.kind !== "split" || form.parts.length) ? [element("button", { type: "submit", class: "primary small-button" }, text("edit.apply"))] : []), button(text("edit.cancel"), cancel, { class: "small-button" })),
        element("p", { class: "field-problem", role: "alert" }, form.problem && !holds(fields, form.problem.field) ? form.problem.words : ""));
    created.addEventListener("submit", (event) => {
        event.preventDefault();
        form.problem = null;
        submit(read(new FormData(created)));
    });
    created.addEventListener("keydown", (event) => {
        if (event.key === "Escape") cancel();
    });
    return created;
}
