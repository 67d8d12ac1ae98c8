// The report of an answer as blocks, for HTML, DOCX and Markdown: headings, paragraphs, lists and tables as in result/markdown.js, quote
// {runs}, image, and group {theme, blocks}, what belongs to a theme. A table may name the `themes` of its rows, and how many a print has.
// A theme is its position.
import { methodBlocks } from "./method.js";
import { distanceWords } from "./tables.js";
import { modelName } from "../models.js";
import { isolated } from "../../shared/direction.js";
import { inSentence, text } from "../texts/texts.js";
import { changeInWords, periodsInWords, sideInWords } from "../result/changes.js";
import { comparisonTitle, groupName } from "../result/comparison.js";
import { dimensionMap, dimensionPeriods, dimensionTitle } from "../result/dimensions.js";
import { filterWords } from "../result/filters.js";
import { count, money, percent, points } from "../format.js";
import { baseOf, cellWords, selectedMap, titleOf, withColumns } from "../result/heat_map.js";
import { parse } from "../result/markdown.js";
import { byTime, changeRows, comparisonRows, valuesOf } from "../result/model.js";
import { assessment, cautions, readRecords } from "../result/quality.js";
import { unlistedWords } from "../result/rest.js";
import { columnTitle, pointWords, seriesRows } from "../result/series.js";
import { ofAll } from "../sensitive/sensitive.js";
import { cut } from "../themes/theme_edits.js";

const plain = (content) => [{ text: String(content ?? "") }];
const heading = (level, content) => ({ kind: "heading", level, runs: plain(content) });
const paragraph = (...runs) => ({ kind: "paragraph", runs: runs.map((run) => (typeof run === "string" ? { text: run } : run)) });
const list = (items) => ({ kind: "list", ordered: false, items: items.map((item) => ({ depth: 0, runs: plain(item) })) });
const table = (head, rows, themes) => ({ kind: "table", head: head.map(plain), rows: rows.map((row) => row.map(plain)), ...(themes && { themes }) });
const image = (charts, name) => (charts[name] ? [{ kind: "image", ...charts[name] }] : []);

/** A report that leaves nothing out, and one of at most 6 pages: how many rows, columns, themes and quotes of each it shows. */
export const whole = { rows: 100, changes: 60, differences: 40, columns: 12, details: Infinity, quotes: Infinity, quoteLength: Infinity, proseLength: Infinity, ids: Infinity };
export const short = { rows: 8, changes: 4, differences: 6, columns: 6, details: 4, quotes: 1, quoteLength: 200, proseLength: 2_200, ids: 60, isShort: true };

/** Names what a table leaves out. */
const cutNote = (shown, all) => (shown < all ? [paragraph(text("report.cut", { shown, count: all }))] : []);

const positionsOf = ({ answer: { themes = [] } }) => {
    const positions = new Map(themes.map(({ id }, at) => [id, at]));
    return (rows) => rows.map(({ what, kind = what, id }) => (kind === undefined || kind === "theme" ? positions.get(id) ?? null : null));
};

function filterBlock(view) {
    const words = filterWords(view);
    return words ? [paragraph(words)] : [];
}

function opening(view) {
    const { answer, request, fileName } = view;
    const { score, words } = assessment(answer);
    return [
        heading(1, request?.prompt ?? text("result.answer")),
        paragraph(`${fileName ? `${isolated(fileName)} · ` : ""}${readRecords(view)}`),
        ...filterBlock(view),
        paragraph(...(score === null ? [] : [{ text: `${text("result.quality")} ${percent(score)}. `, bold: true }]), words.join(" ")),
    ];
}

const lengthOf = ({ runs = [], items = [], head = [], rows = [] }) => [...runs, ...items.flatMap((item) => item.runs), ...head.flat(), ...rows.flat(2)].reduce((sum, run) => sum + run.text.length, 0);

/** A block of at most `most` characters. Tables stay whole. */
function cutBlock(block, most) {
    let left = most;
    const cutRuns = (runs) => runs.flatMap((run) => {
        const own = cut(run.text, Math.max(1, left));
        left -= run.text.length;
        return left + run.text.length > 0 ? [{ ...run, text: own }] : [];
    });
    if (block.runs) return { ...block, runs: cutRuns(block.runs) };
    return block.items ? { ...block, items: block.items.map((item) => ({ ...item, runs: cutRuns(item.runs) })).filter(({ runs }) => runs.length) } : block;
}

