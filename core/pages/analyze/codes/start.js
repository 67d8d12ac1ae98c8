// Asks the server for codes of the records of a result, in portions that it accepts, as jobs.
import { button, element } from "../../shared/dom.js";
import { json } from "../../shared/api.js";
import { post } from "../job/api.js";
import { entriesOf, estimateOf, portions } from "../job/bulk.js";
import { FileProblem } from "../reader/problems.js";
import { ask } from "../reader/reader.js";
import { count, money } from "../format.js";
import { hint } from "../result/parts.js";
import { state, workKept } from "../state.js";
import { refuseKey } from "../steps/key.js";
import { describeProblem } from "../steps/problems.js";
import { lockSteps } from "../steps/steps.js";
import { text } from "../texts/texts.js";
import { Coding, frameworkOf, pathOfFile } from "./coding.js";
import { showCodes } from "./codes.js";

const path = "/v1/assign-codes-bulk";

// By array of records: decisions and a running job outlive a change of the language.
const known = new WeakMap(); // Coding
const started = new WeakMap(); // StartView while it runs
const sent = new WeakMap(); // {framework, most, keys}: the jobs of a running StartView, which can be asked for again

/** The coding of these records; null without one. */
export const codingOf = (records) => known.get(records) ?? null;

/** What a running coding of these records has sent; null without one. */
export const startedCoding = (records) => sent.get(records) ?? null;

/** A coding of an earlier tab: `coding` or null, and what it had sent, or null. The part is shown next. */
export function restoreCoding(records, { coding, started: earlier }) {
    if (coding) known.set(records, coding);
    if (earlier) sent.set(records, earlier);
}

/** An error with the sentence that the page shows. */
const explained = (failure) => Object.assign(failure, { sentence: describeProblem(failure) });

async function agree(body) {
    try {
        return await json(await post("/v1/coding-agreement", body));
    } catch (failure) {
        throw explained(failure);
    }
}

const settingsOf = (framework, most) => ({ ...(framework ? { coding_levels: framework } : {}), max_codes: most });

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
    constructor(container, { records, fileName, allowed, next = null }) {
        Object.assign(this, { container, records, fileName, allowed, next, hasCodes: records.some(pathOfFile), running: null });
    }

    show() {
        const { framework } = state;
        const usual = this.next ? "next" : framework ? "kept" : this.hasCodes ? "own" : "server";
        const option = (value) => element("label", { class: "line" }, element("input", { type: "radio", name: "codes-source", value, checked: value === usual }), text(`codes.source.${value}`, { name: framework?.name ?? "" }));
        this.file = element("input", { type: "file", id: "codes-file", accept: ".json,.csv,.tsv,.txt,.xlsx", "aria-label": text("codes.source.file") });
        this.file.addEventListener("change", () => (this.container.querySelector('[value="file"]').checked = true));
        this.most = element("input", { id: "codes-most", type: "number", min: "1", max: "50", value: "1" });
        this.status = element("p", { role: "status" });
        this.problem = element("p", { role: "alert", class: "field-problem" });
        this.startButton = this.estimateButton();
        this.cancelButton = button(text("job.cancel"), () => this.running?.abort(), { hidden: true });
        const form = element("fieldset", { class: "window sources-of-codes" }, element("legend", {}, text("codes.source")),
            ...(this.next ? [option("next")] : []), ...(framework ? [option("kept")] : []), ...(this.hasCodes ? [option("own")] : []), option("server"), element("span", { class: "line" }, option("file"), this.file));
        const leave = this.next ? [button(text("growth.back"), () => codesPart(this.container, this), { class: "quiet" })] : [];
        const line = element("div", { class: "line" }, element("label", { for: "codes-most" }, text("codes.most")), this.most, this.startButton, this.cancelButton, ...leave);
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
        if (value === "next") return this.next;
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
            if (failure.name === "AbortError" || failure.status === 200) sent.delete(this.records); // cancelled or failed: these jobs are over
            if (failure.status === 401) refuseKey(failure);
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
            const requests = portions(this.records, settingsOf(framework, Number(this.most.value) || 1));
            const cost = await estimateOf(path, requests, signal);
            this.busy(false, cost ? text("codes.cost", { expected: money(cost.expected), highest: money(cost.highest), total: count(this.records.length) }) : text("codes.costUnknown"));
            this.offer(requests, framework);
            this.startButton.focus();
        });
    }

    offer(requests, framework) {
        this.replaceStart(button(text("codes.start"), () => this.run(requests, framework), { class: "primary" }));
    }

    /** Asks again for the jobs of an earlier tab. Those that the server has are not paid for twice. */
    goOn({ framework, most, keys }) {
        this.most.value = String(most);
        const requests = portions(this.records, settingsOf(framework, most), keys);
        this.offer(requests, framework);
        return this.run(requests, framework);
    }

    run(requests, framework) {
        return this.attempt(async (signal) => {
            sent.set(this.records, { framework, most: requests[0]?.body.max_codes ?? 1, keys: requests.map(({ idempotencyKey }) => idempotencyKey) });
            await workKept();
            const progress = (done) => this.busy(true, text("codes.running", { done, total: this.records.length }));
            progress(0);
            const entries = await entriesOf(path, requests, { signal, onDone: progress });
            const coding = new Coding(entries, this.records, framework);
            if (known.has(this.records)) coding.takeDecisions(known.get(this.records));
            known.set(this.records, coding);
            for (const running of [sent, started]) running.delete(this.records);
            workKept();
            codesPart(this.container, { records: this.records, fileName: this.fileName, allowed: this.allowed });
            this.container.querySelector(".blind h3")?.focus();
        });
    }
}

/** The last answer of coding-agreement about these records; null without any. */
export const agreementOf = (records) => known.get(records)?.agreement ?? null;

/** Cancels the suggestions of these records, if they are being made. */
export const stopCoding = (records) => started.get(records)?.running.abort();

/**
 * Shows the codes of these records in `container`, or the form that asks for them. `allowed` asks the person before a file holds the
 * texts of the records, and resolves as in export/personal.js.
 */
export function codesPart(container, { records, fileName, allowed }) {
    const coding = known.get(records);
    const running = started.get(records);
    const start = (next = null) => {
        const view = new StartView(container, { records, fileName, allowed, next });
        view.show();
        return view;
    };
    if (running) running.moveTo(container);
    else if (sent.has(records)) start().goOn(sent.get(records));
    else if (coding) showCodes(container, { coding, fileName, agree, allowed, codeAgain: (next) => start(next).startButton.focus() });
    else start();
}
