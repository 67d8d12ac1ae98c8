// The records behind a count, in a dialog.
import { button, element, showDialog } from "../../shared/dom.js";
import { text } from "../texts/texts.js";
import { facts, foreign, hint } from "./parts.js";
import { count } from "../format.js";
import { cut, lengthOf } from "../themes/theme_edits.js";

const pageSize = 50;
const shortLength = 1_200; // characters of a content that are shown at once

function content(record) {
    const start = cut(record.content, shortLength);
    const shown = element("p", { class: "content", dir: "auto" }, start);
    if (start === record.content) return [shown];
    const more = button(text("result.wholeText", { count: lengthOf(record.content) }), () => {
        shown.replaceChildren(record.content);
        more.remove();
    }, { class: "quiet" });
    return [shown, more];
}

function factsOf(record) {
    const known = [...(record.date ? [[text("result.date"), record.date]] : []), ...(record.codes?.length ? [[text("result.codes"), record.codes.join(", ")]] : []),
        ...Object.entries(record.metadata ?? {}).filter(([, value]) => String(value ?? "").trim())];
    return facts(known.map(([name, value]) => [foreign(name), foreign(String(value))]));
}

/** Buttons that make the text of a record an example of its theme, or of what the theme excludes. */
function decisionsOf(record, decide) {
    const done = element("span", { role: "status" });
    const choose = (key, decision) => button(text(key), () => { done.textContent = decide[decision](record); }, { class: "small-button" });
    return element("p", { class: "line" }, choose("edit.belongs", "include"), choose("edit.belongsNot", "exclude"), done);
}

/** A record as an item of a list. */
const recordItem = (record, decide) => element("li", { class: "record" }, element("h3", {}, foreign(record.id)), ...content(record), factsOf(record), ...(decide ? [decisionsOf(record, decide)] : []));

function list(records, decide) {
    const items = element("ol", { class: "records" });
    let shown = 0;
    const more = button("", () => showMore(), {});
    function showMore() {
        const first = shown;
        items.append(...records.slice(shown, shown + pageSize).map((record) => recordItem(record, decide)));
        shown = Math.min(records.length, shown + pageSize);
        more.hidden = shown >= records.length;
        more.textContent = text("result.more", { count: records.length - shown });
        if (first) {
            items.children[first].tabIndex = -1;
            items.children[first].focus();
        }
    }
    showMore();
    return [items, more];
}

/**
 * Shows records in a dialog over `container` until it is closed. `expected`: the count of the answer; a difference is explained.
 * `save`, if given, is called for a file of these records. `decide`, if given, lets a person say whether a record belongs to the theme:
 * include(record) and exclude(record) return a sentence about what was done.
 */
export function openRecords(container, { title, records, expected, save, decide }) {
    const dialog = element("dialog", { class: "records-dialog", "aria-labelledby": "records-title" });
    const close = button("×", () => dialog.close(), { class: "quiet close", "aria-label": text("result.close") });
    dialog.append(
        element("header", {}, element("h2", { id: "records-title" }, foreign(title)), close),
        hint(text("result.shownRecords", { count: records.length })),
        ...(expected !== undefined && expected !== records.length ? [hint(text("result.differs", { expected: count(expected), count: records.length }))] : []),
        ...(save && records.length ? [button(text("result.saveRecords"), () => save(records), { class: "small-button" })] : []),
        ...list(records, decide));
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close()); // beside its content
    showDialog(dialog, container);
}
