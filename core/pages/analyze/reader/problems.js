// What is wrong with a file as a whole, and with rows of it.

/** What is wrong, with the key of its text and what the text says of it. */
export class Problem extends Error {
    constructor(key, values = {}) {
        super(key);
        Object.assign(this, { key, values });
    }
}

/** A problem of the file. Values: {row, column, …}. */
export class FileProblem extends Problem {}

/** Rows of a problem that are listed; all are counted. */
const maxListed = 200;

/** Problems by kind: {kind, count, rows: [{row, value}]}. */
export class Problems {
    kinds = new Map();

    add(kind, row, value = "") {
        const entry = this.kinds.get(kind) ?? { kind, count: 0, rows: [] };
        entry.count += 1;
        if (entry.rows.length < maxListed) entry.rows.push({ row, value: value.slice(0, 120) });
        this.kinds.set(kind, entry);
    }

    get list() { return [...this.kinds.values()]; }
}
