// The part of the codes that leads from records without a code to new codes of the codebook.
import { button, element } from "../../shared/dom.js";
import { fileStem, save } from "../export/save.js";
import { json } from "../../shared/api.js";
import { post } from "../job/api.js";
import { estimateOf } from "../job/bulk.js";
import { ServerWork } from "../job/server_work.js";
import { workKept } from "../state.js";
import { count } from "../format.js";
import { choice, foreign, hint } from "../result/parts.js";
import { openRecords } from "../result/records.js";
import { field } from "../steps/fields.js";
import { text } from "../texts/texts.js";
import { name as nameOf } from "./choose.js";
import { grown, mostRecords, parentsOf, proposalsOf, uncoded, wrongWith } from "./growth.js";

const path = "/v1/suggest-codes";

/** One section; `coding` holds the proposals. `codeAgain(framework)` starts another coding, which keeps the decisions. */
class GrowthView {
    constructor({ coding, container, fileName, codeAgain }) {
        this.place = element("section", { class: "growth", "aria-labelledby": "growth-title" });
        Object.assign(this, { coding, container, fileName, codeAgain });
        this.editing = null; // {proposal, draft: {name, definition, inclusion, parent}}: what a person has written, but not applied
        this.work = new ServerWork({
            words: { estimate: "growth.estimate", run: "growth.suggest", busy: "growth.asking", cost: "codes.cost" }, attributes: { start: { "data-start": "" } },
            estimate: (signal) => estimateOf(path, [{ body: this.body() }], signal), run: (signal) => this.run(signal), changed: () => this.show(),
        });
    }

    show(focus = null) {
        const { coding } = this;
        this.size = uncoded(coding).length;
        this.work.values = { total: count(Math.min(this.size, mostRecords)) };
        const { buttons, status, alert } = this.work.show();
        const controls = this.size && !this.editing ? [status, element("p", { class: "line" }, ...buttons)] : []; // new proposals replace the open ones
        this.place.replaceChildren(element("h3", { id: "growth-title", tabindex: "-1" }, text("growth.title")), hint(text("growth.intro", { count: this.size })),
            ...(this.size > mostRecords ? [hint(text("growth.first", { count: mostRecords }))] : []), ...controls, alert, ...(coding.proposals ? this.proposals() : []));
        if (focus) this.place.querySelector(focus)?.focus();
        return this.place;
    }

    /** Counts the records again, unless a person is writing in the section. */
    refresh() {
        if (this.size === uncoded(this.coding).length || this.editing || this.work.isBusy) return;
        this.work.forget(); // the cost is that of other records
        this.show();
    }

    body() {
        const { framework } = this.coding;
        return { feedback_records: uncoded(this.coding).slice(0, mostRecords).map(({ id, content }) => ({ id, content })), ...(framework && { coding_levels: framework }) };
    }

    async run(signal) {
        const answer = await json(await post(path, this.body(), { signal }));
        return () => {
            const accepted = (this.coding.proposals ?? []).filter(({ status }) => status === "accepted");
            const proposed = proposalsOf(answer, this.coding.framework);
            this.coding.proposals = [...accepted, ...proposed];
            workKept();
            this.show(proposed.length ? "#growth-title" : "[data-start]");
            if (!proposed.length) this.work.explain(text("growth.none"));
        };
    }

    proposals() {
        const { framework, proposals } = this.coding;
        const accepted = proposals.filter(({ status }) => status === "accepted").length;
        const next = grown(framework, proposals);
        return [element("ol", { class: "proposals" }, ...proposals.map((proposal, at) => this.proposal(proposal, at))),
            ...(accepted ? [element("p", { class: "line" }, element("span", { role: "status" }, text("growth.accepted", { count: accepted })),
                button(text("growth.save"), () => save(`${fileStem(this.fileName)} ${text("codebook.framework")}`, "json", `${JSON.stringify(next, null, 2)}\n`), { class: "small-button" }),
                ...(framework ? [button(text("growth.again"), () => this.codeAgain(next), { class: "small-button" })] : []))] : []),
            ...(accepted && !framework ? [hint(text("growth.noFramework"))] : [])];
    }

