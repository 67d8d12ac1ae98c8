// Asks the server for codes of the records of a result, in portions that it accepts, as jobs.
import { element } from "../../shared/dom.js";
import { cancelJob, json, randomKey, readResult, RequestError, send } from "../job/api.js";
import { watchJob } from "../job/watch.js";
import { FileProblem } from "../reader/problems.js";
import { ask } from "../reader/reader.js";
import { count, money } from "../result/format.js";
import { button, hint } from "../result/parts.js";
import { state } from "../state.js";
import { describeProblem } from "../steps/problems.js";
import { lockSteps } from "../steps/steps.js";
import { text } from "../texts/texts.js";
import { Coding, frameworkOf, pathOfFile } from "./coding.js";
import { showCodes } from "./codes.js";

const portionSize = 5_000; // records of a request: docs/reference/operations/assign-codes-bulk.md
const path = "/v1/assign-codes-bulk";
const isJson = { "Content-Type": "application/json" };

// By array of records: decisions and a running job outlive a change of the language.
const known = new WeakMap(); // Coding
const started = new WeakMap(); // StartView while it runs

const post = (target, body, headers = {}, signal = undefined) => send(target, { method: "POST", headers: { ...isJson, ...headers }, body: JSON.stringify(body), signal });

/** An error with the sentence that the page shows. */
const explained = (failure) => Object.assign(failure, { sentence: describeProblem(failure) });

async function agree(body) {
    try {
        return await json(await post("/v1/coding-agreement", body));
    } catch (failure) {
        throw explained(failure);
    }
}

const sentRecord = ({ id, content }) => ({ id, content });

/** Requests with the keys of their jobs: a repetition after a failure gets the jobs that exist, and does not pay for them again. */
function portions(records, settings) {
    const all = [];
    for (let at = 0; at < records.length; at += portionSize)
        all.push({ body: { feedback_records: records.slice(at, at + portionSize).map(sentRecord), ...settings }, idempotencyKey: randomKey() });
    return all;
}

/** Cost of all portions: {cost_usd} expected and highest; null if the server cannot tell it. */
async function estimateOf(requests, signal) {
    const sum = { expected: 0, highest: 0 };
    for (const { body } of requests) {
        const answer = await json(await post(path, { ...body, dry_run: true }, {}, signal));
        if (!answer.dry_run || answer.expected.cost_usd === null || answer.highest.cost_usd === null) return null;
        sum.expected += answer.expected.cost_usd;
        sum.highest += answer.highest.cost_usd;
    }
    return sum;
}

async function runJob(request, { signal, onJob }) {
    const response = await post(path, request.body, { Prefer: "respond-async", "Idempotency-Key": request.idempotencyKey }, signal);
    const answer = await json(response);
    if (response.status !== 202) return answer;
    signal.addEventListener("abort", () => cancelJob(answer.job_id).catch(() => {}), { once: true });
    const job = await watchJob(answer.job_id, { signal, onJob, onLost: () => {} });
    if (job.status !== "succeeded") {
        request.idempotencyKey = randomKey(); // a failed job keeps its key
        throw new RequestError(200, job.error ?? {});
    }
    return readResult(job.job_id, signal);
}

async function codesOf(requests, { signal, onDone }) {
    const entries = [];
    for (const request of requests) {
        const before = entries.length;
        const answer = await runJob(request, { signal, onJob: ({ progress }) => onDone(before + (progress.done ?? 0)) });
        entries.push(...answer.records);
        onDone(entries.length);
    }
    return entries;
}

/** The framework of a file, which may have any of the formats that the command reads. */
async function readFramework(file) {
    if (!file) throw Object.assign(new Error(), { sentence: text("codes.badFramework") });
    try {
        return await ask("framework", { file });
    } catch (failure) {
        throw failure instanceof FileProblem ? Object.assign(failure, { sentence: text(failure.key, { ...failure.values, name: file.name }) }) : failure;
    }
}

/** The form that starts the coding. */
class StartView {
    constructor(container, { records, fileName, allowed }) {
        Object.assign(this, { container, records, fileName, allowed, hasCodes: records.some(pathOfFile), running: null });
    }

