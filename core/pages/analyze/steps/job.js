// Step 6: the job, until its answer is here.
import { $, element } from "../../shared/dom.js";
import { analysisPath, cancelJob, eraseJob, randomKey, startJob } from "../job/api.js";
import { RequestError } from "../../shared/api.js";
import { answerOf, isFinished } from "../job/watch.js";
import { duration, money } from "../format.js";
import { allRecords, ask, ignoreLoss } from "../reader/reader.js";
import { showAddress, state, workKept } from "../state.js";
import { text } from "../texts/texts.js";
import { refuseKey } from "./key.js";
import { addRows, describeProblem } from "./problems.js";
import { usesOtherMode } from "./question.js";
import { forgetSending, noteSending } from "./sending.js";
import { closeSteps, lockSteps, openStep, setSummary } from "./steps.js";

/** Rough shares of the phases in the time of an analysis (docs/reference/jobs.md#job). */
const weights = { anonymise: 2, embed: 6, cluster: 2, induce: 35, consolidate: 5, assign: 35, write: 8, judge: 7 };

let watching = null; // AbortController while a job is followed
let timer = null; // shows the time that has passed
let status = () => ""; // makes the sentence about the job
let problem = () => "";
let furthest = 0; // part that the job had done, 0 to 1: further themes begin an earlier phase again
let attempt = null; // {body, idempotencyKey} of the request that is being sent
let proceed = () => {};

/** The part of the whole analysis that is done, 0 to 1. */
function completed({ phase, fraction }) {
    const phases = Object.keys(weights);
    const at = phases.indexOf(phase);
    if (at < 0) return 0;
    const before = phases.slice(0, at).reduce((sum, name) => sum + weights[name], 0);
    return (before + weights[phase] * fraction) / 100;
}

/** What a running job does, with the steps of it that are done. */
export function phaseText({ phase, done, total }) {
    const name = phase in weights ? text(`phase.${phase}`) : text("phase.other");
    return total ? text("job.steps", { phase: name, done, total }) : name;
}

function details() {
    const { job } = state;
    if (!job) return "";
    const end = job.finished ? Date.parse(job.finished) : Date.now();
    const parts = job.started ? [text(job.finished ? "job.took" : "job.elapsed", { time: duration(Math.max(0, end - Date.parse(job.started))) })] : [];
    return [...parts, text("job.calls", { count: job.calls }), text("job.cost", { amount: money(job.cost_usd) })].join(" · ");
}

/** Changes a text only if it is another one, so that screen readers do not repeat it. */
function setText(id, words) {
    if ($(id).textContent !== words) $(id).textContent = words;
}

/** Shows the job again, in the language of the page. */
export function renderJob() {
    const isRunning = watching !== null;
    lockSteps("analysis", isRunning);
    setText("job-status", status());
    setText("job-problem", problem());
    setText("job-details", state.answer ? "" : details()); // the summary shows them
    $("job-cancel").hidden = !isRunning || !state.job;
    $("job-progress").hidden = !isRunning;
    $("job-again").hidden = isRunning || !attempt || state.answer !== null;
    $("job-erase").hidden = isRunning || !state.job || !isFinished(state.job);
    renderLink();
}

function renderLink() {
    $("job-link").hidden = !state.job;
    if (!state.job) return $("job-link").replaceChildren();
    const address = new URL(`#job=${state.job.job_id}`, location.href).href;
    if ($("job-link").querySelector("a")?.href !== address || $("job-link").dataset.words !== text("job.link"))
        $("job-link").replaceChildren(text("job.link"), " ", element("a", { href: address, dir: "ltr" }, address));
    $("job-link").dataset.words = text("job.link");
}

function showProgress(job) {
    state.job = job;
    const isQueued = job.status === "queued";
    status = () => (isQueued ? text("job.queued") : job.status === "succeeded" ? text("job.loading") : job.progress.phase ? phaseText(job.progress) : text("job.running"));
    problem = () => "";
    if (isQueued || !job.progress.phase) $("job-progress").removeAttribute("value");
    else $("job-progress").value = furthest = Math.max(furthest, completed(job.progress));
    renderJob();
}

/** Ends the work of the step with a sentence about a problem, or none. */
function stop(words = () => "", sentence = () => "") {
    clearInterval(timer);
    watching = null;
    [status, problem] = [sentence, words];
    renderJob();
}

