// Counts an edited list again. The request and its job: recount.js.
import { button, element } from "../../shared/dom.js";
import { ServerWork } from "../job/server_work.js";
import { hint } from "../result/parts.js";
import { check } from "../steps/fields.js";
import { phaseText } from "../steps/job.js";
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
        Object.assign(this, { editor, recount: null, induceMore: false, place: null });
        this.work = new ServerWork({
            words: { estimate: "edit.showCost", run: "edit.count", cancel: "edit.cancelCount", busy: "job.sending" }, attributes: { start: { class: "primary", "data-action": "count" } },
            estimate: (signal) => this.estimate(signal), run: (signal) => this.run(signal), failed: (failure) => this.explain(failure),
            changed: (isBusy) => {
                lockSteps("themes", isBusy);
                if (isBusy) Object.assign(editor, { problem: "", issues: [] });
                if (this.place?.isConnected) editor.render();
            },
        });
    }

    /** The person leaves, or another answer is shown. */
    reset() {
        Object.assign(this, { recount: null, induceMore: false, place: null });
        this.work.leave();
    }

    /** An empty place for the controls; render() fills it. */
    show() {
        this.place = element("div", { class: "count-again" });
        return this.place;
    }

    /** Another list is another request: its cost is not known. */
    forget() {
        this.recount = null;
        this.work.forget();
    }

    render() {
        const { request, hasFile, reopen } = this.editor.context;
        if (!hasFile()) return this.place.replaceChildren(hint(text("edit.noRecords")), element("p", { class: "line" }, button(text("result.reopen"), reopen)));
        if (!request) return this.place.replaceChildren(hint(text("edit.noQuestion")));
        const more = check("induce-more", text("edit.induceMore"), this.induceMore, { changed: (isChecked) => {
            this.induceMore = isChecked;
            this.forget();
        } });
        more.querySelector("input").disabled = this.work.isBusy;
        const { buttons, status, alert } = this.work.show();
        buttons[0].disabled = !this.editor.list.length;
        this.place.replaceChildren(more, ...(knownValues(this.editor.present.answer).dimensions ? [hint(text("edit.keptValues"))] : []),
            element("p", { class: "line" }, ...buttons), status, alert);
    }

    async estimate(signal) {
        const { themes: _, induce_more: __, dry_run: ___, record_map: ____, ...whole } = this.editor.context.request; // points keep their places
        const recount = new Recount({ ...whole, ...knownValues(this.editor.present.answer), themes: requestThemes(this.editor.list), ...(this.induceMore && { induce_more: true }) });
        const cost = await recount.cost(signal);
        signal.throwIfAborted();
        this.recount = recount;
        return cost;
    }

    /** The count that runs, to be asked for again; null without one. */
    get unfinished() {
        return this.work.isBusy && this.recount ? { request: this.recount.request, idempotencyKey: this.recount.idempotencyKey } : null;
    }

    /** Goes on with the count of an earlier tab. */
    goOn({ request, idempotencyKey }) {
        this.recount = Object.assign(new Recount(request), { idempotencyKey });
        return this.work.start();
    }

    async run(signal) {
        const before = this.editor.list.map((theme) => ({ id: theme.id, record_ids: theme.record_ids, omitted: theme.omitted, count: theme.record_ids && this.editor.countOf(theme) }));
        const onJob = ({ progress }) => this.work.report(progress.phase ? phaseText(progress) : text("job.queued"));
        const { answer: counted, job } = await this.recount.run({ signal, onJob, previousJob: this.editor.present.job });
        return () => this.take(counted, job, before);
    }

    take(counted, job, before) {
        const { record_map: points } = this.editor.present.answer;
        const answer = points ? { ...counted, record_map: points } : counted;
        const { read_dimensions: _, ...asked } = this.recount.request; // the ids are those of the answer
        const { history } = this.editor.context;
        const original = themesOf(answer);
        this.editor.form = null;
        this.recount = null;
        this.editor.tell(() => text("edit.did.count"));
        this.editor.apply(commit(history, { answer, job, request: { ...asked, ...(asked.dimensions && { dimensions: this.editor.context.request.dimensions }) }, original, themes: original, before, translation: this.editor.present.translation, action: { key: "edit.did.count", values: {} } }), ["", "count"]);
    }

    /** Shows what the server found wrong with themes where they are. */
    explain(failure) {
        if (failure.name === "AbortError") return this.editor.context.hasFile() && this.editor.tell(() => text("edit.cancelled")); // else the reader has ended
        const sent = requestThemes(this.editor.list);
        this.editor.issues = (failure.fields ?? []).flatMap(({ field, issue }) => (placeOf(field, sent) ? [{ ...placeOf(field, sent), issue }] : []));
        if (this.editor.issues.length) this.editor.form = { kind: "change", id: this.editor.issues[0].id, values: {} };
    }
}
