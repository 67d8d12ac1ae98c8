// Closed lists of which every record has a value: bars of all records and of each theme, a filter, and a heat map.
import { element } from "../../shared/dom.js";
import { inSentence, text } from "../texts/texts.js";
import { stackedBars } from "./charts/stacked_bars.js";
import { draw } from "./charts/svg.js";
import { count, percent } from "./format.js";
import { heatTable } from "./heat_map.js";
import { choice, figure, foreign, hint, section, table } from "./parts.js";

/** The title of a dimension, with the statement towards which its values are a stance. */
export const dimensionTitle = ({ title, proposition }) => (proposition ? `${inSentence(title)}: ${inSentence(proposition)}` : title);

/** The records of a theme that have a value. Edits of themes change which records a theme has; the answer counts those of its own. */
function countOf(view, value, theme) {
    const counted = theme.isComputed ? null : value.by_theme.find(({ id }) => id === theme.countedId);
    if (counted) return counted.count;
    const ids = new Set(value.record_ids);
    return theme.record_ids.filter((id) => ids.has(id)).length;
}

/** The themes with the ids that the answer counts them by. */
const themesOf = ({ answer, list }) => (answer.themes ?? []).map((theme) => ({ ...theme, countedId: list ? list.find(({ id }) => id === theme.id)?.counted : theme.id }));

const recordsOf = (view, value, theme) => {
    const ids = new Set(value.record_ids);
    return view.corpus.ofIds(theme ? theme.record_ids.filter((id) => ids.has(id)) : value.record_ids);
};

/**
 * A dimension as a map (model.js): a row for all records and for each theme, a column for each value. The base of a cell is the
 * row, so shares add up to 1 along it where every record was read.
 */
export function dimensionMap(view, dimension) {
    const row = (title, theme, total) => ({
        title,
        cells: dimension.values.map((value) => {
            const own = theme ? countOf(view, value, theme) : value.record_count;
            return { value: own, share: total ? own / total : null, records: () => recordsOf(view, value, theme) };
        }),
    });
    return {
        columns: dimension.values.map((value) => ({ title: value.title, base: null })),
        rows: [row(text("dimension.all"), null, view.answer.feedback_record_count), ...themesOf(view).map((theme) => row(theme.title, theme, theme.record_count))],
    };
}

/** The first bars of a dimension as a scene. */
export function dimensionBars(view, dimension, most = Infinity) {
    const { rows, columns } = dimensionMap(view, dimension);
    return stackedBars(dimensionTitle(dimension), columns.map(({ title }) => title), rows.slice(0, most).map(({ title, cells }) => ({
        label: title, parts: cells.map(({ value, share, records }, at) => ({
            share: share ?? 0, text: percent(share ?? 0),
            open: view.corpus && value ? () => view.open(`${title}, ${columns[at].title}`, records(), value) : undefined,
        })),
    })));
}

function barsInWords(dimension) {
    return `${dimensionTitle(dimension)}: ${dimension.values.map(({ title, share }) => `${inSentence(title)} ${percent(share)}`).join(", ")}`;
}

/** The themes of the records with a value, most records first. */
function filtered(view, value) {
    const rows = themesOf(view).map((theme) => ({ theme, own: countOf(view, value, theme) })).filter(({ own }) => own).sort((left, right) => right.own - left.own);
    if (!rows.length) return hint(text("dimension.noThemes"));
    return table(text("dimension.themesOf", { value: value.title }), [
        { title: text("result.theme"), cell: ({ theme }) => foreign(theme.title) },
        { title: text("result.records"), cell: ({ theme, own }) => figure(view, own, { title: `${theme.title}, ${value.title}`, records: () => recordsOf(view, value, theme) }) },
        { title: text("dimension.shareOfValue"), cell: ({ own }) => percent(own / value.record_count) },
        { title: text("dimension.shareOfTheme"), cell: ({ theme, own }) => percent(own / theme.record_count) },
    ], rows);
}

/** A choice of a value, and the themes of its records below. */
function filter(view, dimension, at) {
    const place = element("div", { "aria-live": "polite" });
    const show = (id) => {
        const value = dimension.values.find((entry) => entry.id === id);
        place.replaceChildren(...(value ? [
            element("p", {}, figure(view, value.record_count, { title: value.title, records: () => recordsOf(view, value, null) }), ` · ${percent(value.share)}`,
                ...(value.definition ? [" · ", foreign(value.definition)] : [])), filtered(view, value)] : []));
    };
    const options = [{ value: "", title: text("dimension.noFilter") }, ...dimension.values.map(({ id, title, record_count }) => ({ value: id, title: text("filter.option", { value: title, shown: count(record_count) }) }))];
    return [element("div", { class: "choices-line" }, choice(`result-value-${at + 1}`, text("dimension.only"), options, "", show)), place];
}

function heatPart(view, dimension, at) {
    const place = element("div", {});
    const show = (measure) => place.replaceChildren(heatTable(view, dimensionMap(view, dimension), dimensionTitle(dimension), measure));
    const options = ["share", "count"].map((value) => ({ value, title: text(`result.measure.${value}`) }));
    show("share");
    return [element("div", { class: "choices-line" }, choice(`result-dimension-measure-${at + 1}`, text("result.measure"), options, "share", show)), place];
}

/** The sections of all dimensions; none without any. `imagesOf` makes buttons for images of charts. */
export function dimensions(view, imagesOf) {
    return (view.answer.dimensions ?? []).map((dimension, at) => {
        const title = dimensionTitle(dimension);
        return section(`result-dimension-${at + 1}`, foreign(title), imagesOf(view, [`dimension-${at + 1}`, title]), hint(text("dimension.hint")),
            ...(dimension.unread_count ? [hint(text("dimension.unread", { count: dimension.unread_count }))] : []),
            draw(view.oriented(dimensionBars(view, dimension)), barsInWords(dimension)), ...heatPart(view, dimension, at), ...filter(view, dimension, at));
    });
}