function handleFailure(failure) {
    if (failure.name === "AbortError") return;
    if (!(failure instanceof RequestError)) {
        stop(() => text("problem.page"));
        throw failure;
    }
    if (failure.status === 401) {
        stop();
        return refuseKey(failure);
    }
    if (failure.status === 404) {
        state.job = null;
        showAddress();
        return stop(() => text("job.gone"));
    }
    if (failure.status) forgetSending();
    if (state.sent && state.sent === state.request && usesOtherMode(failure)) return startAnalysis().catch(ignoreLoss);
    addRows(failure, (indexes) => indexes.map((at) => state.corpus?.records[at]?.row)).then(() => stop(() => describeProblem(failure)));
}

function begin() {
    watching?.abort();
    clearInterval(timer);
    watching = new AbortController();
    furthest = 0;
    timer = setInterval(() => setText("job-details", details()), 1000);
    return watching.signal;
}

/** Shows what the job took and cost beside the title of its step. */
export function summariseJob() {
    setSummary("job", () => (state.job ? details() : ""));
}

function finish() {
    stop(() => "", () => text("job.succeeded"));
    summariseJob();
    closeSteps();
    proceed();
    workKept();
}

/** Follows a job until it has ended, and loads its answer. */
export async function followJob(id) {
    openStep("job");
    const signal = begin();
    try {
        const onLost = (seconds) => {
            problem = () => text("job.lost", { count: seconds });
            renderJob();
        };
        ({ answer: state.answer } = await answerOf(id, { signal, onJob: showProgress, onLost }));
        await new Promise((resolve) => setTimeout(resolve)); // reading and showing a large answer are two tasks
        finish();
    } catch (failure) {
        if (failure.code === "cancelled") stop(() => "", () => text("job.cancelled"));
        else handleFailure(failure);
    }
}

async function sendRequest() {
    const signal = begin();
    [state.job, state.answer] = [null, null];
    $("job-progress").removeAttribute("value");
    [status, problem] = [() => text("job.sending"), () => ""];
    renderJob();
    noteSending();
    await workKept();
    signal.throwIfAborted();
    const { isJob, body } = await startJob(analysisPath, attempt.body, attempt.idempotencyKey, signal);
    forgetSending();
    attempt.idempotencyKey = randomKey(); // this one has its answer; the next attempt is another request
    if (isJob) {
        showAddress(body.job_id);
        state.job = body;
        workKept();
        return followJob(body.job_id);
    }
    state.answer = body; // a server without jobs answers at once
    finish();
}

/** Sends the request. After a failure the idempotency key stays: the server may have accepted the job, and a repetition starts no second one. */
async function send() {
    openStep("job");
    try {
        await sendRequest();
    } catch (failure) {
        handleFailure(failure);
    }
}

/** Starts the analysis of the matched records. */
export async function startAnalysis() {
    [state.sent, state.sentFilters, state.corpus] = [state.request, { ...state.filters, of: state.matched.summary.count }, await allRecords()];
    attempt = { body: await ask("body", { request: state.request }), idempotencyKey: randomKey() };
    await send();
}

/** The idempotency key of a request of which it is not known whether the server took it; null without one. */
export const unsentAttempt = () => (attempt && state.sent && !state.job && !state.answer ? attempt.idempotencyKey : null);

/** Makes the request of an earlier tab again, so that the person can send it. */
export async function prepareAttempt(idempotencyKey = randomKey()) {
    attempt = { body: await ask("body", { request: state.sent }), idempotencyKey };
    renderJob();
}

/** Sends the request of an earlier tab. The server starts it only if it has not taken it before. */
export async function sendAgain(idempotencyKey) {
    await prepareAttempt(idempotencyKey);
    await send();
}

async function cancel() {
    $("job-cancel").disabled = true;
    try {
        await cancelJob(state.job.job_id); // the events of the job report the end
    } catch (failure) {
        problem = () => describeProblem(failure);
        renderJob();
    }
    $("job-cancel").disabled = false;
}

async function erase() {
    try {
        await eraseJob(state.job.job_id);
        showAddress();
        state.job = null;
        stop(() => "", () => text("job.erased"));
    } catch (failure) {
        handleFailure(failure);
    }
}

/** Forgets the job, which stays on the server. */
export function leaveJob() {
    watching?.abort();
    [state.job, state.answer, attempt] = [null, null, null];
    stop();
    forgetSending();
    showAddress();
}

/** `next` runs when the answer is in `state.answer`. */
export function setUpJob(next) {
    proceed = next;
    $("job-cancel").addEventListener("click", cancel);
    $("job-erase").addEventListener("click", erase);
    $("job-again").addEventListener("click", send);
}
