// The work of the tab as parts that can be kept, and back. What the parts are: docs/reference/analyze-page.md#kept-work.
import { Coding } from "../codes/coding.js";
import { codingOf, restoreCoding, startedCoding } from "../codes/start.js";
import { allRecords } from "../reader/reader.js";
import { state } from "../state.js";
import { columnsChoice, restoreColumns } from "../steps/columns.js";
import { openSource } from "../steps/file.js";
import { applyFilters } from "../steps/filters.js";
import { unsentAttempt } from "../steps/job.js";
import { questionValues, restoreQuestion } from "../steps/question.js";
import { current } from "../steps/steps.js";
import { unfinishedCount } from "../themes/editor.js";
import { statesOf } from "../themes/theme_edits.js";
import { pack, unpack } from "./packing.js";
import { StoreProblem } from "./store.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });
const bytesOf = (value) => encoder.encode(pack(value));
const valueOf = (bytes) => unpack(decoder.decode(bytes));

const isAnswer = (part) => part.startsWith("answer-");

/** Rejects with StoreProblem if the file was moved or changed since it was read. */
async function bytesOfSource(source) {
    if (typeof source === "string") return encoder.encode(source);
    try {
        return new Uint8Array(await source.arrayBuffer());
    } catch {
        throw new StoreProblem("kept.fileGone");
    }
}

/** Whether the themes of a state of edits name only themes that its answer has. */
function fits({ themes }, answer) {
    const ids = new Set([null, ...(answer?.themes ?? []).flatMap((theme) => [theme, ...(theme.sub_themes ?? [])]).map(({ id }) => id)]);
    return answer !== undefined && themes.every(({ counted, sources, sub_themes: subThemes }) => [counted, ...sources, ...subThemes.map((sub) => sub.counted)].every((id) => ids.has(id)));
}

/** What the records of an answer were made of: the same text means the same records. */
const recordsKey = (source) => JSON.stringify([source, state.mapping, state.filters]);

/**
 * The work of one project. Analyses, the oldest first:
 * {id, fileName, begun (ms), records (key), request, filters, job, answer or edits}, where an answer is the name of a part.
 */
export class Work {
    constructor() {
        this.analyses = [];
        this.shown = null; // id of the analysis that the tab shows
        this.answers = new Map(); // by name of the part
        this.names = new WeakMap(); // name of the part, by answer
        this.written = new Map(); // what was last kept of each part, to compare
        this.sources = new WeakMap(); // number, by File
        this.sourceCount = 0;
        this.source = 0; // number of the file that is kept
        this.last = 0; // number of the last answer or analysis
    }

    numberOfSource() {
        const key = typeof state.source === "string" ? (this.pasted?.text === state.source ? this.pasted : (this.pasted = { text: state.source })) : state.source;
        if (!key) return this.source;
        if (!this.sources.has(key)) this.sources.set(key, (this.sourceCount += 1));
        return this.sources.get(key);
    }

    nameOf(answer) {
        if (!this.names.has(answer)) {
            const name = `answer-${(this.last += 1)}`;
            this.names.set(answer, name);
            this.answers.set(name, answer);
        }
        return this.names.get(answer);
    }

    /** Takes over kept analyses without references to what is not there: answers, and themes that edits name. Returns whether there were none. */
    takeAnalyses(analyses) {
        const isKept = (name) => this.answers.has(name);
        const isSound = ({ edits }) => !edits || statesOf(edits).every((one) => fits(one, this.answers.get(one.answer)));
        this.analyses = analyses.filter(({ answer }) => isKept(answer)).map((analysis) => ({ ...analysis, names: analysis.names.filter(isKept), edits: isSound(analysis) ? analysis.edits : null }));
        return analyses.every((analysis) => [analysis.answer, ...analysis.names].every(isKept) && isSound(analysis));
    }

    /** Answers of a state of edits as names, or back. */
    mapEdits({ past, present, future }, change) {
        const changed = new Map();
        const of = (one) => {
            if (!changed.has(one)) changed.set(one, { ...one, answer: change(one.answer) });
            return changed.get(one);
        };
        return { past: past.map(of), present: of(present), future: future.map(of) };
    }

