// Codes that a model suggests and a person decides on. A code is its path: the names of its levels from the broadest one.
import { blindColumn } from "../reader/rules.js";
import { randomOrder } from "./sample.js";

/** The path of an entry of assign-codes; empty if no code applied. */
export const pathOf = (entry) => [1, 2, 3].map((level) => entry[`coding_level_${level}_name`]).filter((name) => name !== null && name !== undefined);

const keyOf = (path) => JSON.stringify(path);
export const samePath = (left, right) => keyOf(left) === keyOf(right);
const sameCodes = (left, right) => left.length === right.length && left.every((path) => right.some((other) => samePath(path, other)));

/** Paths without repetition. */
const distinct = (paths) => [...new Map(paths.map((path) => [keyOf(path), path])).values()];

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

/** Whether the codes of a record in its file were chosen without sight of suggestions: a file of this page says where they were not. */
const isFileBlind = ({ codedBlind }) => codedBlind !== "no";

/**
 * Suggestions and decisions of all records. Decisions are lists of paths; null: not decided. `human` is the decision that is saved,
 * `blind` the one of a person who had not seen the suggestion of this record. Its `phase` is "choose" and "blind" as long as no
 * suggestion is shown, then "work".
 */
export class Coding {
    /** `answers`: entries of assign-codes-bulk in the order of `records`. */
    constructor(answers, records, framework) {
        this.rows = records.map((record, at) => ({ record, suggested: suggestionsOf(answers[at]), error: answers[at]?.error?.code ?? null,
            explanation: answers[at]?.assigned_codes?.[0]?.explanation ?? "", human: null, blind: null, isCompared: false, isSighted: false, accepted: false, inFile: pathOfFile(record) }));
        const paths = [...pathsOf(framework), ...this.rows.flatMap(({ suggested, inFile }) => [...suggested.map(({ path }) => path), ...(inFile ? [inFile] : [])])];
        this.framework = framework;
        // Sorted: their order must not tell which record they were suggested for.
        this.paths = distinct(paths).sort((left, right) => (left.join() < right.join() ? -1 : 1));
        this.isOpen = !framework; // the server does not list its codes
        this.phase = "choose";
        this.sample = [];
        this.usesFile = false;
        this.proposals = null; // of growth.js
    }

    /** What the server answered, as Coding.restored() takes it. */
    get suggestions() {
        return { isOpen: this.isOpen, framework: this.framework, paths: this.paths, rows: this.rows.map(({ suggested, error, explanation }) => ({ suggested, error, explanation })) };
    }

    /** What people decided, as Coding.restored() takes it: rows by their number, where something was decided. */
    get decisions() {
        const { phase, usesFile, wanted, agreement, proposals } = this;
        const rows = this.rows.flatMap(({ human, blind, isCompared, isSighted, accepted }, at) => (human === null && blind === null && accepted === false && !isSighted ? [] : [[at, { human, blind, isCompared, isSighted, accepted }]]));
        return { phase, usesFile, wanted, agreement, proposals, rows, sample: this.sample.map((row) => this.rows.indexOf(row)) };
    }

    /** The same coding of the same records. Throws if they are others. */
    static restored({ isOpen, framework, paths, rows }, { rows: decided, sample, ...rest }, records) {
        if (rows.length !== records.length) throw new RangeError("other records");
        const coding = new Coding([], records, framework);
        rows.forEach((row, at) => Object.assign(coding.rows[at], row));
        for (const [at, decision] of decided) Object.assign(coding.rows[at], decision);
        return Object.assign(coding, rest, { isOpen, paths, sample: sample.map((at) => coding.rows[at]) });
    }

    /** Takes over what people decided about the same records in an earlier coding. What was accepted by its threshold is open again. */
    takeDecisions(earlier) {
        earlier.rows.forEach(({ human, blind, isCompared, isSighted }, at) => Object.assign(this.rows[at], { human, blind, isCompared, isSighted }));
        Object.assign(this, { phase: earlier.phase, usesFile: earlier.usesFile, wanted: earlier.wanted, sample: earlier.sample.map((row) => this.rows[earlier.rows.indexOf(row)]) });
    }

