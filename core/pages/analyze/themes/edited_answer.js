// An answer with the edits of a person, so that all views and files show the same list. Nothing is counted again: records of joined
// and divided themes are those that the answer names.
import { periodOf } from "../result/periods.js";

const byId = (entries) => new Map(entries.map((entry) => [entry.id, entry]));

/** Whether the criteria differ from those that the records were read against. Titles may change. */
export function hasOtherCriteria(theme, counted) {
    const texts = ({ definition = "", inclusion = "", exclusion, examples, sub_themes = [] }) =>
        JSON.stringify([definition, inclusion, exclusion ?? "", examples ?? [], sub_themes.map((sub) => [sub.id, sub.definition ?? ""])]);
    return texts(theme) !== texts(counted);
}

const shareOf = (count, { feedback_record_count: total }) => (total ? count / total : 0);

/** Counts by period of the records of a theme. Null if this tab does not hold the records: their dates are not in the answer. */
function periodsOf(ids, { corpus, kind }) {
    if (!corpus || !kind) return null;
    const counts = new Map();
    for (const { date } of corpus.ofIds(ids)) {
        const period = periodOf(date, kind);
        if (period !== null) counts.set(period, (counts.get(period) ?? 0) + 1);
    }
    return [...counts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([period, count]) => ({ period, count }));
}

function firstSeen(ids, { corpus }) {
    const days = corpus ? corpus.ofIds(ids).map(({ date }) => date).filter(Boolean).sort() : [];
    return days.length ? { first_seen: days[0] } : {};
}

const countsOf = ({ record_ids }, answer) => ({ record_count: record_ids.length, share: shareOf(record_ids.length, answer), record_ids });

function subThemeOf(sub, known, answer) {
    const { id, title, definition } = sub;
    if (sub.counted) return { ...known.get(sub.counted), id, title, definition };
    return { id, title, definition, ...countsOf(sub, answer) };
}

/** A theme whose records were joined or divided. Counts over time stay hidden if those of a part are. */
function computed(theme, { themes, answer, ...records }) {
    const sources = theme.sources.map((id) => themes.get(id)).filter(Boolean);
    const isHidden = sources.some(({ suppressed_over_time: hidden }) => hidden);
    const ids = new Set(theme.record_ids);
    const periods = isHidden ? [] : periodsOf(theme.record_ids, records);
    return {
        ...countsOf(theme, answer), isComputed: true, quotes: sources.flatMap(({ quotes = [] }) => quotes).filter(({ record_id: id }) => ids.has(id)), changes: [], periods: periods ?? [],
        ...(isHidden ? { suppressed_over_time: true } : periods ? firstSeen(theme.record_ids, records) : { isUnknownOverTime: true }),
    };
}

function themeOf(theme, context) {
    const { id, title, definition, inclusion, exclusion, examples, isNew } = theme;
    const counts = theme.counted ? context.themes.get(theme.counted) : computed(theme, context);
    const subThemes = theme.sub_themes.filter(({ record_ids }) => record_ids).map((sub) => subThemeOf(sub, context.subThemes, context.answer));
    return { ...counts, id, title, definition, inclusion, exclusion, examples, new: isNew, sub_themes: subThemes };
}

/** Breakdown and comparison with the rows of the `kept` themes alone, {id, title} by id of the answer, and those of no theme. */
export function withRowsOf({ breakdown, comparison }, kept) {
    const rows = (all) => all.filter(({ kind, id }) => kind !== "theme" || kept.has(id)).map((row) => (row.kind === "theme" ? { ...row, id: kept.get(row.id).id, title: kept.get(row.id).title } : row));
    return {
        ...(breakdown && { breakdown: breakdown.map((block) => ({ ...block, values: block.values.map((value) => ({ ...value, counts: rows(value.counts) })) })) }),
        ...(comparison && { comparison: { ...comparison, differences: rows(comparison.differences) } }),
    };
}

/**
 * The records that were in a theme and are in none of the list, as entries of `unassigned`. Those of a theme that is not counted because ids
 * were left out may be in it. `unlisted`: how many more of deleted themes there can be, whose ids the answer left out.
 */
function lost({ themes = [] }, list, known) {
    const left = new Set(list.flatMap(({ record_ids, omitted, sources }) => record_ids ?? (omitted ? sources.flatMap((id) => known.get(id)?.record_ids ?? []) : [])));
    const ids = [...new Set(themes.flatMap(({ record_ids }) => record_ids))].filter((id) => !left.has(id));
    const staying = new Set(list.flatMap(({ sources }) => sources));
    const unlisted = themes.reduce((sum, { id, record_ids_omitted: omitted = 0 }) => sum + (staying.has(id) ? 0 : omitted), 0);
    return ids.length || unlisted ? [{ reason: "edited", record_count: ids.length, record_ids: ids, ...(unlisted && { unlisted }) }] : [];
}

/**
 * The answer as the views show it. `list`: the edited themes (theme_edits.js); those that were not counted are left out. `corpus` and
 * `kind` as in a view. Breakdowns and the comparison hold the themes whose records did not change; `leftThemes` counts the others.
 */
export function editedAnswer(answer, list, { corpus, kind }) {
    const context = { answer, corpus, kind, themes: byId(answer.themes), subThemes: byId(answer.themes.flatMap((theme) => [...(theme.sub_themes ?? []), theme])) };
    const counted = list.filter(({ record_ids }) => record_ids);
    const kept = new Map(counted.filter((theme) => theme.counted).map((theme) => [theme.counted, theme]));
    const gone = lost(answer, list, context.themes);
    const isLeft = (theme) => (theme.record_ids ? !theme.counted : theme.omitted > 0);
    return {
        ...answer, isEdited: true, leftThemes: list.filter(isLeft).length, themes: counted.map((theme) => themeOf(theme, context)),
        unassigned: [...(answer.unassigned ?? []), ...gone],
        unassigned_count: (answer.unassigned_count ?? 0) + gone.reduce((sum, { record_count: own }) => sum + own, 0),
        ...withRowsOf(answer, kept),
        // Masked themes would be those before the edits.
        ...(answer.restored && { restored: answer.restored.map(({ masked, ...entry }) => (entry.member === "themes" ? entry : { ...entry, masked })) }),
    };
}