/** Headings of the answer come below those of the report. */
function answerBlocks({ answer, request }, { proseLength }) {
    const blocks = parse(answer.analysis, request?.crm_feedback_base_url).map((block) => (block.kind === "heading" ? { ...block, level: 3 } : block));
    let left = proseLength;
    const shown = [];
    for (const block of blocks) {
        if (left <= 0) break;
        shown.push(lengthOf(block) <= left ? block : cutBlock(block, left));
        left -= lengthOf(block);
    }
    return [...shown, ...(left < 0 || shown.length < blocks.length ? [paragraph(text("report.cutAnswer"))] : [])];
}

/** Title and definition of a theme in another language; nothing without a translation. */
function translationBlocks({ translation }, theme) {
    const own = translation?.of(theme);
    return own ? [paragraph({ text: `${text("translate.title", { language: translation.name })}: `, italic: true }, [own.title, own.definition].filter(Boolean).map(isolated).join(" · "))] : [];
}

/** The title of a sub-theme, with that in another language in brackets. */
const subThemeTitle = ({ translation }, theme) => [isolated(theme.title), ...(translation?.title(theme) ? [`(${isolated(translation.title(theme))})`] : [])].join(" ");

function themeBlocks(view, theme, { quotes, quoteLength }) {
    return [
        heading(3, theme.title),
        paragraph({ text: `${[count(theme.record_count), percent(theme.share), ...(theme.far_from_question ? [text("question.far")] : [])].join(" · ")}. `, bold: true }, theme.definition),
        ...translationBlocks(view, theme),
        ...(theme.changes?.length ? [list(theme.changes.map(changeInWords))] : []),
        ...(theme.sub_themes?.length ? [list(theme.sub_themes.map((sub) => `${subThemeTitle(view, sub)}: ${count(sub.record_count)} (${percent(sub.share)})`))] : []),
        ...(theme.quotes ?? []).slice(0, quotes).map(({ record_id, text: quoted }) => ({ kind: "quote", runs: plain(`“${isolated(cut(quoted, quoteLength))}” (${isolated(record_id)})`) })),
    ];
}

function themeTable(view, { rows }) {
    const { answer: { themes }, translation } = view;
    const distances = distanceWords(view);
    const shown = themes.slice(0, rows);
    return [table([text("result.theme"), ...(translation ? [text("translate.title", { language: translation.name })] : []), text("result.records"), text("result.share"), ...distances.map(() => text("question.title"))],
        shown.map((theme) => [theme.title, ...(translation ? [translation.title(theme)] : []), count(theme.record_count), percent(theme.share), ...distances.map((words) => words(theme))]), shown.map((_, at) => at)),
        ...cutNote(shown.length, themes.length)];
}

function periodTable({ answer: { themes }, periods }, { columns }) {
    const shown = periods.slice(-columns);
    return [...(periods.length > columns ? [paragraph(text("result.lastPeriods", { count: columns }))] : []),
        table([text("result.theme"), ...shown], themes.map((theme) => [theme.title, ...valuesOf(theme, shown).map((value) => (value === null ? text("result.hiddenShort") : count(value)))]), themes.map((_, at) => at))].map((block) => ({ ...block, isLong: true }));
}

/** The same list counted in several analyses of kept work. */
function seriesBlocks(view, charts, { rows, isShort }) {
    const { series, answer: { themes } } = view;
    if (!series) return [];
    const positions = new Map(themes.map(({ id }, at) => [id, at]));
    const shown = seriesRows(view).slice(0, rows);
    return [heading(2, text("series.title")), paragraph(text("series.hint")), ...(isShort ? [] : image(charts, "series").map((block) => ({ ...block, isLong: true }))),
        table([text("result.theme"), ...series.columns.map(columnTitle)], shown.map(({ title, points }) => [title, ...points.map(pointWords)]), shown.map(({ id }) => positions.get(id) ?? null)), ...cutNote(shown.length, series.rows.length)];
}

