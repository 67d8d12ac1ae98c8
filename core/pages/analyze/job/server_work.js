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
 * - estimate(signal): resolves with {expected, highest} in US dollars, or null where it is unknown; without it the first press starts the work
 * - run(signal): does the work, says with tell() how far it is, and resolves with a function that shows the result
 * - words: keys of texts, {estimate, run, cancel, busy, cost}; values: what they contain
 * - failed(failure): runs before a failure is explained, also that of cancelled work
 * - changed(isBusy): runs when the work begins and when it has ended
 * - attributes: those of the buttons, {start, cancel}
 */
export class ServerWork {
    constructor({ words, ...given }) {
        Object.assign(this, idle, { estimate: null, values: {}, failed() {}, changed() {}, attributes: {} }, given);
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
        const words = this.isBusy ? this.progress : this.costWords();
        if (status.textContent !== words) status.textContent = words; // screen readers would repeat it
        alert.textContent = this.problem;
    }

    costWords() {
        if (!this.cost) return this.cost === null ? `${text("cost.cost")}: ${text("cost.unpriced")}` : "";
        return text(this.words.cost, { ...this.values, expected: money(this.cost.expected), highest: money(this.cost.highest) });
    }

    tell(progress) {
        this.progress = progress;
        this.update();
    }

    /** Says what is wrong. */
    explain(problem) {
        this.problem = problem;
        this.update();
    }

    /** Another request has another cost. */
    forget() {
        this.cost = undefined;
        this.explain("");
    }

    press() {
        return this.isPriced ? this.start() : this.attempt(async (signal) => ({ cost: await this.estimate(signal) }));
    }

    /** Starts the work. After a failure the next press starts it again, without another estimate. */
    start() {
        if (this.estimate) this.cost ??= null;
        return this.attempt(async (signal) => ({ shown: await this.run(signal) }));
    }

    async attempt(action) {
        const own = this.running = new AbortController();
        Object.assign(this, { problem: "", progress: text(this.words.busy) });
        this.turn(1);
        const { failure = null, cost, shown = () => {} } = await action(own.signal).catch((problem) => ({ failure: problem }));
        if (this.running !== own) return; // the person left
        this.running = null;
        if (failure) this.fail(failure);
        else this.cost = cost;
        this.turn(0);
        shown();
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

    /** Work begins or has ended: the focus goes from the button that was pressed to the one in its place. */
    turn(to) {
        this.changed(this.isBusy);
        this.update();
        const buttons = this.parts?.buttons ?? [];
        if ([document.body, ...buttons].includes(document.activeElement)) buttons[to]?.focus();
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
