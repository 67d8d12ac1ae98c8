// Two reports compared, as blocks and as rows.
import { intervals } from "../result/charts/charts.js";
import { mirrored } from "../../shared/charts/scene.js";
import { count, percent, points } from "../format.js";
import { compareSummaries, summaryIn } from "../result/two_reports.js";
import { isolated } from "../../shared/direction.js";
import { direction, inSentence, text } from "../texts/texts.js";
import { EditProblem } from "../themes/theme_edits.js";
import { dataOf, htmlReport } from "./html.js";

const plain = (content) => [{ text: String(content) }];
const list = (items, ordered) => ({ kind: "list", ordered, items: items.map((item) => ({ depth: 0, runs: plain(item) })) });
const heading = (level, content) => ({ kind: "heading", level, runs: plain(content) });

/** The summary in the text of a file: a report in HTML, or an answer in JSON. Throws EditProblem for others. */
export function readSummary(content, name) {
    try {
        return summaryIn(dataOf(content) ?? JSON.parse(content), name);
    } catch {
        throw new EditProblem("compare.unreadable", { name }); // also for members of other types
    }
}

const nameOf = ({ file, date }) => [inSentence(file), inSentence(date ?? "")].filter(Boolean).join(", ") || "–";

/** The name of a side with its base. */
export const sideTitle = (summary) => `${nameOf(summary)} ${text("compare.side", { count: summary.records })}`;

/** What a reader must know before the numbers. */
function cautions({ first, second, rows, matched, isSameList }) {
    return [
        isSameList ? text("compare.sameList", { count: rows.length }) : text("compare.otherList", { matched, count: rows.length }),
        ...(first.models !== second.models ? [text("compare.models", { first: inSentence(first.models || "–"), second: inSentence(second.models || "–") })] : []),
        ...(first.question !== second.question ? [text("compare.questions")] : []),
        ...(first.isEdited || second.isEdited ? [text("compare.edited")] : []),
        text("compare.chance"), text("compare.apart"),
    ];
}

/** The count and share of a side. */
export const sideWords = (row, at) => (row.counts[at] === null ? "–" : `${count(row.counts[at])} (${percent(row.shares[at])})`);

/** The difference of a row with its interval. */
export function differenceWords({ difference, low, high }) {
    return difference === null ? "–" : `${points(difference)} ${text("result.interval", { low: points(low), high: points(high) })}`;
}

/** What a reader must know of a row. */
export const verdictOf = ({ mark, isClear, difference }) => [...(mark === "same" ? [] : [text(`compare.${mark}`)]),
    ...(difference === null ? [] : [text(isClear ? "compare.clear" : "compare.unclear")])].join(", ");

function blocksOf(compared) {
    const { first, second, rows } = compared;
    const drawn = rows.filter(({ difference }) => difference !== null);
    const scene = drawn.length ? intervals(text("compare.chart"), drawn.map(({ title, difference, low, high, isClear }) => ({ label: title, difference, low, high, significant: isClear })), points) : null;
    return [
        heading(1, text("compare.title")), list([first, second].map(sideTitle), true),
        heading(2, text("compare.before")), list(cautions(compared), false),
        heading(2, text("result.themes")), ...(scene ? [{ kind: "image", scene: direction() === "rtl" ? mirrored(scene) : scene }] : []),
        { kind: "table", head: [text("result.theme"), sideTitle(first), sideTitle(second), text("result.difference"), text("compare.note")].map(plain),
            rows: rows.map((row) => [isolated(row.title), sideWords(row, 0), sideWords(row, 1), differenceWords(row), verdictOf(row)].map(plain)), themes: rows.map((_, at) => at) },
    ];
}

/** {compared, cautions, html} of two summaries. */
export function comparisonReport(first, second) {
    const compared = compareSummaries(first, second);
    const themes = compared.rows.map(({ title, counts, shares }) => ({ title, record_count: counts[1] ?? counts[0], share: Math.max(shares[0] ?? 0, shares[1] ?? 0) }));
    return { compared, cautions: cautions(compared), html: htmlReport(blocksOf(compared), { themes, data: null }) };
}