    /** The analysis of the answer that is shown: a new one, unless the history of its edits leads to a known one. */
    analysisShown() {
        const histories = state.edits?.present.answer === state.answer ? statesOf(state.edits).map(({ answer }) => answer) : [state.answer];
        const known = new Set(histories.map((answer) => this.names.get(answer)).filter(Boolean));
        const found = this.analyses.find(({ names }) => names.some((name) => known.has(name)));
        if (found) return found;
        const made = { id: (this.last += 1), begun: Date.now(), fileName: state.fileName, records: state.corpus && state.matched ? recordsKey(this.numberOfSource()) : null, names: [] };
        this.analyses.push(made);
        return made;
    }

    /** Takes over what the tab shows. */
    take() {
        this.shown = null;
        if (!state.answer) return;
        const analysis = this.analysisShown();
        this.shown = analysis.id;
        if (analysis.answerShown === state.answer && analysis.editsShown === state.edits) return;
        const edits = state.edits?.present.answer === state.answer ? this.mapEdits(state.edits, (answer) => this.nameOf(answer)) : null;
        const names = edits ? statesOf(edits).map(({ answer }) => answer) : [this.nameOf(state.answer)];
        Object.assign(analysis, {
            request: state.sent, filters: state.sentFilters, job: state.job, edits, answer: this.nameOf(state.answer), names: [...new Set([...analysis.names, ...names])],
            answerShown: state.answer, editsShown: state.edits,
        });
        if (analysis.records === null && state.corpus && state.matched) analysis.records = recordsKey(this.numberOfSource());
    }

    get head() {
        const asked = [...this.analyses, ...(state.answer ? [] : [{ job: state.job, request: state.sent }])];
        return { name: this.name, questions: asked.flatMap(({ job, request }) => (job && request ? [[job.job_id, request.prompt]] : [])) };
    }

    get setup() {
        const { fileName, table, filters, request, isAuto, codebook, framework } = state;
        return {
            source: table ? this.numberOfSource() : null, isPasted: typeof state.source === "string", fileName,
            options: table && { encoding: table.encoding, delimiter: table.delimiter ?? "", sheetName: table.sheetName, hasHeader: table.hasHeader },
            columns: state.matched && columnsChoice(), filters, question: questionValues(), request, isAuto, codebook, framework, step: current(),
        };
    }

    get progress() {
        return {
            analyses: this.analyses.map(({ answerShown: _, editsShown: __, ...kept }) => kept), shown: this.shown, last: this.last, sourceCount: this.sourceCount,
            running: state.answer ? null : { request: state.sent, filters: state.sentFilters, job: state.job, unsent: unsentAttempt() }, counting: unfinishedCount(),
        };
    }

    /** The parts that differ from what was kept last: {name: bytes}. `kept()` is called when they are durable. */
    async changes() {
        this.take();
        const coding = state.corpus ? codingOf(state.corpus.records) : null;
        const changed = {};
        const next = new Map();
        const note = (part, seen, make) => {
            next.set(part, seen);
            if (this.written.get(part) !== seen) changed[part] = make;
        };
        const texts = { head: this.head, setup: this.setup, progress: this.progress, coding: { started: state.corpus ? startedCoding(state.corpus.records) : null, decisions: coding?.decisions ?? null } };
        for (const [part, value] of Object.entries(texts)) {
            const packed = pack(value);
            note(part, packed, () => encoder.encode(packed));
        }
        for (const [part, answer] of this.answers) if (!this.written.has(part)) note(part, true, () => bytesOf(answer));
        if (coding) note("suggestions", coding.rows, () => bytesOf(coding.suggestions));
        if (state.table && state.source) note("file", this.numberOfSource(), () => bytesOfSource(state.source));
        const made = await Promise.all(Object.entries(changed).map(async ([part, make]) => [part, await make()]));
        return { parts: Object.fromEntries(made), kept: () => { for (const [part, seen] of next) this.written.set(part, seen); } };
    }
}

