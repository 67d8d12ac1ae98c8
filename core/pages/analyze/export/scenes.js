// The charts of an answer as scenes, for images.
import { inSentence, text } from "../texts/texts.js";
import { bars } from "../../shared/charts/bars.js";
import { heatMap as heatScene, intervals, lineGrid, pointMap, withCaption } from "../result/charts/charts.js";
import { changeChart } from "../result/changes.js";
import { dimensionBars } from "../result/dimensions.js";
import { groupTitle } from "../result/comparison.js";
import { count, percent, points } from "../format.js";
import { filterWords } from "../result/filters.js";
import { colourOf, cssColour, MapPoints, mapSize } from "../result/map_points.js";
import { baseOf, cellWords, highestWeight, selectedMap, titleOf, weightOf, withColumns } from "../result/heat_map.js";
import { changeRows, comparisonRows, valuesOf } from "../result/model.js";
import { seriesScene } from "../result/series.js";
import { ofAll } from "../sensitive/sensitive.js";

const maxColumns = 40;

/** A chart that shows the first rows says so. */
const cutScene = (scene, shown, all) => (shown < all ? withCaption(scene, text("report.cut", { shown, count: all })) : scene);

function themeBars({ answer: { themes } }, { rows }) {
    const shown = themes.slice(0, rows);
    return cutScene(bars(shown.map(({ title, record_count, share }) => ({ label: title, value: record_count, text: `${count(record_count)} · ${percent(share)}` })), { heading: text("result.themes") }), shown.length, themes.length);
}

const datedThemes = ({ themes = [] }) => themes.filter(({ suppressed_over_time: isHidden }) => !isHidden);

function themeLines({ answer, periods }, { lines }) {
    const [all, shown] = [datedThemes(answer), datedThemes(answer).slice(0, lines)];
    return cutScene(lineGrid(text("result.overTime"), shown.map((theme) => ({ label: theme.title, values: valuesOf(theme, periods) })), periods), shown.length, all.length);
}

function heat(view, { rows }) {
    const { map: whole, measure } = selectedMap(view);
    const map = withColumns({ ...whole, rows: whole.rows.slice(0, rows) }, view.selected.by, maxColumns);
    const { columns } = map;
    return cutScene(heatScene(text("result.heat"), map.rows.map(({ title }) => title), columns.map((column) => `${inSentence(titleOf(column))} ${baseOf(column)}`.trim()),
        map.rows.map(({ cells }) => cells.map((own, at) => ({ weight: weightOf(own, measure), text: cellWords(own, columns[at], measure) }))), highestWeight(map, measure)), map.rows.length, whole.rowCount);
}

function differences(view, { rows }) {
    const [first, second] = view.answer.comparison.groups.map(groupTitle);
    return intervals(text("result.comparedGroups", { first, second }), comparisonRows(view, rows).map(({ title, ...row }) => ({ label: title, ...row })), points);
}

function mapScene(view, { rows, mapSide }) {
    const points = new MapPoints(view.answer); // the scene is mirrored as a whole
    const titles = [...view.answer.themes.map(({ title }) => title), text("result.unassigned")];
    const used = points.middles().map(({ count: own }, theme) => ({ own, theme })).filter(({ own }) => own);
    const legend = used.map(({ own, theme }) => ({ theme, label: `${titles[theme]} (${count(own)})`, fill: cssColour(colourOf(theme, points.themeCount, false)) }));
    return cutScene(pointMap(text("map.title"), points, legend, { size: mapSize, most: rows, side: mapSide }), Math.min(rows ?? Infinity, legend.length), legend.length);
}

const existing = {
    themes: ({ answer }) => answer.themes?.length && themeBars,
    map: ({ answer }) => answer.record_map?.record_ids.length && answer.themes && mapScene,
    lines: ({ answer, periods }) => datedThemes(answer).length && periods.length > 1 && themeLines,
    series: ({ series }) => series && seriesScene,
    heat: (view) => view.selected && selectedMap(view).map.rows.length && heat,
    changes: (view) => changeRows(view)?.length && changeChart,
    comparison: (view) => view.answer.comparison && comparisonRows(view).length && differences,
};

/** A chart for each dimension. */
const ofDimensions = ({ answer: { dimensions = [], themes = [] } }) => dimensions.map((dimension, at) => [`dimension-${at + 1}`, (view, { rows = Infinity }) =>
    cutScene(dimensionBars(view, dimension, rows), Math.min(rows, themes.length + 1), themes.length + 1)]);

/**
 * The charts that this answer has, with its filters below: {name: scene}. Names: themes, map, lines, heat, changes, comparison, dimension-1, …
 * `rows` and `lines`: the most that a chart shows; by default as many as the page. `mapSide`: of the map, in pixels.
 */
export function scenes(given, most = {}) {
    const view = ofAll(given);
    const filters = filterWords(view);
    const drawn = (draw) => (filters ? withCaption(draw(view, most), filters) : draw(view, most));
    return Object.fromEntries([...Object.entries(existing).map(([name, of]) => [name, of(view)]), ...ofDimensions(view)].filter(([, draw]) => draw).map(([name, draw]) => [name, view.oriented(drawn(draw))]));
}
