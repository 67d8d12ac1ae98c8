// Requests about each of many records, in portions that the server accepts, as jobs.
import { costOf, post, randomKey } from "./api.js";
import { json } from "../../shared/api.js";
import { runJob } from "./watch.js";

const portionSize = 5_000; // records of a request: docs/reference/operations/assign-codes-bulk.md, docs/reference/operations/detect-sensitive-bulk.md

const sentRecord = ({ id, content }) => ({ id, content });

/**
 * Requests with the keys of their jobs: a repetition after a failure gets the jobs that exist, and does not pay for them again. `keys`: those of
 * the same requests before.
 */
export function portions(records, settings, keys = []) {
    const all = [];
    for (let at = 0; at < records.length; at += portionSize)
        all.push({ body: { feedback_records: records.slice(at, at + portionSize).map(sentRecord), ...settings }, idempotencyKey: keys[all.length] ?? randomKey() });
    return all;
}

/** Cost of all portions in US dollars: {expected, highest}; null if the server cannot tell it. */
export async function estimateOf(path, requests, signal) {
    const sum = { expected: 0, highest: 0 };
    for (const { body } of requests) {
        const cost = costOf(await json(await post(path, { ...body, dry_run: true }, { signal })));
        if (!cost) return null;
        sum.expected += cost.expected;
        sum.highest += cost.highest;
    }
    return sum;
}

/** The entries of all records in their order. `onDone` gets the number of records that are done. Aborting cancels the job that runs. */
export async function entriesOf(path, requests, { signal, onDone }) {
    const entries = [];
    for (const request of requests) {
        const before = entries.length;
        const { answer } = await runJob(path, request.body, request, { signal, onJob: ({ progress }) => onDone(before + (progress.done ?? 0)) });
        entries.push(...answer.records);
        onDone(entries.length);
    }
    return entries;
}
