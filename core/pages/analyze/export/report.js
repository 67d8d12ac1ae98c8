// The report of an answer as blocks, for DOCX and Markdown.
import { modelName } from "../models.js";
import { isolated } from "../texts/direction.js";
import { inSentence, text } from "../texts/texts.js";
import { changeInWords, periodsInWords, sideInWords } from "../result/changes.js";
import { comparisonTitle, groupName } from "../result/comparison.js";
import { filterWords } from "../result/filters.js";
import { count, money, percent, points } from "../result/format.js";
import { baseOf, cellWords, selectedMap, titleOf } from "../result/heat_map.js";
import { parse } from "../result/markdown.js";
import { changeRows, comparisonRows, valuesOf } from "../result/model.js";
import { assessment, cautions, readRecords } from "../result/quality.js";

const plain = (content) => [{ text: String(content ?? "") }];
const heading = (level, content) => ({ kind: "heading", level, runs: plain(content) });
const paragraph = (...runs) => ({ kind: "paragraph", runs: runs.map((run) => (typeof run === "string" ? { text: run } : run)) });
const list = (items) => ({ kind: "list", ordered: false, items: items.map((item) => ({ depth: 0, runs: plain(item) })) });
const table = (head, rows) => ({ kind: "table", head: head.map(plain), rows: rows.map((row) => row.map(plain)) });
const image = (charts, name) => (charts[name] ? [{ kind: "image", ...charts[name] }] : []);

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

/** Headings of the answer come below those of the report. */
const answerBlocks = ({ answer, request }) => parse(answer.analysis, request?.crm_feedback_base_url).map((block) => (block.kind === "heading" ? { ...block, level: 3 } : block));

function themeBlocks(theme) {
    return [
        heading(3, theme.title),
        paragraph({ text: `${count(theme.record_count)} · ${percent(theme.share)}. `, bold: true }, theme.definition),
        ...(theme.changes?.length ? [list(theme.changes.map(changeInWords))] : []),
        ...(theme.sub_themes?.length ? [list(theme.sub_themes.map(({ title, record_count, share }) => `${isolated(title)}: ${count(record_count)} (${percent(share)})`))] : []),
        ...(theme.quotes ?? []).map(({ record_id, text: quoted }) => ({ kind: "quote", runs: plain(`“${isolated(quoted)}” (${isolated(record_id)})`) })),
    ];
}

const themeTable = ({ themes }) => table([text("result.theme"), text("result.records"), text("result.share")],
    themes.map(({ title, record_count, share }) => [title, count(record_count), percent(share)]));

function periodTable({ answer: { themes }, periods }) {
    const most = 12;
    const shown = periods.slice(-most);
    return [...(periods.length > most ? [paragraph(text("result.lastPeriods", { count: most }))] : []),
        table([text("result.theme"), ...shown], themes.map((theme) => [theme.title, ...valuesOf(theme, shown).map((value) => (value === null ? text("result.hiddenShort") : count(value)))]))];
}

function themeSection(view, charts) {
    const { answer, periods } = view;
    if (!answer.themes?.length) return [heading(2, text("result.themes")), paragraph(text("result.noThemes"))];
    return [heading(2, text("result.themes")), ...image(charts, "themes"), themeTable(answer), ...answer.themes.flatMap(themeBlocks),
        ...(periods.length > 1 ? [heading(2, text("result.overTime")), ...image(charts, "lines"), ...periodTable(view)] : [])];
}

function changeSection(view, charts) {
    const rows = changeRows(view);
    if (!rows) return [];
    const most = 60;
    const list = rows.slice(0, most).map(({ title, change }) => [title, text(`result.badge.${change.kind}`), periodsInWords(change.periods), sideInWords(change, 0), sideInWords(change, 1)]);
    return [heading(2, text("result.changes")), ...(rows.length ? [paragraph(text("result.changesHint")), ...image(charts, "changes"),
        table([text("result.name"), text("result.change"), text("result.periods"), text("result.outside"), text("result.inside")], list),
        ...(rows.length > most ? [paragraph(text("result.cut", { shown: most, count: rows.length }))] : [])] : [paragraph(text("result.noChanges"))])];
}

