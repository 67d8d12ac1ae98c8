// Shows the series of themes over the analyses of kept work.
import { element, table } from "../../shared/dom.js";
import { when } from "../projects/earlier.js";
import { text } from "../texts/texts.js";
import { themesOf } from "../themes/theme_edits.js";
import { seriesChart } from "./charts/series.js";
import { draw } from "../../shared/charts/svg.js";
import { count, percent } from "./format.js";
import { foreign, hint, section } from "./parts.js";
import { seriesOf } from "./series.js";

/** A column of a series in words, with the version of its list. */
export const columnTitle = (column) => `${titleOf(column)} · ${column.version}`;

const titleOf = ({ fileName, first, last, begun }) => `${fileName}: ${first ? (first === last ? first : `${first} – ${last}`) : when(begun)}`;

/** The analyses of the work with the one that is shown at the end. */
function analysesOf(view, work) {
    const { past, present, future } = view.edits.history;
    const own = new Set([...past, present, ...future].map(({ answer }) => work.names.get(answer))); // earlier counts of the same records are no other analysis
    const others = work.analyses.filter(({ names, answer }) => !names.some((name) => own.has(name)) && work.answers.has(answer)).map(({ fileName, begun, request, answer, edits }) => {
        const counted = work.answers.get(answer);
        return { fileName, begun, request, answer: counted, themes: edits ? edits.present.themes : themesOf(counted) };
    });
    return [...others, { fileName: view.fileName, begun: Date.now(), request: view.request, answer: view.counted, themes: view.list ?? themesOf(view.counted) }];
}

const cell = (point) => (point === null ? "–" : element("span", {}, `${percent(point.share ?? 0)} `, element("span", { class: "muted" }, `(${count(point.count)})`), ...(point.isChanged ? [" ", element("span", { class: "mark" }, `◆ ${text("series.changed")}`)] : [])));

/** The series of the analyses of kept work; null without another one that counted the list. */
export function seriesOfWork(view, work) {
    const series = work && view.answer.themes ? seriesOf(analysesOf(view, work)) : null;
    return series?.rows.length ? series : null;
}

/** The rows of the series, with the titles of the answer that is shown: those of a file without personal data are masked. */
export const seriesRows = ({ series, answer }) => series.rows.map((row) => ({ ...row, title: answer.themes.find(({ id }) => id === row.id)?.title ?? row.title }));

/** The chart of a series. */
export const seriesScene = (view) => seriesChart(text("series.title"), seriesRows(view), view.series.columns.map(({ first, begun }) => first ?? when(begun)), percent);

/** A point of a series in words. */
export const pointWords = (point) => (point === null ? "–" : `${percent(point.share ?? 0)} (${count(point.count)})${point.isChanged ? ` ◆ ${text("series.changed")}` : ""}`);

/** The section, or nothing without a series. */
export function seriesPart(view) {
    const { series } = view;
    if (!series) return [];
    const columns = [{ title: text("result.theme"), cell: ({ title }) => foreign(title) }, ...series.columns.map((column, at) => ({ title: columnTitle(column), cell: ({ points }) => cell(points[at]) }))];
    const chart = seriesScene(view);
    return [section("result-series", text("series.title"), hint(text("series.hint")), draw(view.oriented(chart), `${text("series.title")}: ${text("series.below")}`), table(text("series.title"), columns, seriesRows(view)))];
}
