// The part of the question before a file in which a person has the records checked for sensitive content.
import { button, element } from "../../shared/dom.js";
import { csv } from "../export/csv.js";
import { fileStem, save } from "../export/save.js";
import { entriesOf, estimateOf, portions } from "../job/bulk.js";
import { ServerWork } from "../job/server_work.js";
import { count } from "../format.js";
import { foreign, hint } from "../result/parts.js";
import { check } from "../steps/fields.js";
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
        Object.assign(this, { records: corpus.records, fileName, changed, requests: [], leaves: true });
        this.place = element("section", { class: "sensitive", "aria-label": text("sensitive.title") });
        this.work = new ServerWork({
            words: { estimate: "sensitive.estimate", run: "sensitive.check" }, values: { count: corpus.records.length }, attributes: { start: { class: "small-button" }, cancel: { class: "small-button" } },
            estimate: (signal) => estimateOf(path, this.requests = portions(this.records, {}), signal), run: (signal) => this.run(signal),
        });
        this.show();
    }

    get findings() {
        return known.get(this.records) ?? null;
    }

    /** The records that the file shall lack. */
    left() {
        return this.findings && this.leaves ? this.findings.left : new Set();
    }

    show() {
        this.place.replaceChildren(element("h3", { tabindex: "-1" }, text("sensitive.title")), ...(this.findings ? this.found() : this.controls()));
        this.changed(this);
    }

    controls() {
        const { buttons, status, alert } = this.work.show();
        return [hint(text("sensitive.unchecked", { count: this.records.length })), status, element("p", { class: "line" }, ...buttons), alert];
    }

    found() {
        const { findings } = this;
        if (!findings.left.size) return [element("p", { role: "status" }, text("sensitive.none", { count: this.records.length }))];
        const changed = (isChecked) => {
            this.leaves = isChecked;
            this.changed(this);
        };
        return [element("p", { role: "status" }, text("sensitive.found", { count: findings.found.length, total: this.records.length })),
            element("ul", {}, ...findings.counts.map(({ type, count: own }) => element("li", {}, nameOf(type), `: ${count(own)}`)), ...(findings.unchecked.length ? [element("li", {}, text("sensitive.notChecked"), `: ${count(findings.unchecked.length)}`)] : [])),
            check("leave-out", text("sensitive.leaveOut", { count: findings.left.size }), this.leaves, { hint: text("sensitive.leaveOutHint"), changed }), focalList(findings, this.fileName)];
    }

    async run(signal) {
        const onDone = (done) => this.work.report(text("sensitive.running", { done, total: this.records.length }));
        const entries = await entriesOf(path, this.requests, { signal, onDone });
        return () => {
            known.set(this.records, new Findings(this.records, entries));
            this.show();
            this.place.querySelector("button, input")?.focus();
        };
    }

    stop() {
        this.work.cancel();
    }
}