/** The map as the page shows it; of periods the last ones, of values the most frequent. */
function heatSection(view, charts) {
    if (!view.selected) return [];
    const most = 12;
    const { map, measure } = selectedMap(view);
    if (!map.rows.length) return [];
    const left = map.columns.length - most;
    const [from, to] = left <= 0 ? [0, map.columns.length] : view.selected.by === "period" ? [left, map.columns.length] : [0, most];
    const note = left <= 0 ? [] : [paragraph(text(view.selected.by === "period" ? "result.lastPeriods" : "result.firstValues", { count: most }))];
    const title = view.selected.by === "period" ? text("result.heat") : `${text("result.heat")}: ${inSentence(view.selected.by)}`;
    return [heading(2, title), ...image(charts, "heat"), ...(measure === "count" ? [] : [paragraph(text("result.baseHint"))]), ...note,
        table([text("result.name"), ...map.columns.slice(from, to).map((column) => `${inSentence(titleOf(column))} ${baseOf(column)}`.trim())],
            map.rows.map(({ title: name, cells }) => [name, ...cells.slice(from, to).map((own, at) => cellWords(own, map.columns[from + at], measure))]))];
}

function comparisonSection(view, charts) {
    const rows = view.answer.comparison ? comparisonRows(view, 40) : [];
    if (!rows.length) return [];
    const { groups } = view.answer.comparison;
    const withShare = (value, share) => (share === null ? count(value) : `${count(value)} (${percent(share)})`);
    return [heading(2, comparisonTitle(view)), paragraph(text("result.comparisonHint")), ...image(charts, "comparison"),
        table([text("result.name"), ...groups.map(groupName), text("result.difference"), text("result.verdict")],
            rows.map(({ title, counts, shares, difference, low, high, significant }) => [title, ...counts.map((value, at) => withShare(value, shares[at])),
                `${points(difference)} ${text("result.interval", { low: points(low), high: points(high) })}`, text(significant ? "result.significant" : "result.notSignificant")]))];
}

function unassignedSection({ answer }) {
    if (!answer.unassigned?.length) return [];
    return [heading(2, text("result.unassigned")), table([text("result.reason"), text("result.records")],
        answer.unassigned.map(({ reason, record_count }) => [text(`result.reason.${reason}`), count(record_count)]))];
}

function refusedSection({ answer: { refused_records: ids = [] } }) {
    return ids.length ? [heading(2, text("result.refused")), paragraph(text("result.refusedHint")), paragraph(ids.map(isolated).join(", "))] : [];
}

function provenanceSection({ answer }) {
    const own = answer.provenance;
    const lines = [`${text("result.requestId")}: ${isolated(answer.request_id)}`, ...(own ? [`${text("result.version")}: ${isolated(own.server_version)}`,
        ...own.models.map(({ model, calls, cost_usd }) => `${isolated(modelName(model))}: ${text("result.calls")} ${count(calls)}, ${text("result.cost")} ${money(cost_usd)}`)] : [])];
    return [heading(2, text("result.provenance")), list(lines)];
}

/** `charts`: {themes, lines, heat, changes, comparison}, each {bytes, width, height, alternative}, as far as they exist. */
export function report(view, charts = {}) {
    return [
        ...opening(view), heading(2, text("result.answer")), ...answerBlocks(view),
        heading(2, text("result.uncertainty")), ...(view.answer.uncertainty_explanation ? [paragraph(view.answer.uncertainty_explanation)] : []), list(cautions(view)),
        ...themeSection(view, charts), ...changeSection(view, charts), ...heatSection(view, charts), ...comparisonSection(view, charts), ...unassignedSection(view), ...refusedSection(view), ...provenanceSection(view),
    ];
}
