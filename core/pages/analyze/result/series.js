// The series of themes over the analyses of kept work: its points, and their section.
import { element, table } from "../../shared/dom.js";
import { when } from "../projects/earlier.js";
import { text } from "../texts/texts.js";
import { statesOf, themesOf } from "../themes/theme_edits.js";
import { seriesChart } from "./charts/series.js";
import { count, percent } from "../format.js";
import { foreign, hint, section, wideChart } from "./parts.js";
import { guidOf } from "../themes/codebook.js";
import { periodsOf } from "./model.js";
import { startOf } from "./periods.js";

/** A column of a series in words, with the version of its list. */
export const columnTitle = (column) => `${titleOf(column)} · ${column.version}`;

const titleOf = ({ fileName, first, last, begun }) => `${fileName}: ${first ? (first === last ? first : `${first} – ${last}`) : when(begun)}`;

/** The analyses of the work with the one that is shown at the end. */
function analysesOf(view, work) {
    const own = new Set(statesOf(view.edits.history).map(({ answer }) => work.names.get(answer))); // earlier counts of the same records are no other analysis
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
    return [section("result-series", text("series.title"), hint(text("series.hint")), wideChart(view, chart, `${text("series.title")}: ${text("series.below")}`), table(text("series.title"), columns, seriesRows(view)))];
}

/** Answers order themes by their counts, which says nothing about the list. */
const inOrder = (themes) => [...themes].sort((left, right) => (left.id < right.id ? -1 : 1));

const textsOf = ({ title, definition = "", inclusion = "", exclusion = "", examples = [], sub_themes = [] }) => [title, definition, inclusion, exclusion, examples, inOrder(sub_themes).map((sub) => [sub.id, sub.title, sub.definition ?? ""])];

/** A short digest of titles, definitions and criteria: another one means another list. It is no protection against forgery. */
export const versionOf = (themes) => guidOf(JSON.stringify(inOrder(themes).map((theme) => [theme.id, ...textsOf(theme)]))).slice(0, 8);

/** Whether a person or a model would read records against other words. */
const differs = (left, right) => JSON.stringify(textsOf(left)) !== JSON.stringify(textsOf(right));

/** Ids alone are the same in every analysis: a theme is the same if the analysis was asked to count it, or if its title is. */
const isSame = (theme, wanted, request) => theme.id === wanted.id && (theme.title === wanted.title || (request?.themes ?? []).some(({ id }) => id === wanted.id));

function countOf(theme, answer) {
    if (!theme.record_ids) return null;
    return (theme.counted && answer.themes?.find(({ id }) => id === theme.counted)?.record_count) ?? theme.record_ids.length;
}

const timeOf = ({ answer, begun }) => {
    const [first] = periodsOf(answer);
    return first ? startOf(first) : begun;
};

/**
 * `analyses`: [{fileName, begun, request, answer, themes}] with themes as in theme_edits.js; the last one is that which is shown. Returns
 * {columns: [{fileName, begun, first, last, version, base}], rows: [{id, title, points: [{count, share, isChanged} or null]}]} in the order of
 * time, or null if no other analysis counted one of its themes. `isChanged`: the theme had another definition at the point before.
 */
export function seriesOf(analyses) {
    const shown = analyses.at(-1);
    const related = analyses.filter(({ themes, request }) => themes.some((theme) => shown.themes.some((wanted) => isSame(theme, wanted, request) && theme.record_ids)));
    if (related.length < 2) return null;
    const ordered = [...related].sort((left, right) => timeOf(left) - timeOf(right) || left.begun - right.begun);
    const columns = ordered.map(({ fileName, begun, answer, themes }) => {
        const periods = periodsOf(answer);
        return { fileName, begun, first: periods[0] ?? null, last: periods.at(-1) ?? null, version: versionOf(themes), base: answer.feedback_record_count };
    });
    const rows = shown.themes.map((wanted) => {
        let before = null;
        const points = ordered.map(({ themes, answer, request }) => {
            const theme = themes.find((known) => isSame(known, wanted, request));
            const count = theme ? countOf(theme, answer) : null;
            if (count === null) return null;
            const isChanged = before !== null && differs(before, theme);
            before = theme;
            return { count, share: answer.feedback_record_count ? count / answer.feedback_record_count : null, isChanged };
        });
        return { id: wanted.id, title: wanted.title, points };
    });
    return { columns, rows: rows.filter(({ points }) => points.filter(Boolean).length > 1) };
}
