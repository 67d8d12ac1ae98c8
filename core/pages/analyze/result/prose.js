// Shows the Markdown of an answer as elements. Cited ids open their record.
import { element } from "../../shared/dom.js";
import { text } from "../texts/texts.js";
import { parse } from "./markdown.js";
import { button, foreign } from "./parts.js";

const openButton = (view, id) => button(foreign(id), () => view.open(id, view.corpus.ofIds([id])), { class: "citation", "aria-label": text("result.openRecord", { id }) });

const address = (target, label, name) => element("a", { href: target, target: "_blank", rel: "noreferrer noopener", "aria-label": name }, label);

function link(view, { text: label, target }) {
    const known = view.corpus?.ids.has(label);
    if (!known) return [address(target, foreign(label), null)];
    return [openButton(view, label), address(target, "↗", text("result.openInCrm", { id: label }))];
}

const plain = (view, content) => (view.citations ? view.citations.split(content).map(({ text: part, id }) => (id === undefined ? part : openButton(view, id))) : [content]);

function inline(view, run) {
    if (run.target !== undefined) return link(view, run);
    if (run.code) return [element("code", {}, run.text)];
    const content = plain(view, run.text);
    if (run.bold) return [element("strong", {}, ...content)];
    return run.italic ? [element("em", {}, ...content)] : content;
}

const inlines = (view, runs) => runs.flatMap((run) => inline(view, run));

function listOf(view, { ordered, items }) {
    const list = element(ordered ? "ol" : "ul", {});
    for (const { depth, runs } of items) {
        const item = element("li", {}, ...inlines(view, runs));
        const last = list.lastElementChild;
        if (!depth || !last) list.append(item);
        else if (last.lastElementChild?.tagName === "UL") last.lastElementChild.append(item);
        else last.append(element("ul", {}, item));
    }
    return list;
}

const rowOf = (view, cells, tag) => element("tr", {}, ...cells.map((runs) => element(tag, tag === "th" ? { scope: "col" } : {}, ...inlines(view, runs))));

const shapes = {
    heading: (view, { level, runs }) => element(level <= 2 ? "h3" : "h4", {}, ...inlines(view, runs)),
    paragraph: (view, { runs }) => element("p", {}, ...inlines(view, runs)),
    list: listOf,
    table: (view, { head, rows }) => element("table", {}, element("thead", {}, rowOf(view, head, "th")), element("tbody", {}, ...rows.map((row) => rowOf(view, row, "td")))),
};

/** The elements of a Markdown text. Only ids and links to the CRM are clickable. */
export const prose = (view, markdown) => element("div", { class: "prose", dir: "auto" }, ...parse(markdown, view.request?.crm_feedback_base_url).map((block) => shapes[block.kind](view, block)));
