// The answer as tables of texts and numbers, for CSV and workbooks.
import { readersOf } from "../models.js";
import { text } from "../texts/texts.js";
import { periodsInWords } from "../result/changes.js";
import { dimensionMap, dimensionPeriods, dimensionTitle } from "../result/dimensions.js";
import { groupName } from "../result/comparison.js";
import { filterWords } from "../result/filters.js";
import { titleOf } from "../result/heat_map.js";
import { byTime, changeRows, heatMap, valuesOf } from "../result/model.js";
import { assessment } from "../result/quality.js";
import { columnTitle, seriesRows } from "../result/series.js";
import { ofAll } from "../sensitive/sensitive.js";

/** What is known of each record: its themes, or why it has none. */
function assignments({ answer, translation }) {
    const known = new Map();
    const add = (id, member, value) => {
        const entry = known.get(id) ?? { themes: [], translated: [], ids: [], far: [], reason: "" };
        Array.isArray(entry[member]) ? entry[member].push(value) : (entry[member] = value);
        known.set(id, entry);
    };
    for (const theme of answer.themes ?? [])
        for (const id of new Set(theme.record_ids)) {
            add(id, "ids", theme.id);
            add(id, "themes", theme.title);
            if (theme.far_from_question) add(id, "far", theme.title);
            add(id, "translated", translation?.title(theme) ?? "");
        }
    for (const { reason, record_ids } of answer.unassigned ?? []) for (const id of record_ids) add(id, "reason", text(`result.reason.${reason}`));
    for (const id of answer.refused_records ?? []) add(id, "reason", text("result.refused"));
    return known;
}

/** For each dimension the titles of the values by record id. */
const valuesByRecord = ({ answer: { dimensions = [] } }) => dimensions.map((dimension) => ({
    title: dimensionTitle(dimension), of: new Map(dimension.values.flatMap(({ title, record_ids }) => record_ids.map((id) => [id, title]))),
}));

const metadataKeys = (records) => [...new Set(records.flatMap(({ metadata }) => Object.keys(metadata ?? {})))];
const cellOf = (value) => (Array.isArray(value) ? value.join("; ") : typeof value === "object" && value !== null ? JSON.stringify(value) : value);

/** The heads of columns for titles, and definitions, in another language; none without a translation. */
const translatedHead = ({ translation }, ...members) => ["title", ...members].flatMap((member) => (translation ? [text(`translate.${member}`, { language: translation.name })] : []));

/** Words for the distance of a theme from the question; empty if no theme of the answer is far from it. */
export function distanceWords({ answer: { themes = [] } }) {
    const isFar = (theme) => Boolean(theme.far_from_question);
    return themes.some(isFar) ? [(theme) => text(isFar(theme) ? "question.far" : "question.near")] : [];
}

/** Records with their themes; the first row is the head. A masked view has no texts and columns of records. With filters, each row names them: a table has no other place for it. */
export function recordRows(view, all = view.corpus.records) {
    const records = view.left ? all.filter((record) => !view.left.has(record)) : all;
    const known = assignments(view);
    const keys = view.isMasked ? [] : metadataKeys(records);
    const filters = filterWords(view);
    const values = valuesByRecord(view);
    const distances = distanceWords(view);
    const head = [text("result.recordId"), text("result.date"), ...(view.isMasked ? [] : [text("result.text")]), text("result.codes"), text("result.themeIds"), text("result.themes"), ...translatedHead(view), ...distances.map(() => text("question.far")), text("result.reason"), ...values.map(({ title }) => title), ...keys, ...(filters ? [text("result.filterTitle")] : [])];
    return [head, ...records.map((record) => {
        const { ids = [], themes = [], translated = [], far = [], reason = "" } = known.get(record.id) ?? {};
        return [record.id, record.date, ...(view.isMasked ? [] : [record.content]), (record.codes ?? []).join("; "), ids.join("; "), themes.join("; "), ...(view.translation ? [translated.join("; ")] : []), ...distances.map(() => far.join("; ")), reason, ...values.map(({ of }) => of.get(record.id) ?? ""), ...keys.map((key) => cellOf(record.metadata?.[key])), ...(filters ? [filters] : [])];
    })];
}