function themeSection(view, charts, size) {
    const { answer, periods } = view;
    if (!answer.themes?.length) return [heading(2, text("result.themes")), paragraph(text("result.noThemes"))];
    const details = answer.themes.slice(0, size.details);
    return [heading(2, text("result.themes")), ...image(charts, "themes"), ...themeTable(view, size), ...image(charts, "map"),
        ...details.map((theme, at) => ({ kind: "group", theme: at, blocks: themeBlocks(view, theme, size) })),
        ...(details.length < answer.themes.length ? [paragraph(text("report.cutThemes", { shown: details.length, count: answer.themes.length }))] : []),
        ...(periods.length > 1 ? [heading(2, text("result.overTime")), ...image(charts, "lines"), ...(size.isShort ? [] : periodTable(view, size))] : []), ...seriesBlocks(view, charts, size)];
}

/** The places of the values with the most records, in the order of the list. */
function frequentValues({ values }, most) {
    return [...values.keys()].sort((left, right) => values[right].record_count - values[left].record_count).slice(0, most).sort((left, right) => left - right);
}

const withShare = (value, share) => (value === null ? text("result.hiddenShort") : share === null ? count(value) : `${count(value)} (${percent(share)})`);

/** All records by value, in a line for each dimension. */
function dimensionList(view, mostValues) {
    const { dimensions = [] } = view.answer;
    const line = (dimension) => `${isolated(dimensionTitle(dimension))}: ${frequentValues(dimension, mostValues).map((at) => dimension.values[at]).map(({ title, record_count, share }) => `${isolated(title)} ${withShare(record_count, share)}`).join(", ")}`;
    return dimensions.length ? [heading(2, text("dimension.rows")), list(dimensions.map(line))] : [];
}

/** All records and the themes with the most records by value; in a print all records only. */
function dimensionSections(given, charts, { rows: most, columns: mostValues, isShort }) {
    const view = ofAll(given);
    if (isShort) return dimensionList(view, mostValues);
    return (view.answer.dimensions ?? []).flatMap((dimension, at) => {
        const { columns, rows: [all, ...themes] } = dimensionMap(view, dimension);
        const places = frequentValues(dimension, mostValues);
        const shown = [all, ...themes.slice(0, most)].map(({ title, cells }) => [title, ...places.map((place) => withShare(cells[place].value, cells[place].share))]);
        return [heading(2, dimensionTitle(dimension)), ...(at ? [] : [paragraph(text("dimension.hint"))]), ...(dimension.unread_count ? [paragraph(text("dimension.unread", { count: dimension.unread_count }))] : []),
            ...image(charts, `dimension-${at + 1}`).map((block) => ({ ...block, isLong: true })),
            ...(places.length < columns.length ? [paragraph(text("result.firstValues", { count: places.length }))] : []),
            { ...table([text("result.theme"), ...places.map((place) => columns[place].title)], shown, shown.map((_, row) => (row ? row - 1 : null))), shortRows: 1 }, ...cutNote(shown.length - 1, themes.length),
            ...dimensionPeriodBlocks(view, dimension, mostValues)];
    });
}

/** The values of a dimension in the last periods. */
function dimensionPeriodBlocks(view, dimension, most) {
    const map = dimensionPeriods(view, dimension);
    if (!map) return [];
    const from = Math.max(0, map.columns.length - most);
    const columns = map.columns.slice(from);
    return [heading(3, text("dimension.overTime", { title: dimensionTitle(dimension) })), ...(columns.every(({ base }) => base !== null) ? [paragraph(text("dimension.overTimeHint"))] : []), ...(from ? [paragraph(text("result.lastPeriods", { count: most }))] : []),
        { ...table([text("columns.value"), ...columns.map((column) => `${titleOf(column)} ${baseOf(column)}`.trim())], map.rows.map(({ title, cells }) => [title, ...cells.slice(from).map(({ value, share }) => withShare(value, share))])), isLong: true }];
}

function changeSection(view, charts, { changes: most, isShort }) {
    const rows = changeRows(view);
    if (!rows) return [];
    const shown = rows.slice(0, most);
    const list = shown.map(({ title, change }) => [title, text(`result.badge.${change.kind}`), periodsInWords(change.periods), sideInWords(change, 0), sideInWords(change, 1)]);
    return [heading(2, text("result.changes")), ...(rows.length ? [paragraph(text("result.changesHint")), ...(isShort ? [] : image(charts, "changes").map((block) => ({ ...block, isLong: true }))),
        table([text("result.name"), text("result.change"), text("result.periods"), text("result.outside"), text("result.inside")], list, positionsOf(view)(shown)),
        ...cutNote(shown.length, rows.length)] : [paragraph(text("result.noChanges"))])];
}