/** The question of each job that a project asked: [[job_id, prompt]], and its name, by the bytes of its part "head". */
export const headOf = (bytes) => valueOf(bytes);

/** What the parts of a project say; those that cannot be read are named in `broken`. */
function read(parts) {
    const broken = [];
    const values = {};
    for (const [part, bytes] of parts) {
        if (part === "file") continue;
        try {
            values[part] = valueOf(bytes);
        } catch {
            broken.push(part);
        }
    }
    return { values, broken };
}

async function restoreFile(setup, bytes, work) {
    const source = setup.isPasted ? decoder.decode(bytes) : new File([bytes], setup.fileName);
    await openSource(source, setup.fileName, setup.options);
    if (setup.columns && setup.columns.mapping.roles.length !== state.table.names.length) throw new SyntaxError("another table");
    work.source = setup.source;
    work.written.set("file", setup.source);
    if (typeof source === "string") work.pasted = { text: source };
    work.sources.set(typeof source === "string" ? work.pasted : source, setup.source);
    if (!setup.columns) return;
    await restoreColumns(setup.columns);
    state.filters = setup.filters;
    await applyFilters();
    restoreQuestion(setup.question);
}

/** Shows an analysis of the project in the state of the tab, with its records if the tab holds their file. */
export async function openAnalysis(work, id) {
    const analysis = work.analyses.find((one) => one.id === id);
    const answerOf = (name) => work.answers.get(name) ?? (() => { throw new SyntaxError("no such answer"); })();
    const edits = analysis.edits && work.mapEdits(analysis.edits, answerOf);
    Object.assign(state, { answer: answerOf(analysis.answer), edits, job: analysis.job, sent: analysis.request, sentFilters: analysis.filters, corpus: null });
    if (state.matched && analysis.records === recordsKey(work.numberOfSource())) state.corpus = await allRecords();
    work.shown = id;
    Object.assign(analysis, { answerShown: state.answer, editsShown: state.edits });
}

function restoreDecisions({ coding, suggestions }) {
    const { records } = state.corpus;
    if (suggestions && coding?.decisions) restoreCoding(records, { coding: Coding.restored(suggestions, coding.decisions, records), started: coding.started });
    else if (coding?.started) restoreCoding(records, { coding: null, started: coding.started });
}

/**
 * Puts the parts of a project into the state of the tab, which is empty. Resolves with {work, broken, setup, progress}: `broken` names the
 * parts that could not be read; all others are there.
 */
export async function restore(parts) {
    const { values, broken } = read(parts);
    const work = new Work();
    const attempt = async (part, action) => {
        try {
            await action();
        } catch (failure) {
            if (failure.name === "AbortError") throw failure;
            broken.push(part);
        }
    };
    const { setup = {}, progress = {} } = values;
    work.name = values.head?.name ?? "";
    for (const [part, answer] of Object.entries(values)) {
        if (!isAnswer(part)) continue;
        work.answers.set(part, answer);
        work.names.set(answer, part);
        work.written.set(part, true);
    }
    Object.assign(work, { last: progress.last ?? [...work.answers.keys()].length * 2, sourceCount: Math.max(progress.sourceCount ?? 0, setup.source ?? 0) });
    Object.assign(state, { request: setup.request ?? null, isAuto: setup.isAuto ?? true, codebook: setup.codebook ?? null, framework: setup.framework ?? null });
    if (setup.source && parts.has("file")) await attempt("file", () => restoreFile(setup, parts.get("file"), work));
    await attempt("progress", async () => {
        const isWhole = work.takeAnalyses(progress.analyses ?? []);
        if (progress.shown) await openAnalysis(work, progress.shown);
        if (!isWhole) throw new SyntaxError("a reference to what is not there");
    });
    if (state.corpus) await attempt("coding", async () => restoreDecisions(values));
    const coding = state.corpus && codingOf(state.corpus.records);
    if (coding) work.written.set("suggestions", coding.rows);
    return { work, broken: [...new Set(broken)], setup, progress };
}
