// Goes on with work: that of the address, of a kept project, or of a request that was under way when the tab was reloaded.
import { $ } from "../../shared/dom.js";
import { stopCoding } from "../codes/start.js";
import { allRecords, ignoreLoss } from "../reader/reader.js";
import { hasFile, renderResult, showAnswer } from "../result/shown.js";
import { jobOfAddress, showAddress, state } from "../state.js";
import { showCost } from "../steps/cost.js";
import { available, summariseWork } from "../steps/flow.js";
import { followJob, leaveJob, prepareAttempt, renderJob, sendAgain, summariseJob } from "../steps/job.js";
import { findSent } from "../steps/sending.js";
import { closeSteps, isOpen, openStep } from "../steps/steps.js";
import { goOnCounting, stopEditing } from "../themes/editor.js";
import { keptWork } from "./keeping.js";
import { openLast, renderProjects } from "./panel.js";
import { openAnalysis } from "./snapshot.js";

/** Follows the job of the address. Records of another analysis do not belong to it. */
export function openJob(id) {
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

export async function afterKey() {
    if (!keptWork() && await openLast()) return;
    const id = jobOfAddress();
    if (id) return openJob(id);
    if (state.answer) return showAgain(); // only the key was missing
    openStep(state.matched ? "columns" : "file");
    renderProjects();
    offerSent();
}

/** Shows an analysis of the kept project. */
export async function openKept(id) {
    leaveJob();
    stopCoding(state.corpus?.records);
    stopEditing();
    await openAnalysis(keptWork(), id).catch(ignoreLoss);
    showFinished();
}

/** Shows the answer of the tab, and its job as the one of the address. */
function showFinished() {
    showAddress(state.job?.job_id);
    closeSteps();
    summariseJob();
    renderJob();
    showAnswer();
}

/** Goes on where a kept project was left: with its answer, its job, or its open step. */
export async function goOn({ setup, progress }) {
    const { running, counting } = progress;
    summariseWork();
    if (state.answer) {
        showFinished();
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
        showAddress(running.job.job_id);
        return followJob(running.job.job_id);
    }
    const step = available(setup.step ?? (state.matched ? "question" : "file"));
    openStep(step === "key" || step === "job" ? (state.matched ? "columns" : "file") : step);
    if (step === "cost") showCost();
}

let sent = null; // the job that the tab may have sent before it was reloaded

async function offerSent() {
    sent = await findSent();
    if (isOpen("key")) return; // the key was forgotten meanwhile
    $("sent").hidden = sent === null;
}

export function openSent() {
    $("sent").hidden = true;
    showAddress(sent.job_id);
    openJob(sent.job_id);
}
