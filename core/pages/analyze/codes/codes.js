// Suggested codes in a table: a person confirms, changes or removes them, measures agreement, and saves the corrected file.
import { button, element } from "../../shared/dom.js";
import { csv } from "../export/csv.js";
import { fileStem, save } from "../export/save.js";
import { xlsx } from "../export/xlsx.js";
import { decimal } from "../format.js";
import { choice, foreign, hint } from "../result/parts.js";
import { openRecords } from "../result/records.js";
import { text } from "../texts/texts.js";
import { cut } from "../themes/theme_edits.js";
import { BlindView } from "./blind.js";
import { codeFrom, codeList, name } from "./choose.js";
import { measurePart } from "./agreement.js";
import { growthPart } from "./growth_view.js";
import { certainty, codedRows, statusOf } from "./coding.js";

const pageSize = 50;
const shortLength = 300;

/** Whether Tab reaches a row and its buttons. It reaches one row; arrows reach the others. */
function reachable(row, isReachable) {
    for (const part of [row, ...row.querySelectorAll("button, input")]) part.tabIndex = isReachable ? 0 : -1;
    return row;
}

/** One view of a Coding. */
class CodesView {
    constructor(container, { coding, fileName, allowed, codeAgain }) {
        Object.assign(this, { container, coding, fileName, allowed, codeAgain, filter: "all", order: "file", page: 0, editing: null, current: 0, message: "" });
    }

    /** The rows of the current filter and order. */
    get rows() {
        const rows = this.coding.rows.filter((row) => this.filter === "all" || statusOf(row) === this.filter);
        return this.order === "certainty" ? [...rows].sort((left, right) => certainty(left) - certainty(right)) : rows;
    }

    show() {
        this.status = element("p", { role: "status", class: "status" });
        this.body = element("tbody", {});
        this.pages = element("div", { class: "line" });
        const { coding, container, fileName, codeAgain } = this;
        this.growth = growthPart({ coding, container, fileName, codeAgain });
        this.container.replaceChildren(hint(text("codes.hint")), hint(text("codes.confidenceHint")), this.controls(), this.status, this.tableOf(), this.pages, codeList(coding), this.growth.place,
            measurePart({ coding, container, accept: (threshold) => this.accept(threshold) }));
        this.showRows();
    }

    controls() {
        const statuses = ["all", "open", "confirmed", "changed", "removed", "accepted"].map((value) => ({ value, title: text(`codes.filter.${value}`) }));
        const orders = ["file", "certainty"].map((value) => ({ value, title: text(`codes.order.${value}`) }));
        const change = (member) => (value) => {
            Object.assign(this, { [member]: value, page: 0, current: 0, editing: null });
            this.showRows();
        };
        return element("div", { class: "choices-line" },
            choice("codes-filter", text("codes.show"), statuses, this.filter, change("filter")), choice("codes-order", text("codes.order"), orders, this.order, change("order")),
            ...(this.coding.rows.some(({ inFile }) => inFile) ? [button(text("codes.useFile"), () => this.useFile(), { class: "small-button" })] : []),
            button(text("codes.saveCsv"), () => this.save("csv", csv), { class: "small-button" }),
            button(text("codes.saveXlsx"), () => this.save("xlsx", (rows) => xlsx([{ name: text("result.records"), rows, widths: [16, 12, 80, 14, 40, 40, 12] }])), { class: "small-button" }));
    }

    /** Saves the corrected file, unless the person decides against it. */
    async save(extension, make) {
        const chosen = await this.allowed();
        if (chosen) save([fileStem(this.fileName), text("codes.fileSuffix"), ...(chosen.left ? [text("sensitive.suffix", { count: chosen.left.size })] : [])].join(" "), extension, await make(this.fileRows(chosen)));
    }

    fileRows({ isMasked = false, left = null }) {
        const head = ["result.recordId", "result.date", "result.text", "codes.status", "codes.codes", "codes.suggested", "codes.confidence"].map((key) => text(key));
        const rows = left ? this.coding.rows.filter(({ record }) => !left.has(record)) : this.coding.rows;
        return codedRows(this.coding, head, (status) => text(`codes.status.${status}`), isMasked, rows);
    }

