// Changes over time of themes and codes that chance does not explain.
import { element, table } from "../../shared/dom.js";
import { inSentence, text } from "../texts/texts.js";
import { shifts } from "./charts/charts.js";
import { inPeriods } from "./corpus.js";
import { count, percent, qValue } from "../format.js";
import { changeRows } from "./model.js";
import { cutHint, countButton, foreign, hint, section, wideChart } from "./parts.js";

const most = 60;

/** The periods of a change: one, or the first and the last. */
export const periodsInWords = ([first, last]) => (first === last ? first : text("result.periodRange", { from: first, to: last }));

/** "20 of 432 (4.6%)": `side` 0 is outside the periods of the change, 1 inside. */
export const sideInWords = ({ counts, totals, shares }, side) => text("result.countOf", { count: count(counts[side]), total: count(totals[side]), share: percent(shares[side]) });

/** A tested change as a sentence. */
export const changeInWords = (change) => text(`result.change.${change.kind}`,
    { periods: inSentence(periodsInWords(change.periods)), from: inSentence(change.periods[0]), outside: sideInWords(change, 0), inside: sideInWords(change, 1), q: qValue(change.q_value) });

/** The kind of a change in a word. */
export const badge = ({ kind }) => element("span", { class: `badge ${kind}` }, text(`result.badge.${kind}`));

function sideCell(view, { title, change, records }, side) {
    const found = () => inPeriods(records(), change.periods, view.kind, side === 1);
    return element("span", {}, countButton(view, change.counts[side], { title, records: found }), " ",
        element("span", { class: "muted" }, text("result.ofBase", { total: count(change.totals[side]), share: percent(change.shares[side]) })));
}

/** The shares of each change in a chart. */
export const changeChart = (view) => shifts(text("result.changesChart"), changeRows(view).slice(0, most).map(({ title, change: { shares: [outside, inside] } }) => ({ label: title, outside, inside })), percent);

/** The section of all changes; a sentence without any, nothing if none were tested. */
export function changes(view, tools) {
    const rows = changeRows(view);
    if (!rows) return [];
    const title = text("result.changes");
    if (!rows.length) return [section("result-changes", title, hint(text("result.noChanges")))];
    const columns = [
        { title: text("result.name"), cell: (row) => foreign(row.title) },
        { title: text("result.change"), cell: ({ change }) => badge(change) },
        { title: text("result.periods"), cell: ({ change }) => foreign(periodsInWords(change.periods)) },
        { title: text("result.outside"), cell: (row) => sideCell(view, row, 0) },
        { title: text("result.inside"), cell: (row) => sideCell(view, row, 1) },
    ];
    return [section("result-changes", title, tools, hint(text("result.changesHint")), wideChart(view, changeChart(view), text("result.changesChart")),
        table(title, columns, rows.slice(0, most)), ...cutHint(Math.min(most, rows.length), rows.length))];
}