    decide(proposal, at, status) {
        const wrong = status === "accepted" ? wrongWith(proposal, this.coding.framework, this.coding.proposals) : null;
        this.work.explain(wrong ? text(wrong) : "");
        if (!wrong) proposal.status = status;
        workKept();
        const next = this.coding.proposals.findIndex((other, place) => place > at && other.status === "open");
        this.show(`[data-proposal="${wrong || next < 0 ? at : next}"]`);
    }

    proposal(proposal, at) {
        const { name, parentNames, definition, inclusion, record_ids: ids, overlaps, status } = proposal;
        const path = nameOf([...parentNames, name]);
        const action = (key, run, first = false) => button(text(key), run, { class: "small-button", "aria-label": `${text(key)}: ${path}`, "data-proposal": first ? String(at) : null });
        const recordIds = new Set(ids);
        const open = () => openRecords(this.container, { title: path, records: this.coding.rows.map(({ record }) => record).filter(({ id }) => recordIds.has(id)) });
        const actions = status === "open" ? [
            action("growth.accept", () => this.decide(proposal, at, "accepted"), true),
            ...(this.editing || this.work.isBusy ? [] : [action("step.change", () => this.edit(proposal))]),
            action("growth.reject", () => this.decide(proposal, at, "rejected")),
        ] : [action("growth.reopen", () => this.decide(proposal, at, "open"), true)];
        return element("li", { "data-status": status }, element("p", { class: "line" }, element("strong", {}, foreign(path)), element("span", { class: "mark" }, text(`growth.status.${status}`)),
            button(count(ids.length), open, { class: "count-button", "aria-label": text("result.open", { title: path, shown: count(ids.length) }) })),
            ...(this.editing?.proposal === proposal ? [this.form(at)] : [element("p", { dir: "auto" }, definition), ...(inclusion && inclusion !== definition ? [element("p", { class: "muted", dir: "auto" }, `${text("result.inclusion")} ${inclusion}`)] : []),
                ...(overlaps.length ? [hint(text("growth.overlaps", { names: overlaps.map(({ names }) => nameOf(names)).join("; ") }))] : []), element("p", { class: "line" }, ...actions)]));
    }

    edit(proposal) {
        const { name, definition, inclusion, parent } = proposal;
        this.editing = { proposal, draft: { name, definition, inclusion, parent } };
        this.show("#growth-name");
    }

    form(at) {
        const { proposal, draft } = this.editing;
        const input = (member, label, tag, attributes) => {
            const created = element(tag, { id: `growth-${member}`, dir: "auto", ...attributes });
            created.value = draft[member];
            created.addEventListener("input", () => { draft[member] = created.value; });
            return field(label, created);
        };
        const parents = this.coding.framework ? parentsOf(this.coding.framework) : [];
        const levels = [{ value: "", title: text("growth.firstLevel") }, ...parents.map(({ id, names }) => ({ value: id, title: nameOf(names) }))];
        const chooser = parents.length ? [choice("growth-parent", text("growth.under"), levels, draft.parent ?? "", (value) => { draft.parent = value || null; })] : [];
        const close = () => {
            this.editing = null;
            this.show(`[data-proposal="${at}"]`);
        };
        const apply = () => {
            const { parent, ...texts } = draft;
            const changed = Object.fromEntries(Object.entries(texts).map(([member, written]) => [member, written.trim()]));
            const wrong = wrongWith({ ...proposal, ...changed, parent }, this.coding.framework, this.coding.proposals.filter((other) => other !== proposal));
            if (wrong) {
                problem.textContent = text(wrong);
                return form.querySelector("#growth-name").focus();
            }
            Object.assign(proposal, changed, parents.length ? { parent, parentNames: parents.find(({ id }) => id === parent)?.names ?? [] } : {});
            workKept();
            close();
        };
        const problem = element("p", { role: "alert", class: "field-problem" });
        const form = element("div", { class: "growth-form" }, input("name", text("growth.name"), "input", { maxlength: "200" }),
            ...["definition", "inclusion"].map((member) => input(member, text(`result.${member}`), "textarea", { rows: "2" })), ...chooser, problem,
            element("p", { class: "line" }, button(text("edit.apply"), apply, { class: "primary" }), button(text("personal.cancel"), close, { class: "quiet" })));
        form.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
        return form;
    }
}

/** The section, in `place`; refresh() brings the number of its records up to date. */
export function growthPart(options) {
    const view = new GrowthView(options);
    view.show();
    return view;
}
