// The unfinished jobs of the key's tenant, updated while there are any.
import { unfinishedJobs } from "./api.js";
import { cost, count, operationOfJob } from "./format.js";
import { $, element, number, table } from "../shared/dom.js";

const interval = 5000; // ms

let timer = null;
let loading = null; // AbortController of the current request

function progress(job) {
    const { phase, done, total, fraction } = job.progress;
    if (job.status === "queued") return "queued";
    if (!total) return phase ?? "running";
    const text = `${phase} ${count(done)} of ${count(total)}`;
    return element("span", { class: "progress" }, element("progress", { value: String(fraction), max: "1", "aria-label": text }), text);
}

const time = (moment) => (moment ? `${moment.slice(0, 10)} ${moment.slice(11, 19)}` : "");

function render(jobs) {
    $("jobs-card").hidden = jobs.length === 0;
    $("jobs").replaceChildren(table("Jobs in progress", [
        { title: "Operation", cell: (job) => operationOfJob(job.operation) },
        { title: "Progress", cell: progress },
        { title: "Started, UTC", cell: (job) => time(job.started) },
        { title: "Model calls", cell: (job) => number(job.calls, count(job.calls)) },
        { title: "Cost", cell: (job) => number(job.cost_usd, cost(job.cost_usd)) },
        { title: "Job", cell: (job) => job.job_id },
    ], jobs));
}

async function load() {
    const request = loading = new AbortController();
    try {
        const jobs = await unfinishedJobs(request.signal);
        render(jobs);
        if (jobs.length) timer = setTimeout(load, interval);
    } catch (failure) { // the rest of the page works without jobs
        if (failure.name !== "AbortError") $("jobs-card").hidden = true;
    }
}

/** Stops the updates and hides the jobs. */
export function hideJobs() {
    clearTimeout(timer);
    loading?.abort();
    $("jobs-card").hidden = true;
}

/** Shows the unfinished jobs that the key can read, and updates them while there are any. */
export function showJobs() {
    clearTimeout(timer);
    loading?.abort();
    load();
}
