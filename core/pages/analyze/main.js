// From a file of feedback to an analysis of it, in steps. The file is read in this tab; the server gets what the person starts.
//
// No framework: the page is a form of six steps, and each step shows itself from `state`. Libraries read formats only: fflate (ZIP) and
// saxen (XML) workbooks, js-yaml YAML; what is bundled has no dependencies of its own.
import { $, element } from "../shared/dom.js";
import { storedKey } from "../shared/stored_key.js";
import { state, workKept } from "./state.js";
import { keptWork, leaveProject } from "./projects/keeping.js";
import { openLast, renderProjects, setUpProjects } from "./projects/panel.js";
import { openAnalysis } from "./projects/snapshot.js";
import { allRecords, ignoreLoss, onLoss, prepare, restart } from "./reader/reader.js";
import { showResult } from "./result/result.js";
import { renderColumns, setUpColumns, showColumns } from "./steps/columns.js";
import { costSummary, leaveCost, renderCost, setUpCost, showCost } from "./steps/cost.js";
import { stopCoding } from "./codes/start.js";
import { applyFilters, dropFilters } from "./steps/filters.js";
import { askForFile, setUpFile } from "./steps/file.js";
import { followJob, leaveJob, prepareAttempt, renderJob, sendAgain, setUpJob, startAnalysis, summariseJob } from "./steps/job.js";
import { askForKey, checkKey, setUpKey } from "./steps/key.js";
import { renderQuestion, setUpQuestion } from "./steps/question.js";
import { findSent } from "./steps/sending.js";
import { closeSteps, isOpen, names, onChange, openStep, setSummary, showSummaries } from "./steps/steps.js";
import { isolated } from "../shared/direction.js";
import { goOnCounting, stopEditing } from "./themes/editor.js";
import { begin, themesOf } from "./themes/theme_edits.js";
import { direction, language, languages, setLanguage, text } from "./texts/texts.js";

let isReopening = false; // whether the file of an answer is opened again

const jobOfAddress = () => /^#job=([0-9a-f]{32})$/.exec(location.hash)?.[1] ?? null;

/** Puts the texts of the language into the elements of the document. */
function translate() {
    document.documentElement.lang = language();
    document.documentElement.dir = direction();
    document.title = direction() === "rtl" ? `${text("page.title")} - ${isolated("Feedback Analysis Backend")}` : `${text("page.title")} - Feedback Analysis Backend`;
    for (const entry of document.querySelectorAll("[data-text]")) entry.textContent = text(entry.dataset.text);
    for (const entry of document.querySelectorAll("[data-label]")) entry.setAttribute("aria-label", text(entry.dataset.label));
}

/** Shows the result again, then runs `shown`. A dialog with records stays open until the person closes it. */
function renderBehindDialog(shown = () => {}) {
    const show = () => {
        renderResult();
        shown();
    };
    const dialog = $("result").querySelector("dialog[open]");
    if (dialog) dialog.onclose = show; // once for all edits
    else show();
}

/** Shows a state of the edited themes: with the answer and the job that it belongs to. `shown` runs afterwards. */
function applyEdits(edits, shown) {
    const { answer, job, request } = edits.present;
    const isCount = answer !== state.answer;
    Object.assign(state, { edits, answer, job, sent: request });
    if (isCount) {
        history.replaceState(null, "", job ? `#job=${job.job_id}` : location.pathname);
        summariseJob();
        renderJob();
    }
    renderBehindDialog(shown);
    workKept();
}

/** The edits of the answer that is shown. Another answer begins without any. */
function editsOf() {
    if (!state.answer.themes) return null;
    if (state.edits?.present.answer !== state.answer) {
        stopEditing();
        const original = themesOf(state.answer);
        state.edits = begin({ answer: state.answer, job: state.job, request: state.sent, original, themes: original });
    }
    const { present } = state.edits;
    return { history: state.edits, isEdited: present.themes !== present.original, request: state.sent, hasFile, reopen, apply: applyEdits };
}

/** Whether the tab holds the records of the answer, and its worker the file, of which it makes requests. */
const hasFile = () => state.corpus !== null && state.matched !== null;

/** Asks a question about some of the records of the answer. */
async function analyseSome(ids) {
    state.filters = { ...state.filters, ids };
    try {
        await applyFilters();
    } catch (failure) {
        return ignoreLoss(failure);
    }
    renderQuestion({ keepDates: false });
    change("question");
}

