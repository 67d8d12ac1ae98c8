// Two answers side by side, such as those of two months: what a report holds for it, which themes are the same, and by how much shares differ.
import { readersOf } from "../models.js";
import { hasOtherCriteria } from "../themes/edited_answer.js";
import { EditProblem, withoutTexts } from "../themes/theme_edits.js";

const definitionOf = ({ id, title, definition = "", inclusion = "", exclusion, sub_themes = [], record_count, share }) => ({
    id, title, definition, inclusion, ...(exclusion && { exclusion }), sub_themes: sub_themes.map((sub) => ({ id: sub.id, title: sub.title, definition: sub.definition ?? "" })), record_count, share,
});

/** What a report holds for a comparison: counts and definitions, no text of a record. */
export const summaryOf = ({ answer, request, fileName = "", date = null }) => ({
    format: "verbatim-report-1", question: request?.prompt ?? "", file: fileName, date, records: answer.feedback_record_count, models: readersOf(answer), isEdited: Boolean(answer.isEdited),
    themes: withoutTexts(answer.themes).map(definitionOf),
});

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const isTheme = (theme) => [theme?.id, theme?.title].every((word) => typeof word === "string") && [theme.record_count, theme.share].every(isNumber);
const isWordOrAbsent = (value) => value === undefined || value === null || typeof value === "string";

/** The summary in a value: that of a report, or of an answer, alone or as the page saves it. Throws EditProblem for others. */
export function summaryIn(value, name) {
    const answer = value?.answer ?? value;
    const isSummary = value?.format === "verbatim-report-1";
    const records = isSummary ? value.records : answer?.feedback_record_count;
    if (!Array.isArray(answer?.themes) || !answer.themes.every(isTheme) || !isNumber(records) || records < 0) throw new EditProblem("compare.unreadable", { name });
    const summary = isSummary ? { ...value, themes: value.themes.map(definitionOf) } : summaryOf({ answer, request: value.request, fileName: value.file ?? name });
    if (![summary.question, summary.file, summary.date, summary.models].every(isWordOrAbsent)) throw new EditProblem("compare.unreadable", { name });
    return { ...summary, question: summary.question ?? "", file: summary.file ?? "" };
}

const z = 1.959963984540054; // of a 95 % interval

/** Wilson's interval of a share. */
function shareInterval(count, total) {
    const share = count / total;
    const [centre, divisor] = [share + (z * z) / (2 * total), 1 + (z * z) / total];
    const half = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
    return { low: count === 0 ? 0 : Math.max(0, (centre - half) / divisor), high: count === total ? 1 : Math.min(1, (centre + half) / divisor) };
}

/** The share of the second minus that of the first, with Newcombe's 95 % interval, as in the comparison of an answer. Null without records. */
export function differenceOf(first, second) {
    if (!first.total || !second.total) return null;
    const [a, b] = [first.count / first.total, second.count / second.total];
    const [ofFirst, ofSecond] = [shareInterval(first.count, first.total), shareInterval(second.count, second.total)];
    return {
        difference: b - a,
        low: Math.max(-1, b - a - Math.hypot(b - ofSecond.low, ofFirst.high - a)), high: Math.min(1, b - a + Math.hypot(ofSecond.high - b, a - ofFirst.low)),
    };
}

const normal = (title) => title.trim().toLowerCase();

/** The theme of the list that is the same: its id with its title or its criteria, else its title. An id alone may be that of another list. */
function sameTheme(theme, list) {
    return list.find((other) => other.id === theme.id && (normal(other.title) === normal(theme.title) || !hasOtherCriteria(other, theme)))
        ?? list.find((other) => normal(other.title) === normal(theme.title)) ?? null;
}

/** Pairs of themes; each theme is in one of them. */
function pairsOf(first, second) {
    const left = new Set(first);
    const pairs = second.map((theme) => {
        const same = sameTheme(theme, [...left]);
        left.delete(same);
        return [same, theme];
    });
    return [...pairs, ...[...left].map((theme) => [theme, null])];
}

const comparableMarks = new Set(["same", "renamed"]);

function rowOf([before, after], first, second) {
    const known = after ?? before;
    const mark = !before ? "new" : !after ? "gone" : hasOtherCriteria(before, after) ? "changed" : normal(before.title) !== normal(after.title) ? "renamed" : "same";
    const difference = comparableMarks.has(mark) ? differenceOf({ count: before.record_count, total: first.records }, { count: after.record_count, total: second.records }) : null;
    return {
        id: known.id, title: known.title, mark, counts: [before?.record_count ?? null, after?.record_count ?? null], shares: [before?.share ?? null, after?.share ?? null],
        difference: difference?.difference ?? null, low: difference?.low ?? null, high: difference?.high ?? null,
        isClear: difference !== null && (difference.low > 0 || difference.high < 0),
    };
}

/**
 * {first, second, rows, matched, isSameList}: a row for each theme of the second, then those that only the first has. `mark`: same, renamed,
 * changed (other criteria), new, gone; only the first two have a difference. `isClear`: its interval leaves out zero.
 */
export function compareSummaries(first, second) {
    const rows = pairsOf(first.themes, second.themes).map((pair) => rowOf(pair, first, second));
    const comparable = rows.filter(({ mark }) => comparableMarks.has(mark));
    return { first, second, rows, matched: comparable.length, isSameList: comparable.length === rows.length };
}
