// Which records touch sensitive content, as detect-sensitive-bulk says, and answers without them.

/** What a check found, from its entries in the order of the records. A record that could not be checked may hold anything. */
export class Findings {
    constructor(records, entries) {
        this.found = records.flatMap((record, at) => (entries[at]?.is_sensitive ? [{ record, types: entries[at].sensitivity_types }] : []));
        this.unchecked = records.filter((_, at) => !entries[at] || entries[at].error || entries[at].is_sensitive === null);
    }

    /** Records of each type, the most frequent first: [{type, count}]. */
    get counts() {
        const counts = new Map();
        for (const { types } of this.found) for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
        return [...counts].map(([type, count]) => ({ type, count })).sort((left, right) => right.count - left.count || (left.type < right.type ? -1 : 1));
    }

    /** The records that a file for others should lack. */
    get left() {
        return new Set([...this.found.map(({ record }) => record), ...this.unchecked]);
    }
}

const withoutIds = (entry, ids) => {
    if (!entry.record_ids) return entry;
    const kept = entry.record_ids.filter((id) => !ids.has(id));
    return { ...entry, record_ids: kept, record_ids_omitted: (entry.record_ids_omitted ?? 0) + entry.record_ids.length - kept.length };
};

/** A map without the points of these records. */
function withoutPoints({ record_ids: all, x, y, ...rest }, ids) {
    const kept = [...all.keys()].filter((point) => !ids.has(all[point]));
    const of = (values) => kept.map((point) => values[point]);
    return { ...rest, record_ids: of(all), x: of(x), y: of(y), record_ids_omitted: (rest.record_ids_omitted ?? 0) + all.length - kept.length };
}

/** The view with the answer of all records. For counts: lists that lack records would count less. */
export const ofAll = (view) => (view.answerOfAll ? { ...view, answer: view.answerOfAll } : view);

/**
 * An answer without these records in its lists, quotes and map. Counts stay: they are those of all records. So does the text of the answer, which
 * was written from all of them.
 */
export function withoutRecords(answer, records) {
    const ids = new Set([...records].map(({ id }) => id));
    const theme = (entry) => ({
        ...withoutIds(entry, ids), ...(entry.quotes && { quotes: entry.quotes.filter(({ record_id: id }) => !ids.has(id)) }), ...(entry.sub_themes && { sub_themes: entry.sub_themes.map(theme) }),
    });
    const { pretty_output: _, ...rest } = answer; // holds the quotes, too
    return {
        ...rest, ...(answer.themes && { themes: answer.themes.map(theme) }), ...(answer.unassigned && { unassigned: answer.unassigned.map((entry) => withoutIds(entry, ids)) }),
        ...(answer.dimensions && { dimensions: answer.dimensions.map((dimension) => ({ ...dimension, values: dimension.values.map((value) => withoutIds(value, ids)) })) }),
        ...(answer.record_map && { record_map: withoutPoints(answer.record_map, ids) }),
        ...(answer.restored && { restored: answer.restored.map((entry) => (entry.member === "themes" && entry.masked ? { ...entry, masked: entry.masked.map(theme) } : entry)) }),
        ...(answer.refused_records && { refused_records: answer.refused_records.filter((id) => !ids.has(id)) }),
    };
}
