// The records of a file, and those behind a count of an answer.
import { periodOf } from "./periods.js";

/** The value of a metadata member as a breakdown groups it; null without one. */
function groupValue(value) {
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (typeof value !== "string" || [...value.trim()].length > 256) return null;
    return value.trim() || null;
}

/** The records of a file, which arrive in portions. Functions return records in the order of the file. */
export class Corpus {
    /** `records`: [{id, content, date, metadata, codes, row}] */
    constructor(records = []) {
        this.records = [];
        this.ids = new Set();
        this.idLengths = new Set();
        this.dated = 0; // records with a date
        this.add(records);
    }

    add(portion) {
        for (const record of portion) {
            this.records.push(record);
            this.ids.add(record.id);
            this.idLengths.add(record.id.length);
            if (record.date !== "") this.dated += 1;
        }
    }

    /** Ids need not be unique: all records with one of these. */
    ofIds(ids) {
        const wanted = new Set(ids);
        return this.records.filter(({ id }) => wanted.has(id));
    }

    withCode(code) {
        return this.records.filter(({ codes = [] }) => codes.includes(code));
    }
}

export const inPeriod = (records, period, kind) => records.filter(({ date }) => periodOf(date, kind) === period);

/** Records of the periods from the first to the last, or those of all other periods. */
export const inPeriods = (records, [first, last], kind, inside = true) => records.filter(({ date }) => {
    const own = periodOf(date, kind);
    return own !== null && (own >= first && own <= last) === inside;
});

/** The number of records in each period: a Map. */
export function countByPeriod(records, kind) {
    const counts = new Map();
    for (const { date } of records) {
        const period = periodOf(date, kind);
        if (period !== null) counts.set(period, (counts.get(period) ?? 0) + 1);
    }
    return counts;
}

/** Records with a value of a metadata member; those with none of `named` if the value is null. */
export function withValue(records, key, value, named) {
    const all = new Set(named);
    return records.filter(({ metadata = {} }) => {
        const own = groupValue(metadata[key]);
        return value === null ? !all.has(own) : own === value;
    });
}

/** Records of a group of a comparison: `compare` of the request, and 0 or 1. */
export function inGroup(records, compare, group) {
    if (compare.key) return withValue(records, compare.key, String(compare.values[group]), []);
    const { from, to } = compare.windows[group];
    return records.filter(({ date }) => {
        const own = periodOf(date, "day");
        return own !== null && own >= from && own <= to;
    });
}
