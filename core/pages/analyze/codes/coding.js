// Codes that a model suggests and a person decides on. A code is its path: the names of its levels from the broadest one.

/** The path of an entry of assign-codes; empty if no code applied. */
export const pathOf = (entry) => [1, 2, 3].map((level) => entry[`coding_level_${level}_name`]).filter((name) => name !== null && name !== undefined);

const keyOf = (path) => JSON.stringify(path);
export const samePath = (left, right) => keyOf(left) === keyOf(right);
const sameCodes = (left, right) => left.length === right.length && left.every((path) => right.some((other) => samePath(path, other)));

/** The path of the codes in a file, if each level of the record holds at most one. */
export function pathOfFile({ levels = [] }) {
    const path = levels.map((labels) => labels[0]).filter(Boolean);
    return path.length && levels.every((labels) => labels.length <= 1) ? path : null;
}

/** A framework of the codes in a file, as `coding_levels` of a request; null without codes. */
export function frameworkOf(records) {
    const root = { children: new Map() };
    for (const path of records.map(pathOfFile).filter(Boolean)) {
        let node = root;
        for (const name of path) {
            if (!node.children.has(name)) node.children.set(name, { children: new Map() });
            node = node.children.get(name);
        }
    }
    let count = 0;
    const nodes = ({ children }) => [...children].map(([name, node]) => ({ id: `C${(count += 1)}`, name, children: nodes(node) }));
    return root.children.size ? { root_codes: nodes(root) } : null;
}

/** All paths of a framework of up to three levels. Broken nodes are left out; the server explains them. */
export function pathsOf(framework, most = 5_000) {
    const found = [];
    const walk = (nodes, path) => {
        for (const node of Array.isArray(nodes) ? nodes : []) {
            if (typeof node?.name !== "string" || found.length >= most) continue;
            const own = [...path, node.name];
            found.push(own);
            if (own.length < 3) walk(node.children, own);
        }
    };
    walk(framework?.root_codes, []);
    return found;
}

function suggestionsOf(entry) {
    return (entry?.assigned_codes ?? []).map((code) => ({ path: pathOf(code), confidence: code.confidence_aggregate, explanation: code.explanation })).filter(({ path }) => path.length);
}

/** Suggestions and decisions of all records. Decisions are lists of paths; null: not decided. */
export class Coding {
    /** `answers`: entries of assign-codes-bulk in the order of `records`. */
    constructor(answers, records, framework) {
        this.rows = records.map((record, at) => ({ record, suggested: suggestionsOf(answers[at]), error: answers[at]?.error?.code ?? null,
            explanation: answers[at]?.assigned_codes?.[0]?.explanation ?? "", human: null, accepted: false, inFile: pathOfFile(record) }));
        const paths = [...pathsOf(framework), ...this.rows.flatMap(({ suggested, inFile }) => [...suggested.map(({ path }) => path), ...(inFile ? [inFile] : [])])];
        this.paths = [...new Map(paths.map((path) => [keyOf(path), path])).values()];
    }

    confirm(row) {
        this.decide(row, row.suggested.map(({ path }) => path));
    }

    decide(row, paths) {
        row.human = [...new Map(paths.map((path) => [keyOf(path), path])).values()];
        row.accepted = false;
    }

    undo(row) {
        row.human = null;
        row.accepted = false;
    }

    /** Takes the codes of the file as decisions where there is none. Returns how many. */
    useFile() {
        const open = this.rows.filter(({ human, inFile }) => human === null && inFile);
        for (const row of open) this.decide(row, [row.inFile]);
        return open.length;
    }

    /** Accepts, without a person, suggestions with at least this confidence in records without a decision. Returns how many records. */
    accept(threshold) {
        const open = this.rows.filter(({ human, suggested }) => human === null && suggested.some(({ confidence }) => confidence >= threshold));
        for (const row of this.rows) if (row.human === null) row.accepted = false;
        for (const row of open) row.accepted = threshold;
        return open.length;
    }

    get decided() {
        return this.rows.filter(({ human }) => human !== null);
    }

    /** The body of coding-agreement: records with a decision. */
    agreementRequest(wantedPrecision) {
        return {
            records: this.decided.map(({ record, suggested, human }) => ({ id: record.id, human, suggested: suggested.map(({ path, confidence }) => ({ code: path, confidence })) })),
            wanted_precision: wantedPrecision, max_codes: 50,
        };
    }
}

/** open, accepted, confirmed, changed, removed. */
export function statusOf({ human, accepted, suggested }) {
    if (human === null) return accepted === false ? "open" : "accepted";
    if (sameCodes(human, suggested.map(({ path }) => path))) return "confirmed";
    return human.length ? "changed" : "removed";
}

/** The codes of a row as they are saved: the decision, accepted suggestions, or none. */
export function finalCodes({ human, accepted, suggested }) {
    if (human !== null) return human;
    return accepted === false ? [] : suggested.filter(({ confidence }) => confidence >= accepted).map(({ path }) => path);
}

/** The least certain confidence of the suggestions; 0 without any, so that these records come first. */
export const certainty = ({ suggested }) => (suggested.length ? Math.min(...suggested.map(({ confidence }) => confidence ?? 0)) : 0);

/** The lowest confidence as it is saved; null if one is not known. */
const lowestConfidence = (row) => (row.suggested.length && row.suggested.every(({ confidence }) => typeof confidence === "number") ? certainty(row) : null);

const separator = "; ";
const labelsOf = (codes, level) => [...new Set(codes.map((path) => path[level]).filter((name) => name !== undefined))].join(separator);

/** The corrected file: `head` are the names of its first columns; statuses are named by `statusName`. */
export function codedRows(coding, head, statusName) {
    const keys = [...new Set(coding.rows.flatMap(({ record }) => Object.keys(record.metadata ?? {})))];
    return [[...head, "coding_level_1", "coding_level_2", "coding_level_3", ...keys], ...coding.rows.map((row) => {
        const codes = finalCodes(row);
        const suggested = row.suggested.map(({ path }) => path.join(" > ")).join(separator);
        return [row.record.id, row.record.date, row.record.content, statusName(statusOf(row)), codes.map((path) => path.join(" > ")).join(separator), suggested,
            lowestConfidence(row), ...[0, 1, 2].map((level) => labelsOf(codes, level)), ...keys.map((key) => row.record.metadata[key] ?? "")];
    })];
}
