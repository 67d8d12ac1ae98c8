// Asks the server for codes of the records of a result, in portions that it accepts, as jobs.
import { button, element } from "../../shared/dom.js";
import { entriesOf, estimateOf, portions } from "../job/bulk.js";
import { FileProblem } from "../reader/problems.js";
import { ask } from "../reader/reader.js";
import { ServerWork } from "../job/server_work.js";
import { count } from "../format.js";
import { hint } from "../result/parts.js";
import { state, workKept } from "../state.js";
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

const settingsOf = (framework, most) => ({ ...(framework ? { coding_levels: framework } : {}), max_codes: most });

/** The framework of a file, which may have any of the formats that the command reads. */
async function readFramework(file) {
    if (!file) throw new FileProblem("codes.badFramework");
    try {
        return await ask("framework", { file });
    } catch (failure) {
        throw failure instanceof FileProblem ? new FileProblem(failure.key, { ...failure.values, name: file.name }) : failure;
    }
}

/** The form that starts the coding. */
class StartView {
    constructor(container, { records, fileName, allowed, next = null }) {
        Object.assign(this, { container, records, fileName, allowed, next, hasCodes: records.some(pathOfFile), batch: null });
        this.work = new ServerWork({
            words: { estimate: "codes.estimate", run: "codes.start", cost: "codes.cost" }, values: { total: count(records.length) }, attributes: { start: { class: "primary" } },
            estimate: (signal) => this.estimate(signal), run: (signal) => this.run(signal), changed: (isBusy) => this.lock(isBusy),
            failed: ({ name, status }) => { if (name === "AbortError" || status === 200) sent.delete(records); }, // cancelled or failed: these jobs are over
        });
    }

    show() {
        const { framework } = state;
        const usual = this.next ? "next" : framework ? "kept" : this.hasCodes ? "own" : "server";
        const option = (value) => element("label", { class: "line" }, element("input", { type: "radio", name: "codes-source", value, checked: value === usual }), text(`codes.source.${value}`, { name: framework?.name ?? "" }));
        this.file = element("input", { type: "file", id: "codes-file", accept: ".json,.csv,.tsv,.txt,.xlsx", "aria-label": text("codes.source.file") });
        this.file.addEventListener("change", () => (this.container.querySelector('[value="file"]').checked = true));
        this.most = element("input", { id: "codes-most", type: "number", min: "1", max: "50", value: "1" });
        this.form = element("fieldset", { class: "window sources-of-codes" }, element("legend", {}, text("codes.source")),
            ...(this.next ? [option("next")] : []), ...(framework ? [option("kept")] : []), ...(this.hasCodes ? [option("own")] : []), option("server"), element("span", { class: "line" }, option("file"), this.file));
        const { buttons, status, alert } = this.work.show();
        const leave = this.next ? [button(text("growth.back"), () => codesPart(this.container, this), { class: "quiet" })] : [];
        const line = element("div", { class: "line" }, element("label", { for: "codes-most" }, text("codes.most")), this.most, ...buttons, ...leave);
        for (const part of [this.form, this.most]) part.addEventListener("change", () => this.work.forget());
        this.container.replaceChildren(hint(text("codes.intro")), this.form, line, status, alert);
    }

    async framework() {
        const { value } = this.container.querySelector('[name="codes-source"]:checked');
        if (value === "server") return null;
        if (value === "next") return this.next;
        if (value === "own") return frameworkOf(this.records);
        return value === "kept" ? state.framework.levels : readFramework(this.file.files[0]);
    }

    lock(isBusy) {
        [this.form.disabled, this.most.disabled] = [isBusy, isBusy];
        lockSteps("codes", isBusy);
        if (isBusy) started.set(this.records, this);
        else started.delete(this.records);
    }

    /** Shows the parts in another place. */
    moveTo(container) {
        container.replaceChildren(...this.container.childNodes);
        this.container = container;
    }

    async estimate(signal) {
        const framework = await this.framework();
        this.batch = { framework, requests: portions(this.records, settingsOf(framework, Number(this.most.value) || 1)) };
        return estimateOf(path, this.batch.requests, signal);
    }

    /** Asks again for the jobs of an earlier tab. Those that the server has are not paid for twice. */
    goOn({ framework, most, keys }) {
        this.most.value = String(most);
        this.batch = { framework, requests: portions(this.records, settingsOf(framework, most), keys) };
        return this.work.start();
    }

    async run(signal) {
        const { framework, requests } = this.batch;
        sent.set(this.records, { framework, most: requests[0]?.body.max_codes ?? 1, keys: requests.map(({ idempotencyKey }) => idempotencyKey) });
        await workKept();
        const onDone = (done) => this.work.report(text("codes.running", { done, total: this.records.length }));
        onDone(0);
        const entries = await entriesOf(path, requests, { signal, onDone });
        return () => this.take(new Coding(entries, this.records, framework));
    }

    take(coding) {
        if (known.has(this.records)) coding.takeDecisions(known.get(this.records));
        known.set(this.records, coding);
        sent.delete(this.records);
        workKept();
        codesPart(this.container, { records: this.records, fileName: this.fileName, allowed: this.allowed });
        this.container.querySelector(".blind h3")?.focus();
    }
}

/** The last answer of coding-agreement about these records; null without any. */
export const agreementOf = (records) => known.get(records)?.agreement ?? null;

/** Cancels the suggestions of these records, if they are being made. */
export const stopCoding = (records) => started.get(records)?.work.cancel();

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
    else if (coding) showCodes(container, { coding, fileName, allowed, codeAgain: (next) => start(next).work.parts.buttons[0].focus() });
    else start();
}
