// From one step to the next: what each leaves, and what a change of an earlier one means for the later ones.
import { $ } from "../../shared/dom.js";
import { renderProjects } from "../projects/panel.js";
import { allRecords, succeeded } from "../reader/reader.js";
import { renderBehindDialog, renderResult, showAnswer } from "../result/shown.js";
import { state } from "../state.js";
import { inSentence, text } from "../texts/texts.js";
import { showColumns } from "./columns.js";
import { costSummary, showCost } from "./cost.js";
import { askForFile } from "./file.js";
import { applyFilters, dropFilters } from "./filters.js";
import { leaveJob, summariseJob } from "./job.js";
import { askForKey } from "./key.js";
import { renderQuestion } from "./question.js";
import { closeSteps, isOpen, openStep, setSummary } from "./steps.js";

let isReopening = false; // whether the file of an answer is opened again

export function summariseWork() {
    if (state.table) summariseFile();
    if (state.matched) summariseColumns();
    if (state.request) summariseQuestion();
    if (state.job) summariseJob();
}

const summariseQuestion = () => setSummary("question", () => inSentence(state.request.prompt));

function summariseFile() {
    const { rowCount } = state.table; // a summary outlives the table
    setSummary("file", () => text("file.summary", { name: state.fileName, count: rowCount }));
}

function summariseColumns() {
    const { count, dated } = state.matched.summary;
    setSummary("columns", () => text("columns.count", { count, dated }));
}

/** The file is no longer in the memory of the tab. An answer and its records are. */
export function loseFile() {
    [state.table, state.matched] = [null, null];
    renderBehindDialog();
    if (["columns", "question", "cost"].some(isOpen)) askForFile();
}

export async function afterFile() {
    await showColumns();
    if (!state.matched) return; // the worker has ended
    summariseFile();
    openStep("columns");
    renderProjects();
}

export async function afterColumns() {
    summariseColumns();
    if (isReopening) return reopened();
    state.filters = { ...state.filters, ids: null }; // the ids may be those of another file or column
    if (!await succeeded(applyFilters())) return;
    renderQuestion({ keepDates: false });
    openStep("question");
}

async function reopened() {
    stopReopening();
    dropFilters();
    if (!await succeeded(allRecords().then((corpus) => { state.corpus = corpus; }))) return;
    renderQuestion({ keepDates: false });
    closeSteps();
    summariseJob();
    showAnswer();
}

export function reopen() {
    isReopening = true;
    $("reopen-hint").hidden = false;
    openStep("file");
}

export function stopReopening() {
    isReopening = false;
    $("reopen-hint").hidden = true;
}

export function afterQuestion() {
    summariseQuestion();
    openStep("cost");
    setSummary("cost", costSummary);
    showCost();
}

/** The step to change, or the one before it that is missing: a tab that only opened an answer has neither file nor question. */
export function available(name) {
    if (!state.matched && !["key", "file"].includes(name)) return "file";
    return name === "cost" && !state.request ? "question" : name;
}

/** Shows a step again. Its answer, if there is one, does not belong to what is changed. */
export function change(wanted) {
    const name = available(wanted);
    if (name === "key") return askForKey(); // another key changes nothing of the work
    leaveJob();
    stopReopening();
    renderResult();
    openStep(name);
    if (name === "cost") showCost();
    renderProjects();
}
