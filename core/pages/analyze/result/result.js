// The view of a result.
import { button, element } from "../../shared/dom.js";
import { direction, text } from "../texts/texts.js";
import { agreementOf, codesPart } from "../codes/start.js";
import { saveChart, saveRecords, saveResult } from "../export/exports.js";
import { reportTools } from "../export/report_tools.js";
import { allowed } from "../export/personal.js";
import { audience } from "../sensitive/check.js";
import { changes } from "./changes.js";
import { mirrored } from "../../shared/charts/scene.js";
import { Citations } from "./citations.js";
import { comparison } from "./comparison.js";
import { dimensions } from "./dimensions.js";
import { filterWords } from "./filters.js";
import { heat } from "./heat_map.js";
import { map } from "./map.js";
import { periodKind, periodsOf } from "./model.js";
import { foreign, section } from "./parts.js";
import { prose } from "./prose.js";
import { quality, readRecords, uncertainty } from "./quality.js";
import { openRecords } from "./records.js";
import { provenance, refused, unassigned } from "./rest.js";
import { seriesOfWork, seriesPart } from "./series.js";
import { themes } from "./themes.js";
import { editedAnswer } from "../themes/edited_answer.js";
import { decisionsOf, editing } from "../themes/editor.js";
import { Translation } from "../themes/translation.js";

/** What all parts of the view share. `corpus` and `citations` are null if this tab does not hold the file. */
function viewOf(container, { answer: counted, request, filters, corpus, fileName, job, work, edits, analyse }) {
    const periods = periodsOf(counted);
    const kind = periodKind(periods);
    const list = edits?.isEdited ? edits.history.present.themes : null;
    const translation = edits?.history.present.translation;
    const view = {
        answer: list ? editedAnswer(counted, list, { corpus, kind }) : counted, counted, list, request, filters, fileName, job, corpus, periods, kind, analyse,
        edits, translation: translation ? new Translation(translation) : null, date: job?.finished?.slice(0, 10) ?? null, agreement: corpus && agreementOf(corpus.records), citations: corpus && new Citations(corpus),
        oriented: (scene) => (direction() === "rtl" ? mirrored(scene) : scene),
        open: (title, found, expected, theme = null) => openRecords(container, { title, records: found, expected, save: (some) => saveRecords(view, title, some), decide: theme === null ? null : decisionsOf(theme) }),
    };
    view.series = seriesOfWork(view, work);
    return view;
}

/** A button that makes a file, is busy meanwhile, and reports if it cannot. */
function fileButton(label, name, make) {
    const created = button(label, async () => {
        created.setAttribute("aria-busy", "true");
        created.disabled = true;
        try {
            await make();
        } catch {
            created.after(element("span", { role: "alert", class: "field-problem" }, text("result.notSaved")));
        } finally {
            created.removeAttribute("aria-busy");
            created.disabled = false;
        }
    }, { class: "small-button", "aria-label": name });
    return created;
}

/** Prints the page, without personal data if the person wants it so. */
async function print(view) {
    const chosen = await allowed(view, ["prose", "themes"]);
    if (!chosen) return;
    if (chosen !== view) {
        const container = document.getElementById("result-answer").parentElement;
        const shown = [...container.children];
        container.replaceChildren(...printedParts(chosen));
        addEventListener("afterprint", () => container.replaceChildren(...shown), { once: true });
    }
    window.print();
}

const extensions = ["docx", "xlsx", "csv", "md", "json"];

const exportsOf = (view) => element("div", { class: "exports", role: "group", "aria-label": text("result.exports") },
    ...extensions.map((extension) => fileButton(text(`result.export.${extension}`), text(`result.exportName.${extension}`), () => saveResult(view, extension))),
    fileButton(text("result.print"), text("result.print"), () => print(view)));

/** Buttons for the images of charts: [name, title]. */
const imagesOf = (view, ...charts) => element("div", { class: "exports", role: "group", "aria-label": text("result.images") }, ...charts.flatMap(([name, title]) =>
    ["png", "svg"].map((extension) => fileButton(`${title} ${extension.toUpperCase()}`, `${title}: ${extension.toUpperCase()}`, () => saveChart(view, name, extension)))));

function filtersOf(view) {
    const words = filterWords(view);
    return words ? [element("p", { class: "note filter-words" }, words)] : [];
}

function answerSection(view) {
    return section("result-answer", view.request?.prompt ? foreign(view.request.prompt) : text("result.answer"),
        element("p", { class: "muted" }, ...(view.fileName ? [foreign(view.fileName), " · "] : []), readRecords(view)), ...filtersOf(view), exportsOf(view), reportTools(view, fileButton), ...(view.corpus ? [audience()] : []),
        element("div", { class: "answer-columns" }, prose(view, view.answer.analysis), element("div", { class: "side" }, quality(view), uncertainty(view))));
}

function themeTools(view) {
    const charts = [["themes", text("result.bars")], ...(view.periods.length > 1 ? [["lines", text("result.lines")]] : [])];
    return imagesOf(view, ...charts);
}

/** Suggested codes of the records, or the form that asks for them. */
function codes(view) {
    const { corpus, fileName } = view;
    const place = element("div", {});
    codesPart(place, { records: corpus.records, fileName, allowed: () => allowed(view, ["records"]) });
    return section("result-codes", text("result.codes"), place);
}

/** The sections of an answer between its themes and its codes. */
const middleParts = (view) => [
    ...dimensions(view, imagesOf),
    ...map(view, imagesOf(view, ["map", text("map.title")])),
    ...changes(view, imagesOf(view, ["changes", text("result.changes")])),
    ...heat(view, imagesOf(view, ["heat", text("result.heat")])),
    comparison(view, imagesOf(view, ["comparison", text("result.comparison")])),
    ...(view.answer.themes ? [unassigned(view)] : []),
    ...refused(view),
];

/** What a print has. The sections of edits and codes are for the screen, and hold texts as they were. */
const printedParts = (view) => [answerSection(view), ...(view.answer.themes ? [themes(view, themeTools(view)), ...seriesPart(view)] : []), ...middleParts(view), provenance(view)];

/**
 * Shows an answer in `container`, and replaces what it held. Called again with the same answer if the language changes or if the
 * records become known.
 * - answer: the JSON body of analyze-bulk with detail "themes"
 * - request: the body that was sent, without feedback_records; null if this tab did not send it
 * - filters: those by which its records were chosen, with `of`, the number of all; null if this tab did not send it
 * - corpus: the Corpus of the file; null if this tab does not hold the file. Its records: [{id, content, date, metadata, codes, row}].
 *   date: "YYYY-MM-DD" or ""; codes: array of labels; metadata: {column: text}; row: number of the row in the file
 * - fileName: the name of the file; "" if unknown
 * - job: the job as in docs/reference/jobs.md#job; null if the server has none
 * - work: the kept work with earlier analyses (projects/snapshot.js), or null
 * - analyse: called with the ids of records to analyse alone; null if this tab cannot
 * - edits: {history, isEdited, request, hasFile(), reopen(), apply(history, shown)} of the themes (shown.js); absent without themes
 */
export function showResult(container, result) {
    const view = viewOf(container, result);
    const { answer } = view;
    container.replaceChildren(
        answerSection(view),
        ...(answer.themes ? [themes(view, themeTools(view)), editing(view, result.edits), ...seriesPart(view)] : []),
        ...middleParts(view),
        ...(view.corpus ? [codes(view)] : []),
        provenance(view));
    container.classList.add("result-view");
}
