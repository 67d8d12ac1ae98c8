// Follows a job to its end, across lost connections.
import { readJob } from "./api.js";
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

/**
 * Resolves with the finished job. `onJob` gets each state, `onLost` the seconds until the next attempt when the connection is
 * lost. Rejects with RequestError for anything that does not pass, such as 401 and 404, and with AbortError.
 */
export async function watchJob(id, { signal, onJob, onLost }) {
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
