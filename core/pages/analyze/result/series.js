// The same list of themes counted in several analyses: a series per theme, with the version of the list that each was counted against.
import { guidOf } from "../themes/codebook.js";
import { periodsOf } from "./model.js";
import { startOf } from "./periods.js";

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