    tableOf() {
        const head = ["codes.record", "codes.suggested", "codes.codes", "codes.status", "codes.actions"].map((key) => element("th", { scope: "col" }, text(key)));
        this.body.addEventListener("keydown", (event) => this.onKey(event));
        this.body.addEventListener("focusin", ({ target }) => this.onFocus(target.closest("tr")));
        return element("div", { class: "scroll" }, element("table", { class: "codes-table" }, element("caption", {}, text("result.codes")), element("thead", {}, element("tr", {}, ...head)), this.body));
    }

    get visible() {
        return this.rows.slice(this.page * pageSize, (this.page + 1) * pageSize);
    }

    showRows() {
        this.shown = this.visible;
        this.current = Math.min(this.current, Math.max(0, this.shown.length - 1));
        this.body.replaceChildren(...this.shown.map((row, at) => this.rowOf(row, at)));
        if (!this.shown.length) this.body.append(element("tr", {}, element("td", { colspan: "5" }, text("codes.noneLeft"))));
        this.showPages();
        this.showStatus();
    }

    showStatus() {
        const { rows, decided } = this.coding;
        const words = [text("codes.progress", { decided: decided.length, total: rows.length }), this.message].filter(Boolean).join(" ");
        if (this.status.textContent !== words) this.status.textContent = words;
        this.growth.refresh();
    }

    showPages() {
        const last = Math.max(0, Math.ceil(this.rows.length / pageSize) - 1);
        const turn = (by) => () => {
            Object.assign(this, { page: this.page + by, current: 0, editing: null });
            this.showRows();
            this.focusRow(0);
        };
        const previous = button(text("codes.previous"), turn(-1), { class: "small-button", disabled: this.page === 0 });
        const next = button(text("codes.next"), turn(1), { class: "small-button", disabled: this.page >= last });
        this.pages.replaceChildren(...(last ? [previous, element("span", { class: "muted" }, text("codes.page", { page: this.page + 1, pages: last + 1 })), next] : []));
    }

    recordCell({ record }) {
        const id = button(foreign(record.id), () => openRecords(this.container, { title: record.id, records: [record] }), { class: "citation", "aria-label": text("result.openRecord", { id: record.id }) });
        return element("th", { scope: "row" }, id, element("p", { class: "content", dir: "auto" }, cut(record.content, shortLength)));
    }

    /** A cell that names its column where the head of the table is hidden. */
    cell(title, ...content) {
        return element("td", { "data-column": text(title) }, ...content);
    }

    suggestedCell({ suggested, error, explanation }) {
        if (error) return this.cell("codes.suggested", element("span", { class: "muted" }, text("codes.error", { code: error })));
        if (!suggested.length) return this.cell("codes.suggested", element("span", { class: "muted", title: explanation }, text("codes.noCode")));
        return this.cell("codes.suggested", element("ul", { class: "paths" }, ...suggested.map(({ path, confidence, explanation: why }) => element("li", {},
            element("bdi", { title: why }, name(path)), " ", element("data", { class: "muted", value: String(confidence) }, confidence === null ? "–" : decimal(confidence))))));
    }

    decisionCell(row, at) {
        if (this.editing === row) return this.cell("codes.codes", this.editor(row, at));
        const { human } = row;
        if (human === null) return this.cell("codes.codes", element("span", { class: "muted" }, text("codes.undecided")));
        if (!human.length) return this.cell("codes.codes", text("codes.noCode"));
        return this.cell("codes.codes", element("ul", { class: "paths" }, ...human.map((path) => element("li", {}, foreign(name(path))))));
    }

    /** A field that adds codes, and a button for each that takes it away. */
    editor(row, at) {
        const codes = row.human ?? row.suggested.map(({ path }) => path);
        const set = (paths) => {
            this.coding.decide(row, paths);
            this.replaceRow(at);
            this.body.querySelector("input")?.focus();
        };
        const input = element("input", { list: "codes-paths", "aria-label": text("codes.addCode", { id: row.record.id }), autocomplete: "off" });
        input.addEventListener("change", () => {
            const chosen = codeFrom(this.coding, input.value);
            if (!chosen) return;
            input.value = ""; // removing a changed field would report the change again
            set([...codes, chosen]);
        });
        const chips = codes.map((path) => button(`${name(path)} ×`, () => set(codes.filter((other) => other !== path)), { class: "chip", "aria-label": text("codes.takeAway", { code: name(path) }) }));
        return element("div", { class: "editor" }, ...chips, input, button(text("codes.done"), () => this.stopEditing(at), { class: "small-button" }));
    }

