// Closed lists of which every record has a value: bars of all records and of each theme, a filter, and a heat map.
import { element, table } from "../../shared/dom.js";
import { inSentence, text } from "../texts/texts.js";
import { stackedBars } from "./charts/stacked_bars.js";
import { countByPeriod, inPeriod } from "./corpus.js";
import { count, percent } from "../format.js";
import { heatTable } from "./heat_map.js";
import { choice, countButton, foreign, hint, section, wideChart } from "./parts.js";

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

/** The values of which a breakdown or a comparison hides a count. Counts over time could reveal it, and so could the base of a period. */
function hiddenValues({ breakdown = [], comparison }) {
    const rows = [...breakdown.flatMap(({ values }) => values.flatMap(({ counts }) => counts.map((row) => [row, row.count]))), ...(comparison?.differences ?? []).flatMap((row) => row.counts.map((own) => [row, own]))];
    return new Set(rows.filter(([{ kind }, own]) => kind === "value" && own === null).map(([{ id }]) => id));
}

/**
 * The values of a dimension by period, as a map (model.js), counted by the dates of the file. Null without dates of two periods, without the
 * file, and if ids are left out. Counts and bases that hidden counts would follow from are null.
 */
export function dimensionPeriods({ answer, corpus, periods, kind }, dimension) {
    if (!corpus || periods.length < 2 || dimension.values.some(({ record_ids_omitted: left }) => left)) return null;
    const hidden = hiddenValues(answer);
    const rows = dimension.values.map(({ id, title, record_ids }) => ({ title, isHidden: hidden.has(`${dimension.id}/${id}`), all: corpus.ofIds(record_ids) })).map((row) => ({ ...row, counts: countByPeriod(row.all, kind) }));
    const sums = periods.map((period) => rows.reduce((sum, { counts }) => sum + (counts.get(period) ?? 0), 0));
    if (sums.filter(Boolean).length < 2) return null;
    const bases = rows.some(({ isHidden }) => isHidden) ? periods.map(() => null) : sums;
    const cell = ({ all, counts, isHidden }, period, at) => {
        const value = isHidden ? null : counts.get(period) ?? 0;
        return { value, share: value !== null && bases[at] ? value / bases[at] : null, records: () => inPeriod(all, period, kind) };
    };
    return { columns: periods.map((period, at) => ({ title: period, base: bases[at] })), rows: rows.map((row) => ({ title: row.title, cells: periods.map((period, at) => cell(row, period, at)) })) };
}

/** The values over time, with a choice of what a cell shows; nothing where dimensionPeriods() has none. */
function periodPart(view, dimension, at) {
    const map = dimensionPeriods(view, dimension);
    if (!map) return [];
    const title = text("dimension.overTime", { title: dimensionTitle(dimension) });
    const place = element("div", {});
    const show = (measure) => place.replaceChildren(heatTable(view, map, title, measure));
    const hasBases = map.columns.every(({ base }) => base !== null);
    const measures = hasBases ? ["share", "count", "both"] : ["count"];
    const options = measures.map((value) => ({ value, title: text(`result.measure.${value}`) }));
    show(measures[0]);
    return [element("h3", {}, title), ...(hasBases ? [hint(text("dimension.overTimeHint"))] : []), element("div", { class: "choices-line" }, choice(`result-dimension-periods-${at + 1}`, text("result.measure"), options, measures[0], show)), place];
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
        { title: text("result.records"), cell: ({ theme, own }) => countButton(view, own, { title: `${theme.title}, ${value.title}`, records: () => recordsOf(view, value, theme) }) },
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
            element("p", {}, countButton(view, value.record_count, { title: value.title, records: () => recordsOf(view, value, null) }), ` · ${percent(value.share)}`,
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
            wideChart(view, dimensionBars(view, dimension), barsInWords(dimension)), ...heatPart(view, dimension, at), ...periodPart(view, dimension, at), ...filter(view, dimension, at));
    });
}
