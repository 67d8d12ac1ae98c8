// Work of the server that a person starts: if it costs, the cost is shown first and the next press starts it. It can be cancelled.
import { button, element } from "../../shared/dom.js";
import { RequestError } from "../../shared/api.js";
import { money } from "../format.js";
import { Problem } from "../reader/problems.js";
import { refuseKey } from "../steps/key.js";
import { describeProblem } from "../steps/problems.js";
import { text } from "../texts/texts.js";

const idle = { cost: undefined, running: null, progress: "", problem: "", parts: null };

/**
 * The controls of such work, and the words that a screen reader reads as they change.
 * - estimate(signal): resolves with {expected, highest} in US dollars, or null if the cost is unknown; without it the first press starts the work
 * - run(signal): does the work, reports its progress with report(), and resolves with a function that shows the result
 * - words: keys of texts, {estimate, run, cancel, busy, cost}; values: those of their placeholders
 * - failed(failure): runs before a failure is explained, also that of cancelled work
 * - changed(isBusy): runs when an estimate or the work begins and when it has ended
 * - attributes: those of the buttons, {start, cancel}
 */
export class ServerWork {
    constructor({ words, ...options }) {
        Object.assign(this, idle, { estimate: null, values: {}, failed() {}, changed() {}, attributes: {} }, options);
        this.words = { cancel: "job.cancel", busy: "codes.estimating", cost: "cost.is", ...words };
    }

    get isBusy() {
        return this.running !== null;
    }

    /** Whether the next press starts the work. */
    get isPriced() {
        return !this.estimate || this.cost !== undefined;
    }

    /** Makes the controls, in the language of the page: {buttons, status, alert}. They replace those before. */
    show() {
        const { start, cancel } = this.attributes;
        const buttons = [button("", () => this.press(), start), button(text(this.words.cancel), () => this.cancel(), cancel)];
        this.parts = { buttons, status: element("p", { role: "status" }), alert: element("p", { role: "alert", class: "field-problem" }) };
        this.update();
        return this.parts;
    }

    update() {
        if (!this.parts) return;
        const { buttons: [start, cancel], status, alert } = this.parts;
        start.textContent = text(this.isPriced ? this.words.run : this.words.estimate, this.values);
        [start.hidden, cancel.hidden] = [this.isBusy, !this.isBusy];
        for (const [place, words] of [[status, this.isBusy ? this.progress : this.costWords()], [alert, this.problem]])
            if (place.textContent !== words) place.textContent = words; // screen readers would repeat it
    }

    costWords() {
        if (!this.cost) return this.cost === null ? `${text("cost.cost")}: ${text("cost.unpriced")}` : "";
        return text(this.words.cost, { ...this.values, expected: money(this.cost.expected), highest: money(this.cost.highest) });
    }

    /** Shows how far the work is. */
    report(progress) {
        this.progress = progress;
        this.update();
    }

    /** Shows a sentence about what is wrong. */
    explain(problem) {
        this.problem = problem;
        this.update();
    }

    /** The request is another one: its cost is unknown, and what runs for the earlier one is cancelled. */
    forget() {
        this.cancel();
        this.cost = undefined;
        this.explain("");
    }

    press() {
        return this.isPriced ? this.start() : this.attempt(async (signal) => ({ cost: await this.estimate(signal) }));
    }

    /** Starts the work. After a failure the next press starts it again, without another estimate. */
    start() {
        if (this.estimate) this.cost ??= null;
        return this.attempt(async (signal) => ({ showResult: await this.run(signal) }));
    }

    async attempt(action) {
        const own = this.running = new AbortController();
        Object.assign(this, { problem: "", progress: text(this.words.busy) });
        this.showChange();
        const { failure = null, cost, showResult = () => {} } = await action(own.signal).catch((problem) => ({ failure: problem }));
        if (this.running !== own) return; // the person left
        this.running = null;
        if (failure) this.fail(failure);
        else this.cost = cost;
        this.showChange();
        showResult();
    }

    fail(failure) {
        this.failed(failure);
        if (failure.name === "AbortError") return;
        if (failure.status === 401) {
            this.parts?.alert.closest("dialog")?.close("");
            return refuseKey(failure);
        }
        this.problem = describeProblem(failure);
        if (!(failure instanceof RequestError || failure instanceof Problem)) reportError(failure); // a fault of the page
    }

    /** Work begins or has ended. The focus of one button goes to the other, which takes its place. */
    showChange() {
        const hasFocus = this.parts?.buttons.includes(document.activeElement);
        this.changed(this.isBusy);
        this.update();
        if (hasFocus) this.parts?.buttons[this.isBusy ? 1 : 0].focus();
    }

    cancel() {
        this.running?.abort();
    }

    /** The person leaves: nothing of the work is kept. */
    leave() {
        this.cancel();
        Object.assign(this, idle);
        this.changed(false);
    }
}
