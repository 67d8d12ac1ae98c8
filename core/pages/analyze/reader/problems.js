// What is wrong with a file as a whole, and with rows of it.

/** Limits of a file, in the page and in the command. */
export const maxFile = 300 * 1024 * 1024; // bytes
export const maxColumns = 1000;
/** Cells of a table, with the empty ones before the last of a row that has text. Few bytes can declare many. */
export const maxCells = 12_000_000;

/** A problem of the file, with the key of its text and what the text says of it: {row, column, …}. */
export class FileProblem extends Error {
    constructor(key, values = {}) {
        super(key);
        this.key = key;
        this.values = values;
    }
}

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