    rowOf(row, at) {
        const status = statusOf(row);
        const action = (key, run, disabled = false) => button(text(key), run, { class: "small-button", disabled, "aria-label": `${text(key)}: ${row.record.id}` });
        const shown = element("tr", { "data-status": status, "aria-label": `${row.record.id}, ${text(`codes.status.${status}`)}`, "aria-keyshortcuts": "Enter Delete F2 Control+Z" },
            this.recordCell(row), this.suggestedCell(row), this.decisionCell(row, at), element("td", {}, text(`codes.status.${status}`)),
            element("td", {}, element("div", { class: "actions" },
                action("codes.confirm", () => this.act(at, () => this.coding.confirm(row))), action("step.change", () => this.edit(at)),
                action("codes.remove", () => this.act(at, () => this.coding.decide(row, []))), action("codes.undo", () => this.act(at, () => this.coding.undo(row), 0), row.human === row.blind))));
        return reachable(shown, at === this.current);
    }

    replaceRow(at) {
        this.body.children[at].replaceWith(this.rowOf(this.shown[at], at));
        this.showStatus();
    }

    /** Changes a row and goes on to the next one. */
    act(at, change, step = 1) {
        change();
        this.message = "";
        this.editing = null;
        this.replaceRow(at);
        this.focusRow(Math.min(at + step, this.shown.length - 1));
    }

    edit(at) {
        const before = this.shown.indexOf(this.editing);
        this.editing = this.shown[at];
        if (before >= 0) this.replaceRow(before);
        this.replaceRow(at);
        this.body.querySelector("input").focus();
    }

    stopEditing(at) {
        this.body.querySelector("input").value = "";
        this.editing = null;
        this.replaceRow(at);
        this.focusRow(at);
    }

    focusRow(at) {
        const row = this.body.children[at];
        if (!row || !this.shown.length) return;
        this.onFocus(row);
        row.focus();
        row.scrollIntoView({ block: "nearest" });
    }

    onFocus(row) {
        const at = [...this.body.children].indexOf(row);
        if (at < 0 || at === this.current || !this.shown.length) return;
        if (this.shown[this.current] !== this.editing) reachable(this.body.children[this.current], false);
        reachable(row, true);
        this.current = at;
    }

    onKey(event) {
        const row = event.target.closest("tr");
        const at = [...this.body.children].indexOf(row);
        if (event.key === "Escape" && this.editing) return this.stopEditing(at);
        if (event.target !== row || !this.shown[at]) return;
        const keys = {
            ArrowDown: () => this.focusRow(at + 1), ArrowUp: () => this.focusRow(at - 1), Home: () => this.focusRow(0), End: () => this.focusRow(this.shown.length - 1),
            Enter: () => this.act(at, () => this.coding.confirm(this.shown[at])),
            Delete: () => this.act(at, () => this.coding.decide(this.shown[at], [])), F2: () => this.edit(at),
            z: () => (event.ctrlKey || event.metaKey) && this.act(at, () => this.coding.undo(this.shown[at]), 0),
        };
        if (!(event.key in keys)) return;
        event.preventDefault();
        keys[event.key]();
    }

    useFile() {
        this.message = text("codes.usedFile", { count: this.coding.useFile() });
        this.showRows();
    }

    accept(threshold) {
        this.message = text("codes.accepted", { count: this.coding.accept(threshold), threshold: decimal(threshold) });
        this.showRows();
        this.focusRow(0);
    }
}

/**
 * Shows the blind review in `container`, and the suggestions after it, and replaces what it held. Decisions are kept in `coding` (coding.js),
 * so that a call with the same one shows them again.
 */
export function showCodes(container, given) {
    const showWork = (threshold) => {
        given.coding.startWork();
        const view = new CodesView(container, given);
        view.show();
        if (threshold === undefined) view.focusRow(0);
        else view.accept(threshold);
    };
    if (given.coding.phase === "work") new CodesView(container, given).show();
    else new BlindView(container, { ...given, showWork }).show();
}
