// What the views show of an answer. Counts are those of the answer; nothing is counted again.
import { countByPeriod, inGroup, inPeriod, withValue } from "./corpus.js";
import { kindOf, withGaps } from "./periods.js";

/** Periods of the answer in order, with those between them that have no records. */
export function periodsOf(answer) {
    const themes = (answer.themes ?? []).flatMap(({ periods = [] }) => periods.map(({ period }) => period));
    return withGaps([...(answer.coding_trends?.periods ?? []), ...themes]);
}

/** The kind of the periods: day, week, month; null without any. */
export const periodKind = (periods) => kindOf(periods[0] ?? "");

/** Counts of a theme in these periods; null if they are hidden. */
export function valuesOf(theme, periods) {
    if (theme.suppressed_over_time || theme.isUnknownOverTime) return periods.map(() => null);
    const counts = new Map(theme.periods.map(({ period, count }) => [period, count]));
    return periods.map((period) => counts.get(period) ?? 0);
}

const themeRows = (answer, records) => (answer.themes ?? []).map((theme) => ({ id: theme.id, title: theme.title, records: () => records.ofTheme(theme) }));

function codeRows(answer, records) {
    const totals = new Map();
    for (const { code, count } of answer.coding_trends?.cells ?? []) totals.set(code, (totals.get(code) ?? 0) + count);
    const codes = [...totals].sort(([left, a], [right, b]) => b - a || (left < right ? -1 : 1)).map(([code]) => code);
    return [...codes, ...(answer.coding_trends?.suppressed_codes ?? [])].map((code) => ({ id: code, title: code, records: () => records.ofCode(code) }));
}

/** Finds the records of rows; `corpus` may be missing. */
const finder = (corpus) => ({ ofTheme: ({ record_ids }) => corpus?.ofIds(record_ids) ?? [], ofCode: (code) => corpus?.withCode(code) ?? [] });

/** The ids of the records of each value of the dimensions, by the id of the value in breakdowns and comparisons. */
const idsByValue = ({ dimensions = [] }) => new Map(dimensions.flatMap(({ id, values }) => values.map((value) => [`${id}/${value.id}`, value.record_ids])));

/** Finds the records of rows of a breakdown or a comparison: of a theme, of a value, or of a code. */
function finderByKind({ answer, corpus }) {
    const own = finder(corpus);
    const themes = new Map((answer.themes ?? []).map((theme) => [theme.id, theme]));
    const values = idsByValue(answer);
    return (kind, id) => (kind === "code" ? own.ofCode(id) : own.ofTheme(kind === "theme" ? themes.get(id) ?? { record_ids: [] } : { record_ids: values.get(id) ?? [] }));
}

const shareOf = (value, base) => (value === null || !base ? null : value / base);

function byPeriod(rows, counts, bases, periods, kind) {
    const cell = (row, period) => {
        const value = counts(row, period);
        return { value, share: shareOf(value, bases?.get(period) ?? null), records: () => inPeriod(row.records(), period, kind) };
    };
    return {
        columns: periods.map((period) => ({ title: period, base: bases ? bases.get(period) ?? 0 : null })),
        rows: rows.map((row) => ({ ...row, cells: periods.map((period) => cell(row, period)) })),
        rowCount: rows.length,
    };
}

/** Records of each period in the file, or null if it does not hold those of the answer, which does not count them. */
function basesOf({ answer, corpus, kind }) {
    return corpus?.records.length === answer.feedback_record_count ? countByPeriod(corpus.records, kind) : null;
}

function themesByPeriod({ answer, periods, kind, ...view }, records) {
    const values = new Map((answer.themes ?? []).map((theme) => [theme.id, new Map(valuesOf(theme, periods).map((value, at) => [periods[at], value]))]));
    return byPeriod(themeRows(answer, records), ({ id }, period) => values.get(id).get(period), basesOf({ answer, kind, ...view }), periods, kind);
}

