// The part of the question before a file in which a person has the records checked for sensitive content.
import { button, element } from "../../shared/dom.js";
import { csv } from "../export/csv.js";
import { fileStem, save } from "../export/save.js";
import { entriesOf, estimateOf, portions } from "../job/bulk.js";
import { count, money } from "../format.js";
import { foreign, hint } from "../result/parts.js";
import { refuseKey } from "../steps/key.js";
import { describeProblem } from "../steps/problems.js";
import { has, text } from "../texts/texts.js";
import { Findings } from "./sensitive.js";

const path = "/v1/detect-sensitive-bulk";
const known = new WeakMap(); // Findings, by array of records

let isForOthers = false; // for whom the files of this tab are

/** Whether files leave the team. */
export const leavesTeam = () => isForOthers;

/** A control that says for whom the files are. */
export function audience() {
    const input = element("input", { type: "checkbox", id: "for-others", checked: isForOthers, "aria-describedby": "for-others-hint" });
    input.addEventListener("change", () => { isForOthers = input.checked; });
    return element("div", { class: "line for-others" }, input, element("label", { for: "for-others" }, text("sensitive.forOthers")), element("span", { class: "hint", id: "for-others-hint" }, text("sensitive.forOthersHint")));
}

const nameOf = (type) => (has(`sensitive.type.${type}`) ? text(`sensitive.type.${type}`) : type);

/** The list is for one person, who is trained to follow up on it: it is shown and saved on request only. */
function focalList(findings, fileName) {
    const place = element("div", { class: "focal" });
    const rows = [...findings.found.map(({ record, types }) => [record.id, types.map(nameOf).join("; ")]), ...findings.unchecked.map(({ id }) => [id, text("sensitive.notChecked")])];
    const show = button(text("sensitive.showList"), () => {
        place.replaceChildren(hint(text("sensitive.focalHint")), element("ul", {}, ...rows.slice(0, 200).map(([id, types]) => element("li", {}, foreign(id), `: ${types}`))),
            ...(rows.length > 200 ? [hint(text("result.cut", { shown: 200, count: rows.length }))] : []),
            button(text("sensitive.saveList"), () => save(`${fileStem(fileName)} ${text("sensitive.focalSuffix")}`, "csv", csv([[text("result.recordId"), text("sensitive.title")], ...rows])), { class: "small-button" }));
    }, { class: "small-button" });
    place.append(show);
    return place;
}

/** The section; `changed` runs when what `left()` returns may be another one. `stop()` cancels a check that runs. */
export class SensitivePart {
    constructor({ corpus, fileName }, changed) {
        Object.assign(this, { records: corpus.records, fileName, changed, requests: null, cost: undefined, running: null, progress: "", problem: "", leaves: true });
        this.place = element("section", { class: "sensitive", "aria-label": text("sensitive.title") });
        this.show();
    }

    get findings() {
        return known.get(this.records) ?? null;
    }

    /** The records that the file shall lack. */
    left() {
        return this.findings && this.leaves ? this.findings.left : new Set();
    }

    show(focus = false) {
        this.place.replaceChildren(element("h3", { tabindex: "-1" }, text("sensitive.title")), ...(this.findings ? this.found() : this.check()), element("p", { role: "alert", class: "field-problem" }, this.problem));
        if (focus) this.place.querySelector("button, input")?.focus();
        this.changed(this);
    }

    check() {
        if (this.running) return [element("p", { role: "status" }, this.progress), element("p", { class: "line" }, button(text("job.cancel"), () => this.stop(), { class: "small-button" }))];
        const isKnown = this.requests !== null;
        const cost = isKnown ? [element("p", { role: "status" }, this.cost ? text("sensitive.cost", { expected: money(this.cost.expected), highest: money(this.cost.highest) }) : text("codes.costUnknown"))] : [];
        const run = () => (isKnown ? this.run() : this.estimate());
        return [hint(text("sensitive.unchecked", { count: this.records.length })), ...cost, element("p", { class: "line" }, button(text(isKnown ? "sensitive.check" : "sensitive.estimate", { count: this.records.length }), run, { class: "small-button" }))];
    }

    found() {
        const { findings } = this;
        if (!findings.left.size) return [element("p", { role: "status" }, text("sensitive.none", { count: this.records.length }))];
        const input = element("input", { type: "checkbox", id: "leave-out", checked: this.leaves });
        input.addEventListener("change", () => {
            this.leaves = input.checked;
            this.changed(this);
        });
        return [element("p", { role: "status" }, text("sensitive.found", { count: findings.found.length, total: this.records.length })),
            element("ul", {}, ...findings.counts.map(({ type, count: own }) => element("li", {}, nameOf(type), `: ${count(own)}`)), ...(findings.unchecked.length ? [element("li", {}, text("sensitive.notChecked"), `: ${count(findings.unchecked.length)}`)] : [])),
            element("p", { class: "line" }, input, element("label", { for: "leave-out" }, text("sensitive.leaveOut", { count: findings.left.size }))), hint(text("sensitive.leaveOutHint")), focalList(findings, this.fileName)];
    }

    async attempt(step) {
        const own = this.running = new AbortController();
        Object.assign(this, { problem: "", progress: text("codes.estimating") });
        this.show(true);
        try {
            await step(own.signal);
        } catch (failure) {
            if (failure.name !== "AbortError") this.problem = describeProblem(failure);
            if (failure.status === 401) {
                this.place.closest("dialog")?.close("");
                refuseKey(failure);
            }
        }
        this.running = null;
        this.show(this.place.isConnected);
    }

    estimate() {
        return this.attempt(async (signal) => {
            const requests = portions(this.records, {});
            this.cost = await estimateOf(path, requests, signal);
            this.requests = requests;
        });
    }

    run() {
        return this.attempt(async (signal) => {
            const onDone = (done) => {
                this.progress = text("sensitive.running", { done, total: this.records.length });
                this.place.querySelector("[role=status]").textContent = this.progress;
            };
            const entries = await entriesOf(path, this.requests, { signal, onDone });
            known.set(this.records, new Findings(this.records, entries));
        });
    }

    stop() {
        this.running?.abort();
    }
}