    show() {
        const { framework } = state;
        const usual = framework ? "kept" : this.hasCodes ? "own" : "server";
        const option = (value) => element("label", { class: "line" }, element("input", { type: "radio", name: "codes-source", value, checked: value === usual }), text(`codes.source.${value}`, { name: framework?.name ?? "" }));
        this.file = element("input", { type: "file", id: "codes-file", accept: ".json,.csv,.tsv,.txt,.xlsx", "aria-label": text("codes.source.file") });
        this.file.addEventListener("change", () => (this.container.querySelector('[value="file"]').checked = true));
        this.most = element("input", { id: "codes-most", type: "number", min: "1", max: "50", value: "1" });
        this.status = element("p", { role: "status" });
        this.problem = element("p", { role: "alert", class: "field-problem" });
        this.startButton = this.estimateButton();
        this.cancelButton = button(text("codes.cancel"), () => this.running?.abort(), { hidden: true });
        const form = element("fieldset", { class: "window sources-of-codes" }, element("legend", {}, text("codes.source")),
            ...(framework ? [option("kept")] : []), ...(this.hasCodes ? [option("own")] : []), option("server"), element("span", { class: "line" }, option("file"), this.file));
        const line = element("div", { class: "line" }, element("label", { for: "codes-most" }, text("codes.most")), this.most, this.startButton, this.cancelButton);
        for (const part of [form, this.most]) part.addEventListener("change", () => this.reset());
        this.container.replaceChildren(hint(text("codes.intro")), form, line, this.status, this.problem);
    }

    estimateButton() {
        return button(text("codes.estimate"), () => this.start(), { class: "primary" });
    }

    replaceStart(next) {
        this.startButton.replaceWith(next);
        this.startButton = next;
    }

    /** The cost of other choices is not known. */
    reset() {
        this.status.textContent = "";
        this.replaceStart(this.estimateButton());
    }

    async framework() {
        const { value } = this.container.querySelector('[name="codes-source"]:checked');
        if (value === "server") return null;
        if (value === "own") return frameworkOf(this.records);
        return value === "kept" ? state.framework.levels : readFramework(this.file.files[0]);
    }

    busy(isBusy, status = "") {
        this.startButton.disabled = isBusy;
        this.cancelButton.hidden = !isBusy;
        this.status.textContent = status;
    }

    /** Runs a step that can be cancelled, and explains its failure. */
    async attempt(step) {
        this.running = new AbortController();
        this.problem.textContent = "";
        started.set(this.records, this);
        lockSteps("codes", true);
        try {
            await step(this.running.signal);
        } catch (failure) {
            this.busy(false);
            if (failure.name !== "AbortError") this.problem.textContent = failure.sentence ?? describeProblem(failure);
        } finally {
            started.delete(this.records);
            lockSteps("codes", false);
        }
    }

    /** Shows the parts in another place. */
    moveTo(container) {
        container.replaceChildren(...this.container.childNodes);
        this.container = container;
    }

    /** Shows the cost first; the next press starts. */
    start() {
        return this.attempt(async (signal) => {
            const framework = await this.framework();
            this.busy(true, text("codes.estimating"));
            const requests = portions(this.records, { ...(framework ? { coding_levels: framework } : {}), max_codes: Number(this.most.value) || 1 });
            const cost = await estimateOf(requests, signal);
            this.busy(false, cost ? text("codes.cost", { expected: money(cost.expected), highest: money(cost.highest), total: count(this.records.length) }) : text("codes.costUnknown"));
            this.replaceStart(button(text("codes.start"), () => this.run(requests, framework), { class: "primary" }));
            this.startButton.focus();
        });
    }

    run(requests, framework) {
        return this.attempt(async (signal) => {
            const progress = (done) => this.busy(true, text("codes.running", { done, total: this.records.length }));
            progress(0);
            const entries = await codesOf(requests, { signal, onDone: progress });
            known.set(this.records, new Coding(entries, this.records, framework));
            codesPart(this.container, { records: this.records, fileName: this.fileName, allowed: this.allowed });
            this.container.querySelector(".blind h3")?.focus();
        });
    }
}

/** Cancels the suggestions of these records, if they are being made. */
export const stopCoding = (records) => started.get(records)?.running.abort();

/**
 * Shows the codes of these records in `container`, or the form that asks for them. `allowed` asks the person before a file holds the
 * texts of the records, and resolves as in export/personal.js.
 */
export function codesPart(container, { records, fileName, allowed }) {
    const coding = known.get(records);
    const running = started.get(records);
    if (coding) showCodes(container, { coding, fileName, agree, allowed });
    else if (running) running.moveTo(container);
    else new StartView(container, { records, fileName, allowed }).show();
}
