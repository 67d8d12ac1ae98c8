// Which records are sent: those with some values of columns, within a period, selected on a map.

/** No filter: all records. */
export const noFilters = () => ({ values: [], from: "", to: "", ids: null });

export const isFiltered = ({ values, from, to, ids }) => Boolean(values.length || from || to || ids);

/** The values of each key, in order: [[key, [value]]]. */
export function byKey({ values }) {
    const keys = new Map();
    for (const { key, value } of values) keys.set(key, [...new Set([...(keys.get(key) ?? []), value])]);
    return [...keys];
}

/**
 * Records that pass the filters {values: [{key, value}], from, to, ids}. Values of the same key are alternatives; a record must have one of
 * each key, a date in the period, which may be open at either end, and one of the ids unless they are null.
 */
export function selectRecords(records, filters) {
    if (!isFiltered(filters)) return records;
    const { from, to } = filters;
    const ids = filters.ids && new Set(filters.ids);
    const wanted = byKey(filters).map(([key, values]) => [key, new Set(values)]);
    return records.filter(({ id, date, metadata }) => (!ids || ids.has(id)) && wanted.every(([key, values]) => values.has(metadata[key]))
        && (!from || (date && date >= from)) && (!to || (date && date <= to)));
}