    /** Begins the blind review of a random sample, or adds records to it. */
    startBlind(size) {
        this.order ??= randomOrder(this.rows.map(({ record }) => record)).map((at) => this.rows[at]);
        this.phase = "blind";
        this.sample = this.order.slice(0, size);
    }

    /** A decision of a person who cannot see the suggestion. It can be corrected until it is compared with the suggestion. */
    decideBlind(row, paths) {
        if (this.phase !== "blind" || row.isCompared || !this.sample.includes(row)) return;
        row.blind = distinct(paths);
        row.human = row.blind;
    }

    /** Shows the suggestions. There is no way back. */
    startWork() {
        this.phase = "work";
    }

    confirm(row) {
        this.decide(row, row.suggested.map(({ path }) => path));
    }

    decide(row, paths) {
        row.human = distinct(paths);
        row.isSighted = true;
        row.accepted = false;
    }

    /** Back to the blind decision, if there is one. It stays as it is. */
    undo(row) {
        row.human = row.blind;
        row.isSighted = false;
        row.accepted = false;
    }

    /** Takes the codes of the file as decisions where there is none. Returns how many. */
    useFile() {
        this.usesFile = true;
        const open = this.rows.filter(({ human, inFile }) => human === null && inFile);
        for (const row of open) Object.assign(row, { human: [row.inFile], accepted: false });
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

    /** The decisions of a record that are compared with its suggestions: one of each kind. */
    comparisonsOf({ record, suggested, human, blind, isSighted, inFile }) {
        const compared = (codes, more) => ({ id: record.id, human: codes, suggested: suggested.map(({ path, confidence }) => ({ code: path, confidence })), ...more });
        const fileCodes = this.usesFile && inFile ? [inFile] : null;
        const unseen = blind !== null ? [compared(blind, { blind: true, ...(fileCodes && isFileBlind(record) ? { second_human: fileCodes } : {}) })]
            : fileCodes ? [compared(fileCodes, { blind: isFileBlind(record) })] : [];
        return [...unseen, ...(isSighted ? [compared(human, { blind: false })] : [])];
    }

    /** The body of coding-agreement. From here on blind decisions cannot be corrected. */
    agreementRequest(wantedPrecision) {
        for (const row of this.rows) row.isCompared = row.blind !== null;
        return { records: this.rows.flatMap((row) => this.comparisonsOf(row)), wanted_precision: wantedPrecision, max_codes: 50 };
    }

    /** Whether the codes of a row are those of a person without sight of the suggestion: "yes", "no", or "" without codes. */
    blindness({ record, human, blind, isSighted, accepted }) {
        if (human === null) return accepted === false ? "" : "no";
        return !isSighted && (blind !== null || isFileBlind(record)) ? "yes" : "no";
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

/**
 * The corrected file of `rows`: `head` are the names of its first columns; statuses are named by `statusName`. If `isMasked`, it has no texts and
 * columns of the records.
 */
export function codedRows(coding, head, statusName, isMasked, rows = coding.rows) {
    const keys = isMasked ? [] : [...new Set(rows.flatMap(({ record }) => Object.keys(record.metadata ?? {})))].filter((key) => key !== blindColumn);
    return [[...head, "coding_level_1", "coding_level_2", "coding_level_3", blindColumn, ...keys], ...rows.map((row) => {
        const codes = finalCodes(row);
        const suggested = row.suggested.map(({ path }) => path.join(" > ")).join(separator);
        return [row.record.id, row.record.date, isMasked ? "" : row.record.content, statusName(statusOf(row)), codes.map((path) => path.join(" > ")).join(separator), suggested,
            lowestConfidence(row), ...[0, 1, 2].map((level) => labelsOf(codes, level)), coding.blindness(row), ...keys.map((key) => row.record.metadata[key] ?? "")];
    })];
}