function codesByPeriod({ answer, periods, kind, ...view }, records, most) {
    const values = new Map((answer.coding_trends?.cells ?? []).map(({ code, period, count }) => [`${period} ${code}`, count]));
    const hidden = new Set(answer.coding_trends?.suppressed_codes);
    const rows = codeRows(answer, records);
    const counts = ({ id }, period) => (hidden.has(id) ? null : values.get(`${period} ${id}`) ?? 0);
    return { ...byPeriod(rows.slice(0, most), counts, basesOf({ answer, kind, ...view }), periods, kind), rowCount: rows.length };
}

function byValue({ key, values }, what, records, most) {
    const named = values.map(({ value }) => value).filter((value) => value !== null);
    const rows = new Map();
    values.forEach(({ value, counts }, column) => {
        for (const { kind, id, title, count, share } of counts.filter((entry) => entry.kind === what)) {
            if (!rows.has(id)) rows.set(id, { id, title, records: () => records.of(what, id), cells: values.map(() => ({ value: 0, share: 0 })) });
            const row = rows.get(id);
            row.cells[column] = { value: count, share, kind, records: () => withValue(row.records(), key, value, named) };
        }
    });
    return { columns: values.map(({ value, record_count }) => ({ title: value, base: record_count })), rows: [...rows.values()].slice(0, most), rowCount: rows.size };
}

/** `by` of a map over time. It is the key of no column, as keys are not empty: a column may be named "period". */
export const byTime = "";

/**
 * Themes, values of dimensions or codes (`what`: theme, value, code) by `by`: byTime, or a key of the breakdown:
 * {columns: [{title, base}], rows: [{id, title, records(), cells: [{value, share, records()}]}], rowCount}. There are at most `most` rows of
 * values and codes; rowCount counts all. A title of null is the group of other values; a value of null is hidden. The base is the number of
 * all records of the column, and a share that of the base; null: unknown.
 */
export function heatMap(view, what, by, most = 40) {
    const { answer, corpus } = view;
    const records = { ...finder(corpus), of: finderByKind(view) };
    if (by !== byTime) return byValue(answer.breakdown.find(({ key }) => key === by), what, records, most);
    return what === "theme" ? themesByPeriod(view, records) : codesByPeriod(view, records, most);
}

/** What the cells of a map can show, the default first: shares if the bases differ, since counts of different bases cannot be compared. */
export function measuresOf({ columns }) {
    const bases = columns.map(({ base }) => base).filter((base) => base !== null);
    if (!bases.some(Boolean)) return ["count"];
    return new Set(bases).size > 1 ? ["share", "count", "both"] : ["count", "share", "both"];
}

/**
 * Tested changes of themes and codes, the clearest first: [{what, id, title, change, records()}]. `what`: theme, code. Null if nothing
 * was tested, also for want of two periods.
 */
export function changeRows({ answer, corpus }) {
    const codes = answer.coding_trends?.changes;
    const { themes } = answer;
    if (!(answer.coding_trends?.periods.length > 1) || (!codes && !themes)) return null;
    const own = finder(corpus);
    const rows = [
        ...(themes ?? []).flatMap((theme) => (theme.changes ?? []).map((change) => ({ what: "theme", id: theme.id, title: theme.title, change, records: () => own.ofTheme(theme) }))),
        ...(codes ?? []).map(({ code, ...change }) => ({ what: "code", id: code, title: code, change, records: () => own.ofCode(code) })),
    ];
    return rows.sort((left, right) => left.change.q_value - right.change.q_value);
}

/** Rows of the comparison with a difference, with the records of both groups. The first `most` count. */
export function comparisonRows({ answer, request, corpus }, most = 60) {
    const records = finderByKind({ answer, corpus });
    const of = ({ kind, id }) => records(kind, id);
    const known = request?.compare;
    return answer.comparison.differences.filter(({ difference }) => difference !== null).slice(0, most).map((row) => ({ ...row, records: known ? (group) => inGroup(of(row), known, group) : undefined }));
}