function renderResult() {
    $("result").hidden = state.answer === null;
    $("intro").hidden = state.answer !== null;
    $("records-missing").hidden = state.answer === null || state.corpus !== null;
    if (state.answer) showResult($("result"), { answer: state.answer, request: state.sent, filters: state.sentFilters, corpus: state.corpus, fileName: state.corpus ? state.fileName : "", job: state.job, work: keptWork(), edits: editsOf(), analyse: hasFile() ? analyseSome : null });
    else $("result").replaceChildren();
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

function showAnswer() {
    renderResult();
    setTimeout(() => $("result").focus()); // the layout of a large result is a task of its own
}

/** Follows the job of the address. Records of another analysis do not belong to it. */
function openJob(id) {
    const known = keptWork()?.analyses.find(({ job }) => job?.job_id === id);
    if (known && state.job?.job_id !== id) return openKept(known.id);
    if (state.job?.job_id !== id) {
        stopCoding(state.corpus?.records);
        stopEditing();
        [state.corpus, state.sent, state.sentFilters, state.answer, state.edits] = [null, null, null, null, null];
    }
    renderResult();
    if (state.answer) return showAgain(); // only the key was missing
    followJob(id);
}

function showAgain() {
    summariseWork();
    closeSteps();
}

async function afterKey() {
    if (!keptWork() && await openLast()) return;
    const id = jobOfAddress();
    if (id) return openJob(id);
    if (state.answer) return showAgain(); // only the key was missing
    openStep(state.matched ? "columns" : "file");
    renderProjects();
    offerSent();
}

/** Shows an analysis of the kept project. */
async function openKept(id) {
    leaveJob();
    stopCoding(state.corpus?.records);
    stopEditing();
    await openAnalysis(keptWork(), id).catch(ignoreLoss);
    history.replaceState(null, "", state.job ? `#job=${state.job.job_id}` : location.pathname);
    closeSteps();
    summariseJob();
    renderJob();
    showAnswer();
}

/** Goes on where a kept project was left: with its answer, its job, or its open step. */
async function goOn({ setup, progress }) {
    const { running, counting } = progress;
    summariseWork();
    if (state.answer) {
        history.replaceState(null, "", state.job ? `#job=${state.job.job_id}` : location.pathname);
        closeSteps();
        summariseJob();
        renderJob();
        showAnswer();
        if (counting && hasFile()) goOnCounting(counting);
        return;
    }
    if (running?.request && state.matched) {
        [state.sent, state.sentFilters, state.corpus] = [running.request, running.filters, await allRecords()];
        if (running.unsent) return sendAgain(running.unsent);
    }
    if (running?.job) {
        state.job = running.job;
        if (state.sent) await prepareAttempt();
        history.replaceState(null, "", `#job=${running.job.job_id}`);
        return followJob(running.job.job_id);
    }
    const step = available(setup.step ?? (state.matched ? "question" : "file"));
    openStep(step === "key" || step === "job" ? (state.matched ? "columns" : "file") : step);
    if (step === "cost") showCost();
}

function summariseWork() {
    if (state.table) summariseFile();
    if (state.matched) summariseColumns();
    if (state.request) summariseQuestion();
    if (state.job) summariseJob();
}

const summariseQuestion = () => setSummary("question", () => state.request.prompt);

function summariseFile() {
    const { rowCount } = state.table; // a summary outlives the table
    setSummary("file", () => text("file.summary", { name: state.fileName, count: rowCount }));
}

function summariseColumns() {
    const { count, dated } = state.matched.summary;
    setSummary("columns", () => text("columns.count", { count, dated }));
}

let sent = null; // the job that the tab may have sent before it was reloaded

async function offerSent() {
    sent = await findSent();
    if (isOpen("key")) return; // the key was forgotten meanwhile
    $("sent").hidden = sent === null;
}

function openSent() {
    $("sent").hidden = true;
    history.replaceState(null, "", `#job=${sent.job_id}`);
    openJob(sent.job_id);
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
    isReopening = false;
    Object.assign(state, { fileName: "", source: null, framework: null, table: null, mapping: null, matched: null, request: null, sent: null, sentFilters: null, corpus: null, edits: null, codebook: null, analyst: "" });
    dropFilters();
    for (const id of ["columns", "question-form", "cost"]) $(id).replaceChildren();
    $("pasted").value = "";
    $("sent").hidden = $("reopen-hint").hidden = true;
    renderResult();
}

/** The file is no longer in the memory of the tab. An answer and its records are. */
function loseFile() {
    [state.table, state.matched] = [null, null];
    renderBehindDialog();
    if (["columns", "question", "cost"].some(isOpen)) askForFile();
}

async function afterFile() {
    await showColumns();
    if (!state.matched) return; // the worker has ended
    summariseFile();
    openStep("columns");
    renderProjects();
}

async function afterColumns() {
    summariseColumns();
    if (isReopening) return reopened();
    state.filters = { ...state.filters, ids: null }; // the ids may be those of another file or column
    try {
        await applyFilters();
    } catch (failure) {
        return ignoreLoss(failure);
    }
    renderQuestion({ keepDates: false });
    openStep("question");
}

async function reopened() {
    isReopening = false;
    $("reopen-hint").hidden = true;
    dropFilters();
    try {
        state.corpus = await allRecords();
    } catch (failure) {
        return ignoreLoss(failure);
    }
    renderQuestion({ keepDates: false });
    closeSteps();
    summariseJob();
    showAnswer();
}

function reopen() {
    isReopening = true;
    $("reopen-hint").hidden = false;
    openStep("file");
}

function afterQuestion() {
    summariseQuestion();
    openStep("cost");
    setSummary("cost", costSummary);
    showCost();
}

/** The step to change, or the one before it that is missing: a tab that only opened an answer has neither file nor question. */
function available(name) {
    if (!state.matched && !["key", "file"].includes(name)) return "file";
    return name === "cost" && !state.request ? "question" : name;
}

/** Shows a step again. Its answer, if there is one, does not belong to what is changed. */
function change(wanted) {
    const name = available(wanted);
    if (name === "key") return askForKey(); // another key changes nothing of the work
    leaveJob();
    isReopening = false;
    $("reopen-hint").hidden = true;
    renderResult();
    openStep(name);
    if (name === "cost") showCost();
    renderProjects();
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
onChange(change);
$("reopen").addEventListener("click", reopen);
$("open-sent").addEventListener("click", openSent);
addEventListener("hashchange", () => { if (jobOfAddress() && storedKey.value) openJob(jobOfAddress()); });
setUpProjects({ clear: clearWork, goOn, openJob: (id) => {
    history.replaceState(null, "", `#job=${id}`);
    return openJob(id);
}, openKept });
prepare();
render();
for (const name of names) $(`step-${name}`).hidden = name === "job";
if (storedKey.value) checkKey(afterKey);
else askForKey();
