// Parts of the views: sections, hints, counts that open records.
import { button, element, number, scrollable } from "../../shared/dom.js";
import { draw } from "../../shared/charts/svg.js";
import { select } from "../steps/fields.js";
import { text } from "../texts/texts.js";
import { count } from "../format.js";

/** A text of a record, an answer or a file. It cannot change the direction of its neighbours. */
export const foreign = (content, attributes = {}) => element("bdi", attributes, content);

/**
 * A count as it is `shown`, with its `exact` value, null if it is not known; a button if `records` returns the records behind it.
 * `theme`: the id of the theme whose records they are.
 */
export function countButton(view, value, { exact = value, shown = count(value), title, records, theme = null }) {
    const data = exact === null ? shown : number(exact, shown);
    if (!value || !view.corpus || !records) return data;
    return button(data, () => view.open(title, records(), value, theme), { class: "count-button", "aria-label": text("result.open", { title, shown }) });
}

/** The same of a count that the API may hide, which is null. */
export const visibleCount = (view, value, options) => (value === null
    ? element("span", { class: "hidden-count", title: text("result.hidden") }, text("result.hiddenShort")) : countButton(view, value, options));

/** A part of the result with a heading. */
export function section(id, title, ...children) {
    return element("section", { class: "card part", "aria-labelledby": `${id}-title`, id },
        element("header", {}, element("h2", { id: `${id}-title` }, title)), ...children);
}

/** A chart that scrolls on a narrow screen, where its texts would be too small. */
export const wideChart = (view, scene, name) => scrollable(name, draw(view.oriented(scene), name));

export const hint = (content) => element("p", { class: "hint" }, content);

/** Counts the themes that a part lacks because their records were joined or divided. */
export const leftHint = ({ answer: { leftThemes = 0 } }) => (leftThemes ? [hint(text("edit.leftThemes", { count: leftThemes }))] : []);

/** Names that a table is cut; nothing if it is not. */
export const cutHint = (shown, all) => (shown < all ? [hint(text("result.cut", { shown, count: all }))] : []);

/** A select with a label. `options`: [{value, title}]; `changed` receives the value. */
export const choice = (id, title, options, value, changed) => element("span", { class: "choice" }, element("label", { for: id }, title),
    select(id, options.map((option) => [option.value, option.title]), value, changed));

/** Names with their values. */
export const facts = (pairs) => element("dl", { class: "facts" }, ...pairs.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
