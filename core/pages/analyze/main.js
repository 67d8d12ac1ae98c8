// From a file of feedback to an analysis of it, in steps. The file is read in this tab; the server gets what the person starts.
//
// No framework: the page is a form of six steps, and each step shows itself from `state`. Libraries read formats only: fflate (ZIP) and
// saxen (XML) workbooks, js-yaml YAML; what is bundled has no dependencies of its own.
import { $, element } from "../shared/dom.js";
import { isolated } from "../shared/direction.js";
import { storedKey } from "../shared/stored_key.js";
import { stopCoding } from "./codes/start.js";
import { leaveProject } from "./projects/keeping.js";
import { renderProjects, setUpProjects } from "./projects/panel.js";
import { afterKey, goOn, openJob, openKept, openSent } from "./projects/resume.js";
import { onLoss, prepare, restart } from "./reader/reader.js";
import { renderResult, setUpAnswer, showAnswer } from "./result/shown.js";
import { jobOfAddress, showAddress, state } from "./state.js";
import { renderColumns, setUpColumns } from "./steps/columns.js";
import { leaveCost, renderCost, setUpCost } from "./steps/cost.js";
import { setUpFile } from "./steps/file.js";
import { dropFilters } from "./steps/filters.js";
import { afterColumns, afterFile, afterQuestion, change, loseFile, reopen, stopReopening } from "./steps/flow.js";
import { leaveJob, renderJob, setUpJob, startAnalysis } from "./steps/job.js";
import { askForKey, checkKey, setUpKey } from "./steps/key.js";
import { renderQuestion, setUpQuestion } from "./steps/question.js";
import { names, onChange, showSummaries } from "./steps/steps.js";
import { direction, language, languages, setLanguage, text } from "./texts/texts.js";
import { stopEditing } from "./themes/editor.js";

/** Puts the texts of the language into the elements of the document. */
function translate() {
    document.documentElement.lang = language();
    document.documentElement.dir = direction();
    document.title = direction() === "rtl" ? `${text("page.title")} - ${isolated("Feedback Analysis Backend")}` : `${text("page.title")} - Feedback Analysis Backend`;
    for (const entry of document.querySelectorAll("[data-text]")) entry.textContent = text(entry.dataset.text);
    for (const entry of document.querySelectorAll("[data-label]")) entry.setAttribute("aria-label", text(entry.dataset.label));
}

function render() {
    translate();
    showSummaries();
    renderColumns();
    renderQuestion();
    renderCost();
    renderJob();
    renderResult();
    renderProjects();
}

/** The person leaves. What is kept stays, and the next person needs the key to go on. */
function forget() {
    leaveProject();
    clearWork();
}

/** Nothing of the file and of the answer stays in the tab. A running job stays on the server. */
function clearWork() {
    stopCoding(state.corpus?.records);
    stopEditing();
    leaveCost();
    leaveJob();
    restart();
    stopReopening();
    Object.assign(state, { fileName: "", source: null, framework: null, table: null, mapping: null, matched: null, request: null, sent: null, sentFilters: null, corpus: null, edits: null, codebook: null, analyst: "" });
    dropFilters();
    for (const id of ["columns", "question-form", "cost"]) $(id).replaceChildren();
    $("pasted").value = "";
    $("sent").hidden = true;
    renderResult();
}

function setUpLanguage() {
    $("language").append(...Object.entries(languages).map(([name, title]) => element("option", { value: name, lang: name, selected: name === language() }, title)));
    $("language").addEventListener("change", ({ target }) => {
        setLanguage(target.value);
        render();
    });
}

/** A link within the page moves the focus. It must not replace the address of the job, by which a reload finds it. */
function setUpLinks() {
    addEventListener("click", (event) => {
        const link = event.target.closest?.('a[href^="#"]');
        const target = link && $(link.getAttribute("href").slice(1));
        if (!target) return;
        event.preventDefault();
        target.scrollIntoView();
        target.focus();
    });
}

setUpLanguage();
setUpLinks();
setUpKey(afterKey, forget);
setUpFile(afterFile);
setUpColumns(afterColumns);
setUpQuestion(afterQuestion);
setUpCost(() => {
    $("sent").hidden = true;
    return startAnalysis();
});
onLoss(loseFile);
setUpJob(showAnswer);
setUpAnswer({ reopen, change });
onChange(change);
$("reopen").addEventListener("click", reopen);
$("open-sent").addEventListener("click", openSent);
addEventListener("hashchange", () => { if (jobOfAddress() && storedKey.value) openJob(jobOfAddress()); });
setUpProjects({ clear: clearWork, goOn, openJob: (id) => {
    showAddress(id);
    return openJob(id);
}, openKept });
prepare();
render();
for (const name of names) $(`step-${name}`).hidden = name === "job";
if (storedKey.value) checkKey(afterKey);
else askForKey();