/** Themes with their counts in each period. */
export function themeRows(view) {
    const { answer, periods, translation } = view;
    const translated = (theme) => (translation ? [translation.title(theme), translation.definition(theme)] : []);
    const distances = distanceWords(view);
    const head = [text("result.themeId"), text("result.theme"), text("result.definition"), ...translatedHead(view, "definition"), text("result.inclusion"), text("result.records"), text("result.share"), text("result.firstSeenTitle"), ...distances.map(() => text("question.title")), ...periods];
    return [head, ...(answer.themes ?? []).flatMap((theme) => [
        [theme.id, theme.title, theme.definition, ...translated(theme), theme.inclusion, theme.record_count, theme.share, theme.first_seen, ...distances.map((words) => words(theme)), ...valuesOf(theme, periods).map((value) => value ?? text("result.hiddenShort"))],
        ...(theme.sub_themes ?? []).map((sub) => [sub.id, `${theme.title}: ${sub.title}`, sub.definition, ...translated(sub), "", sub.record_count, sub.share, ""]),
    ])];
}

/** A map with the base of each column, then the counts and shares of each row. Columns without a base have counts only. */
function mapRows(name, columns, rows) {
    const isKnown = columns.some(({ base }) => base !== null);
    const head = columns.flatMap((column) => (isKnown ? [`${titleOf(column)}: ${text("result.records")}`, `${titleOf(column)}: ${text("result.share")}`] : [titleOf(column)]));
    const bases = isKnown ? [[text("result.base"), ...columns.flatMap(({ base }) => [base, null])]] : [];
    return [[name, ...head], ...bases, ...rows.map(({ title, cells }) => [title, ...cells.flatMap(({ value, share }) => (isKnown ? [value, share] : [value]))])];
}

/** The values of a dimension for all records and each theme: counts, then shares. */
function dimensionRows(view, dimension) {
    const { columns, rows } = dimensionMap(view, dimension);
    const head = columns.flatMap(({ title }) => [`${title}: ${text("result.records")}`, `${title}: ${text("result.share")}`]);
    return [[text("result.theme"), ...head], ...rows.map(({ title, cells }) => [title, ...cells.flatMap(({ value, share }) => [value, share])])];
}

/** The values of a dimension by period: counts and shares; null without dates. */
function dimensionPeriodRows(view, dimension) {
    const map = dimensionPeriods(view, dimension);
    const words = (own) => own ?? text("result.hiddenShort");
    return map && mapRows(text("columns.value"), map.columns, map.rows.map(({ title, cells }) => ({ title, cells: cells.map(({ value, share }) => ({ value: words(value), share })) })));
}

/** The counts of a list in several analyses: count, share and version of the list for each. */
function seriesSheet(view) {
    const { series } = view;
    const head = series.columns.flatMap((column) => [`${columnTitle(column)}: ${text("result.records")}`, `${columnTitle(column)}: ${text("result.share")}`]);
    return [[text("result.theme"), ...head], ...seriesRows(view).map(({ title, points }) => [title, ...points.flatMap((point) => (point ? [point.count, point.share] : [null, null]))])];
}

/** Themes, values of dimensions and codes by a key of the breakdown. */
function breakdownRows(view, by) {
    const rows = ["theme", "value", "code"].flatMap((what) => heatMap(view, what, by, Infinity).rows);
    return mapRows(text("result.name"), heatMap(view, "theme", by).columns, rows);
}

function codeRows(view) {
    const { rows, columns } = heatMap(view, "code", byTime, Infinity);
    return mapRows(text("result.code"), columns, rows);
}