/** The map as the page shows it; of periods the last ones, of values the most frequent. */
function heatSection(view, charts, { columns: most, rows }) {
    if (!view.selected) return [];
    const { map, measure } = selectedMap(view);
    if (!map.rows.length) return [];
    const isOverTime = view.selected.by === byTime;
    const note = map.columns.length > most ? [paragraph(text(isOverTime ? "result.lastPeriods" : "result.firstValues", { count: most }))] : [];
    const title = isOverTime ? text("result.heat") : `${text("result.heat")}: ${inSentence(view.selected.by)}`;
    const { columns, rows: shown } = withColumns({ ...map, rows: map.rows.slice(0, rows) }, view.selected.by, most);
    return [heading(2, title), ...image(charts, "heat"), ...(measure === "count" ? [] : [paragraph(text("result.baseHint"))]), ...note,
        table([text("result.name"), ...columns.map((column) => `${inSentence(titleOf(column))} ${baseOf(column)}`.trim())],
            shown.map(({ title: name, cells }) => [name, ...cells.map((own, at) => cellWords(own, columns[at], measure))]),
            view.selected.what === "theme" ? positionsOf(view)(shown) : undefined), ...cutNote(shown.length, map.rowCount)];
}

function comparisonSection(view, charts, { differences: most }) {
    const all = view.answer.comparison ? comparisonRows(view, Infinity) : [];
    if (!all.length) return [];
    const rows = all.slice(0, most);
    const { groups } = view.answer.comparison;
    return [heading(2, comparisonTitle(view)), paragraph(text("result.comparisonHint")), ...image(charts, "comparison"),
        table([text("result.name"), ...groups.map(groupName), text("result.difference"), text("result.verdict")],
            rows.map(({ title, counts, shares, difference, low, high, significant }) => [title, ...counts.map((value, at) => withShare(value, shares[at])),
                `${points(difference)} ${text("result.interval", { low: points(low), high: points(high) })}`, text(significant ? "result.significant" : "result.notSignificant")]),
            positionsOf(view)(rows)), ...cutNote(rows.length, all.length)];
}

function unassignedSection({ answer }) {
    if (!answer.unassigned?.length) return [];
    return [heading(2, text("result.unassigned")), table([text("result.reason"), text("result.records")],
        answer.unassigned.map(({ reason, record_count, unlisted }) => [text(`result.reason.${reason}`), [count(record_count), unlistedWords({ unlisted })].filter(Boolean).join(" ")]))];
}

function refusedSection({ answer: { refused_records: ids = [] } }, { ids: most }) {
    if (!ids.length) return [];
    return [heading(2, text("result.refused")), paragraph(text("result.refusedHint")), paragraph(ids.slice(0, most).map(isolated).join(", ")), ...cutNote(Math.min(most, ids.length), ids.length)];
}

function provenanceSection({ answer }) {
    const own = answer.provenance;
    const lines = [`${text("result.requestId")}: ${isolated(answer.request_id)}`, ...(own ? [`${text("result.version")}: ${isolated(own.server_version)}`,
        ...own.models.map(({ model, calls, cost_usd }) => `${isolated(modelName(model))}: ${text("result.calls")} ${count(calls)}, ${text("result.cost")} ${money(cost_usd)}`)] : [])];
    return [heading(2, text("result.provenance")), list(lines)];
}

/**
 * The report with its groups. `charts`: {themes, lines, heat, changes, comparison}, each {alternative} and what the format draws, as far
 * as they exist. `size`: whole or short.
 */
export function groupedReport(view, charts = {}, size = whole) {
    return [
        ...opening(view), heading(2, text("result.answer")), ...answerBlocks(view, size),
        ...themeSection(view, charts, size), ...dimensionSections(view, charts, size), ...changeSection(view, charts, size), ...heatSection(view, charts, size), ...comparisonSection(view, charts, size), ...unassignedSection(view), ...refusedSection(view, size),
        heading(2, text("report.method")), ...methodBlocks(view), heading(2, text("result.uncertainty")),
        ...(view.answer.uncertainty_explanation ? [paragraph(view.answer.uncertainty_explanation)] : []), list(cautions(view)), ...(size.isShort ? [] : provenanceSection(view)),
    ];
}

/** The report without groups. */
export const report = (view, charts, size) => groupedReport(view, charts, size).flatMap((block) => (block.kind === "group" ? block.blocks : [block]));
