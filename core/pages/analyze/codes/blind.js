// The blind review: a person decides on a random sample of records before any suggestion is shown.
import { button, element } from "../../shared/dom.js";
import { percent } from "../format.js";
import { foreign, hint } from "../result/parts.js";
import { text } from "../texts/texts.js";
import { codeFrom, codeList, name } from "./choose.js";
import { samePath } from "./coding.js";
import { measurePart } from "./agreement.js";
import { leastDecisions, sampleSize } from "./sample.js";

const halfWidths = [0.1, 0.05]; // of the 95 % interval of the share of records with the same codes

/** One view of the phases "choose" and "blind" of a Coding. `showWork(threshold?)` ends them. */
export class BlindView {
    constructor(container, { coding, showWork }) {
        Object.assign(this, { container, coding, showWork, at: Math.max(0, coding.sample.findIndex(({ blind }) => blind === null)), codes: [] });
        if (coding.sample.length && coding.sample.every(({ blind }) => blind !== null)) this.at = coding.sample.length;
    }

    show() {
        if (this.coding.phase === "choose") this.showSizes();
        else if (this.at < this.coding.sample.length) this.showRecord();
        else this.showEnd();
    }

    /** Replaces the view, and moves the focus so that a screen reader reads what is new. */
    replace(title, ...parts) {
        const heading = element("h3", { id: "blind-title", tabindex: "-1" }, title);
        this.container.replaceChildren(element("section", { class: "blind", "aria-labelledby": "blind-title" }, heading, ...parts));
        return heading;
    }

    showSizes() {
        const total = this.coding.rows.length;
        const sizes = halfWidths.map((width) => ({ width, size: sampleSize(width, total) })).filter(({ size }, at, all) => at === 0 || size !== all[at - 1].size);
        const option = ({ width, size }, at) => element("label", { class: "line" }, element("input", { type: "radio", name: "blind-size", value: String(size), checked: at === 0 }),
            text("codes.blind.size", { count: size, width: percent(width) }));
        const start = () => {
            this.coding.startBlind(Number(this.container.querySelector('[name="blind-size"]:checked').value));
            this.show();
        };
        this.replace(text("codes.blind.title"), hint(text("codes.blind.intro")), ...(total < leastDecisions ? [hint(text("codes.blind.few", { least: leastDecisions }))] : []),
            element("fieldset", { class: "window sources-of-codes" }, element("legend", {}, text("codes.blind.sizes")), ...sizes.map(option)),
            element("div", { class: "line" }, button(text("codes.blind.start"), start, { class: "primary" }), button(text("codes.blind.skip"), () => this.showWork())));
    }

    get row() {
        return this.coding.sample[this.at];
    }

    showRecord() {
        const { record, blind } = this.row;
        this.codes = blind ?? [];
        this.chips = element("div", { class: "chips" });
        this.problem = element("p", { role: "alert", class: "field-problem" });
        this.input = element("input", { list: "codes-paths", id: "blind-code", autocomplete: "off", "aria-describedby": "blind-title blind-text blind-keys" });
        this.input.addEventListener("keydown", (event) => this.onKey(event));
        this.input.addEventListener("change", () => this.addWritten());
        const values = { at: this.at + 1, total: this.coding.sample.length };
        this.replace(text("codes.blind.record", values), element("p", { class: "muted" }, foreign(record.id)), element("p", { class: "content", id: "blind-text", dir: "auto" }, record.content),
            element("div", { class: "editor" }, element("label", { for: "blind-code" }, text("codes.blind.code")), this.input, this.chips), this.problem,
            element("p", { class: "hint", id: "blind-keys" }, text("codes.blind.keys")),
            element("div", { class: "line" }, button(text("codes.blind.decide"), () => this.decideChosen(), { class: "primary" }), button(text("codes.blind.none"), () => this.decide([])),
                button(text("codes.blind.back"), () => this.back(), { disabled: !this.canGoBack() }), button(text("codes.blind.end"), () => this.end())),
            codeList(this.coding));
        this.showChips();
        this.input.focus();
    }

    showChips() {
        this.chips.replaceChildren(...this.codes.map((path) => button(`${name(path)} ×`, () => {
            this.codes = this.codes.filter((other) => !samePath(other, path));
            this.showChips();
            this.input.focus();
        }, { class: "chip", "aria-label": text("codes.takeAway", { code: name(path) }) })));
    }

    /** Adds what is written. Returns whether something was written. */
    addWritten() {
        const words = this.input.value;
        if (!words.trim()) return false;
        const path = codeFrom(this.coding, words);
        this.problem.textContent = path ? "" : text("codes.blind.unknown");
        if (!path) return true;
        this.input.value = "";
        if (!this.codes.some((other) => samePath(other, path))) this.codes = [...this.codes, path];
        this.showChips();
        return true;
    }

    /** Enter adds the written code, and decides if none is written. Without a code it decides nothing. */
    onKey(event) {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        if (!this.addWritten()) this.decideChosen();
    }

    decideChosen() {
        if (this.addWritten() && this.problem.textContent) return;
        if (this.codes.length) return this.decide(this.codes);
        this.problem.textContent = text("codes.blind.chooseFirst");
        this.input.focus();
    }

    decide(paths) {
        this.coding.decideBlind(this.row, paths);
        this.at += 1;
        this.show();
    }

    canGoBack() {
        return this.at > 0 && !this.coding.sample[this.at - 1].isCompared;
    }

    back() {
        this.at -= 1;
        this.show();
    }

    /** Ends the review early: the records so far are a random sample, too. */
    end() {
        this.coding.sample = this.coding.sample.filter(({ blind }) => blind !== null);
        this.at = this.coding.sample.length;
        this.show();
    }

    showEnd() {
        const { coding, container } = this;
        const decided = coding.sample.length;
        const larger = Math.min(coding.rows.length, 2 * Math.max(decided, leastDecisions));
        const more = button(text("codes.blind.more", { count: larger - decided }), () => {
            coding.startBlind(larger);
            this.show();
        });
        const back = button(text("codes.blind.back"), () => this.back(), { disabled: !this.canGoBack() });
        const next = button(text("codes.blind.goOn"), () => this.showWork());
        this.replace(text("codes.blind.done", { count: decided }), hint(text("codes.blind.doneHint")),
            element("div", { class: "line" }, back, ...(larger > decided ? [more] : []), next),
            measurePart({ coding, container, accept: (threshold) => this.showWork(threshold), measured: () => (back.disabled = true) })).focus();
    }
}