/** Tested changes of themes and codes with all their numbers. */
function changeSheet(view) {
    const sides = ["result.outside", "result.inside"].map((key) => text(key));
    const head = [text("result.kind"), text("result.name"), text("result.change"), text("result.periods"),
        ...sides.flatMap((side) => ["result.records", "result.allRecords", "result.share", "result.expected"].map((key) => `${side}: ${text(key)}`)), "p", "q"];
    return [head, ...changeRows(view).map(({ what, title, change }) => [text(what === "theme" ? "result.theme" : "result.code"), title, text(`result.badge.${change.kind}`), periodsInWords(change.periods),
        ...[0, 1].flatMap((side) => [change.counts[side], change.totals[side], change.shares[side], change.expected[side]]), change.p_value, change.q_value])];
}

function differenceRows({ answer: { comparison } }) {
    const head = [text("result.name"), ...comparison.groups.flatMap((group) => [`${groupName(group)}: ${text("result.records")}`, `${groupName(group)}: ${text("result.share")}`]),
        text("result.differenceOfShares"), text("result.low"), text("result.high"), "p", text("result.verdict")];
    return [head, ...comparison.differences.map(({ title, counts, shares, difference, low, high, p_value, significant }) =>
        [title, counts[0], shares[0], counts[1], shares[1], difference, low, high, p_value, difference === null ? "" : text(significant ? "result.significant" : "result.notSignificant")])];
}

function qualityRows(answer) {
    const { score, confidence, words } = assessment(answer);
    return [[text("result.quality"), score ?? words[0]], ...(confidence === null ? [] : [[text("result.partsTitle"), confidence]]), ...(score === null ? [] : [["", words.at(-1)]])];
}

function summaryRows(view) {
    const { answer, request, fileName } = view;
    const filters = filterWords(view);
    return [[text("result.name"), text("columns.value")], [text("question.title"), request?.prompt], [text("file.title"), fileName], ...(filters ? [[text("result.filterTitle"), filters]] : []), ...(view.left ? [[text("sensitive.title"), text("sensitive.left", { count: view.left.size })]] : []), [text("result.requestId"), answer.request_id], [text("result.models"), readersOf(answer)],
        [text("result.records"), answer.feedback_record_count], [text("result.unassigned"), answer.unassigned_count], ...qualityRows(answer),
        [text("result.uncertainty"), answer.uncertainty_explanation], [text("result.answer"), answer.analysis]];
}

/** The sheets of the workbook: {name, rows, widths}. */
export function sheets(view) {
    const { answer, corpus } = view;
    return [
        { name: text("result.summary"), rows: summaryRows(view), widths: [28, 90] },
        { name: text("result.themes"), rows: themeRows(view), widths: [8, 40, 60, 60] },
        ...(view.series ? [{ name: text("series.title"), rows: seriesSheet(view), widths: [40] }] : []),
        ...(ofAll(view).answer.dimensions ?? []).flatMap((dimension) => [[dimension.title, dimensionRows(ofAll(view), dimension)], [text("dimension.overTime", { title: dimension.title }), dimensionPeriodRows(ofAll(view), dimension)]]
            .filter(([, rows]) => rows).map(([name, rows]) => ({ name, rows, widths: [40] }))),
        ...(answer.coding_trends?.cells?.length ? [{ name: text("result.codes"), rows: codeRows(view), widths: [40] }] : []),
        ...(changeRows(view)?.length ? [{ name: text("result.changes"), rows: changeSheet(view), widths: [10, 40, 14, 24] }] : []),
        ...(answer.breakdown ?? []).map(({ key }) => ({ name: key, rows: breakdownRows(view, key), widths: [40] })),
        ...(answer.comparison ? [{ name: text("result.comparison"), rows: differenceRows(view), widths: [40] }] : []),
        ...(corpus ? [{ name: text("result.records"), rows: recordRows(view), widths: [16, 12, 80, 30, 12, 40] }] : []),
    ];
}
