// The charts of an answer as scenes, for images.
import { text } from "../texts/texts.js";
import { bars, heatMap as heatScene, intervals, lineGrid } from "../result/charts/charts.js";
import { changeChart } from "../result/changes.js";
import { groupTitle } from "../result/comparison.js";
import { count, percent, points } from "../result/format.js";
import { changeRows, comparisonRows, heatMap, valuesOf } from "../result/model.js";

const maxColumns = 40;

const themeBars = ({ answer }) => bars(text("result.themes"), answer.themes.map(({ title, record_count, share }) => ({ label: title, value: record_count, text: `${count(record_count)} · ${percent(share)}` })));

const themeLines = ({ answer, periods }) => lineGrid(text("result.overTime"), answer.themes.map((theme) => ({ label: theme.title, values: valuesOf(theme, periods) })), periods);

function heat(view) {
    const { what, by } = view.selected;
    const map = heatMap(view, what, by);
    const from = Math.max(0, map.columns.length - maxColumns);
    return heatScene(text("result.heat"), map.rows.map(({ title }) => title), map.columns.slice(from).map(({ title }) => title ?? text("result.otherValues")),
        map.rows.map(({ cells }) => cells.slice(from).map(({ value }) => value)), text("result.hiddenShort"));
}

function differences(view) {
    const [first, second] = view.answer.comparison.groups.map(groupTitle);
    return intervals(text("result.comparedGroups", { first, second }), comparisonRows(view).map(({ title, ...row }) => ({ label: title, ...row })), points);
}

const existing = {
    themes: ({ answer }) => answer.themes?.length && themeBars,
    lines: ({ answer, periods }) => answer.themes?.length && periods.length > 1 && themeLines,
    heat: (view) => view.selected && heatMap(view, view.selected.what, view.selected.by).rows.length && heat,
    changes: (view) => changeRows(view)?.length && changeChart,
    comparison: (view) => view.answer.comparison && comparisonRows(view).length && differences,
};

/** The charts that this answer has: {name: scene}. Names: themes, lines, heat, changes, comparison. */
export function scenes(view) {
    return Object.fromEntries(Object.entries(existing).map(([name, of]) => [name, of(view)]).filter(([, draw]) => draw).map(([name, draw]) => [name, view.oriented(draw(view))]));
}
