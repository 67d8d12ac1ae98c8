// Counts an edited list again: what it costs, its progress, and what went wrong. The request and its job: recount.js.
import { button, element } from "../../shared/dom.js";
import { RequestError } from "../../shared/api.js";
import { money } from "../format.js";
import { hint } from "../result/parts.js";
import { phaseText } from "../steps/job.js";
import { refuseKey } from "../steps/key.js";
import { describeProblem } from "../steps/problems.js";
import { lockSteps } from "../steps/steps.js";
import { text } from "../texts/texts.js";
import { knownValues, Recount } from "./recount.js";
import { commit, requestThemes, themesOf } from "./theme_edits.js";

/** The place of an issue in a list of a request: {theme, subTheme, field}, or null. */
function placeOf(field, sent) {
    const match = /^themes\[(\d+)\](?:\.sub_themes\[(\d+)\])?(?:\.(\w+))?/.exec(field);
    if (!match || !sent[match[1]]) return null;
    return { id: match[2] === undefined ? sent[match[1]].id : sent[match[1]].sub_themes[match[2]].id, field: match[3] ?? "title" };
}

/** The part of the editor (editor.js) that counts its list. */
export class Counting {
    constructor(editor) {
        this.editor = editor;
        this.reset();
    }

    /** The person leaves, or another answer is shown. */
    reset() {
        this.running?.abort();
        lockSteps("themes", false);
        Object.assign(this, { recount: null, running: null, isCounting: false, cost: null, progress: "", induceMore: false, place: null, progressPlace: null });
    }

    /** An empty place for the controls; render() fills it. */
    show() {
        this.place = element("div", { class: "count-again" });
        return this.place;
    }

    /** Another list is another request: its cost is not known. */
    forget() {
        this.running?.abort();
        Object.assign(this, { recount: null, cost: null });
    }

    render() {
        const { request, hasFile, reopen } = this.editor.context;
        if (!hasFile()) return this.place.replaceChildren(hint(text("edit.noRecords")), element("p", { class: "line" }, button(text("result.reopen"), reopen)));
        if (!request) return this.place.replaceChildren(hint(text("edit.noQuestion")));
        const more = element("input", { type: "checkbox", id: "induce-more", checked: this.induceMore, disabled: Boolean(this.running) });
        more.addEventListener("change", () => {
            this.induceMore = more.checked;
            this.forget();
            this.render();
            this.editor.section.querySelector("#induce-more").focus();
        });
        const isKnown = this.recount !== null;
        const start = button(text(isKnown ? "edit.count" : "edit.showCost"), () => (isKnown ? this.run() : this.estimate()), { class: "primary", "data-action": "count", disabled: Boolean(this.running) || !this.editor.list.length });
        this.progressPlace = element("p", { role: "status" }, this.progress || this.costWords());
        this.place.replaceChildren(element("p", { class: "line" }, more, element("label", { for: "induce-more" }, text("edit.induceMore"))), ...(knownValues(this.editor.present.answer).dimensions ? [hint(text("edit.keptValues"))] : []),
            element("p", { class: "line" }, start, button(text("edit.cancelCount"), () => this.running?.abort(), { hidden: !this.running })), this.progressPlace);
    }

    costWords() {
        if (!this.recount) return "";
        const { expected = null, highest = null } = this.cost ?? {};
        return expected === null || highest === null ? `${text("cost.cost")}: ${text("cost.unpriced")}` : text("edit.costIs", { amount: money(expected), most: money(highest) });
    }

    /** Runs a step of counting that can be cancelled, and shows its failure where it belongs. */
    async attempt(step) {
        const running = this.running = new AbortController();
        Object.assign(this.editor, { problem: "", issues: [] });
        this.progress = text("job.sending");
        lockSteps("themes", true);
        this.editor.render();
        try {
            await step(running.signal);
        } catch (failure) {
            if (this.running === running) this.handle(failure); // else the person left
        } finally {
            if (this.running === running) this.end();
        }
    }

    end() {
        lockSteps("themes", false);
        [this.running, this.isCounting] = [null, false];
        this.progress = "";
        if (!this.editor.section.isConnected) return;
        this.editor.render();
        this.editor.focus("", "count");
    }

    estimate() {
        return this.attempt(async (signal) => {
            const { themes: _, induce_more: __, dry_run: ___, record_map: ____, ...whole } = this.editor.context.request; // points keep their places
            const recount = new Recount({ ...whole, ...knownValues(this.editor.present.answer), themes: requestThemes(this.editor.list), ...(this.induceMore && { induce_more: true }) });
            this.cost = await recount.cost(signal);
            signal.throwIfAborted();
            this.recount = recount;
        });
    }

    /** The count that runs, to be asked for again; null without one. */
    get unfinished() {
        return this.isCounting && this.recount ? { request: this.recount.request, idempotencyKey: this.recount.idempotencyKey } : null;
    }

    /** Goes on with the count of an earlier tab. */
    goOn({ request, idempotencyKey }) {
        this.recount = Object.assign(new Recount(request), { idempotencyKey });
        return this.run();
    }

    run() {
        return this.attempt(async (signal) => {
            const { recount } = this;
            this.isCounting = true;
            const before = this.editor.list.map((theme) => ({ id: theme.id, record_ids: theme.record_ids, omitted: theme.omitted, count: theme.record_ids && this.editor.countOf(theme) }));
            const onJob = ({ progress }) => {
                this.progress = progress.phase ? phaseText(progress) : text("job.queued");
                this.progressPlace.textContent = this.progress;
            };
            const { answer: counted, job } = await recount.run({ signal, onJob, previousJob: this.editor.present.job });
            signal.throwIfAborted();
            const { record_map: points } = this.editor.present.answer;
            const answer = points ? { ...counted, record_map: points } : counted;
            const { read_dimensions: _, ...asked } = recount.request; // the ids are those of the answer
            const { history } = this.editor.context;
            const original = themesOf(answer);
            this.editor.form = null;
            Object.assign(this, { recount: null, cost: null });
            this.editor.tell(() => text("edit.did.count"));
            this.editor.apply(commit(history, { answer, job, request: { ...asked, ...(asked.dimensions && { dimensions: this.editor.context.request.dimensions }) }, original, themes: original, before, translation: this.editor.present.translation, action: { key: "edit.did.count", values: {} } }));
        });
    }

    handle(failure) {
        if (failure.name === "AbortError" || failure.code === "cancelled") return this.editor.context.hasFile() && this.editor.tell(() => text("edit.cancelled")); // else the reader has ended
        if (!(failure instanceof RequestError)) {
            this.editor.problem = text("problem.page");
            throw failure;
        }
        if (failure.status === 401) return refuseKey(failure);
        const sent = requestThemes(this.editor.list);
        this.editor.issues = failure.fields.flatMap(({ field, issue }) => (placeOf(field, sent) ? [{ ...placeOf(field, sent), issue }] : []));
        this.editor.problem = describeProblem(failure);
        if (this.editor.issues.length) this.editor.form = { kind: "change", id: this.editor.issues[0].id, values: {} };
    }
}
