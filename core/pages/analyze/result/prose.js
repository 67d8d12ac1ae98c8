// Shows the Markdown of an answer as elements. Cited ids open their record.
import { button, element } from "../../shared/dom.js";
import { directionOf, firstDirection, passages } from "../../shared/direction.js";
import { direction, languages, text } from "../texts/texts.js";
import { parse } from "./markdown.js";
import { foreign } from "./parts.js";

const openButton = (view, id) => button(foreign(id), () => view.open(id, view.corpus.ofIds([id])), { class: "citation", "aria-label": text("result.openRecord", { id }) });

const address = (target, label, name) => element("a", { href: target, target: "_blank", rel: "noreferrer noopener", "aria-label": name }, label);

function link(view, { text: label, target }) {
    const known = view.corpus?.ids.has(label);
    if (!known) return [address(target, foreign(label), null)];
    return [openButton(view, label), address(target, "↗", text("result.openInCrm", { id: label }))];
}

const directed = (content, lineDirection) => passages(content, lineDirection).map(({ text: part, isOther }) => (isOther ? foreign(part) : part));

function plain(view, content, lineDirection) {
    const parts = view.citations ? view.citations.split(content) : [{ text: content }];
    return parts.flatMap(({ text: part, id }) => (id === undefined ? directed(part, lineDirection) : [openButton(view, id)]));
}

function inline(view, run, lineDirection) {
    if (run.target !== undefined) return link(view, run);
    if (run.code) return [element("code", { dir: "auto" }, run.text)];
    const content = plain(view, run.text, lineDirection);
    if (run.bold) return [element("strong", { dir: "auto" }, ...content)];
    return run.italic ? [element("em", { dir: "auto" }, ...content)] : content;
}

const inlines = (view, runs, lineDirection) => runs.flatMap((run) => inline(view, run, lineDirection));

function listOf(view, { ordered, items }, base) {
    const list = element(ordered ? "ol" : "ul", {});
    for (const { depth, runs } of items) {
        const item = element("li", {}, ...inlines(view, runs, base));
        const last = list.lastElementChild;
        if (!depth || !last) list.append(item);
        else if (last.lastElementChild?.tagName === "UL") last.lastElementChild.append(item);
        else last.append(element("ul", {}, item));
    }
    return list;
}

const rowOf = (view, cells, tag, base) => element("tr", {}, ...cells.map((runs) => element(tag, tag === "th" ? { scope: "col" } : {}, ...inlines(view, runs, base))));

/** A heading or paragraph in its own direction: that of its letters, if they all have the same. */
function textBlock(view, tag, runs, base) {
    const own = directionOf(runs.map(({ text: part }) => part).join(""), base);
    return element(tag, { dir: own }, ...inlines(view, runs, own));
}

const shapes = {
    heading: (view, { level, runs }, base) => textBlock(view, level <= 2 ? "h3" : "h4", runs, base),
    paragraph: (view, { runs }, base) => textBlock(view, "p", runs, base),
    list: listOf,
    table: (view, { head, rows }, base) => element("table", {}, element("thead", {}, rowOf(view, head, "th", base)), element("tbody", {}, ...rows.map((row) => rowOf(view, row, "td", base)))),
};

/** The direction of an answer: that of the language that was asked for, else of its first letter. */
const answerDirection = ({ request, answer }) => (request?.output_language in languages
    ? direction(request.output_language) : firstDirection(answer.analysis, direction()));

/** The elements of a Markdown text. Only ids and links to the CRM are clickable. */
export function prose(view, markdown) {
    const base = answerDirection(view);
    return element("div", { class: "prose", dir: base }, ...parse(markdown, view.request?.crm_feedback_base_url).map((block) => shapes[block.kind](view, block, base)));
}
