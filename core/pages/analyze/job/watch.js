// Runs a request as a job, and follows it to its answer, across lost connections.
import { cancelJob, randomKey, readJob, readResult, startJob } from "./api.js";
import { RequestError, send } from "../../shared/api.js";

export const isFinished = ({ status }) => status !== "queued" && status !== "running";

/** Seconds to wait before the n-th attempt in a row. */
const pause = (attempt) => Math.min(2 ** attempt, 15);

function wait(seconds, signal) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, seconds * 1000);
        signal.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(signal.reason);
        }, { once: true });
    });
}

/** Errors that pass by themselves. */
const passes = (failure) => failure instanceof RequestError && [0, 429, 500, 502, 503, 504].includes(failure.status);

async function follow(id, { signal, onJob }) {
    let job = null;
    for await (job of jobEvents(id, signal)) onJob(job);
    return job;
}

/** Resolves with the finished job. `onJob` and `onLost` as in answerOf(). */
async function watchJob(id, { signal, onJob, onLost }) {
    for (let attempt = 0; ;) {
        try {
            let job = await follow(id, { signal, onJob: (state) => { attempt = 0; onJob(state); } });
            if (!job || !isFinished(job)) onJob(job = await readJob(id, signal));
            if (isFinished(job)) return job;
            await wait(1, signal);
        } catch (failure) {
            if (!passes(failure)) throw failure;
            const seconds = failure.retryAfter ?? pause(attempt += 1);
            onLost(seconds);
            await wait(seconds, signal);
        }
    }
}

/**
 * Resolves with {answer, job} of a job. `onJob` gets each state, `onLost` the seconds until the next attempt when the connection is
 * lost. Rejects with RequestError for a job that failed, for one that was cancelled elsewhere, whose code is `cancelled`, and for anything
 * that does not pass, such as 401 and 404; with AbortError.
 */
export async function answerOf(id, { signal, onJob, onLost = () => {} }) {
    const job = await watchJob(id, { signal, onJob, onLost });
    if (job.status !== "succeeded") throw new RequestError(200, job.error ?? { code: job.status });
    return { answer: await readResult(id, signal), job };
}

const grace = 5_000; // ms

/** A signal that comes later than another one: the answer to a request that is on its way names the job to cancel. */
function delayed(signal) {
    const later = new AbortController();
    signal.addEventListener("abort", () => setTimeout(() => later.abort(signal.reason), grace), { once: true });
    return later.signal;
}

/**
 * Runs a request as a job, and resolves with {answer, job}; `job` is null if the server takes no jobs. A repetition with the same `attempt`,
 * {idempotencyKey}, starts no second job, unless the first one failed or was cancelled. `onStart` gets the job. Aborting cancels it.
 */
export async function runJob(path, body, attempt, { signal, onJob, onStart = () => {} }) {
    signal.throwIfAborted();
    try {
        const { isJob, body: begun } = await startJob(path, body, attempt.idempotencyKey, delayed(signal));
        const cancel = () => { if (isJob) cancelJob(begun.job_id).catch(() => {}); };
        if (signal.aborted) cancel();
        signal.throwIfAborted();
        onStart(isJob ? begun : null);
        if (!isJob) return { answer: begun, job: null };
        signal.addEventListener("abort", cancel, { once: true });
        return await answerOf(begun.job_id, { signal, onJob });
    } catch (failure) {
        if (failure.name === "AbortError" || failure.status === 200) attempt.idempotencyKey = randomKey(); // a job that is over keeps its key
        throw failure;
    }
}

/** The events in a text of complete lines: [{event, data}]. */
function eventsOf(block) {
    const lines = block.split("\n");
    const value = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart()).join("\n");
    return value("data") ? [{ event: value("event"), data: JSON.parse(value("data")) }] : [];
}

async function* blocks(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        rest += value;
        const complete = rest.split("\n\n");
        rest = complete.pop();
        yield* complete;
    }
}

/** The states of a job as they change (docs/reference/jobs.md#events). Ends with the stream; throws RequestError if it breaks. */
async function* jobEvents(id, signal) {
    const response = await send(`/v1/jobs/${id}/events`, { signal });
    if (!response.body) return;
    try {
        for await (const block of blocks(response.body)) for (const { data } of eventsOf(block)) yield data;
    } catch (failure) {
        if (failure.name === "AbortError") throw failure;
        throw new RequestError(0);
    }
}
