// The routes of the server that the page uses.
import { json, RequestError, send } from "../../shared/api.js";

const read = async (path, signal) => json(await send(path, { signal }));

export const readLimits = (signal) => read("/v1/limits", signal);
export const readJob = (id, signal) => read(`/v1/jobs/${id}`, signal);
export const readResult = (id, signal) => read(`/v1/jobs/${id}/result`, signal);
/** Ends an unfinished job; a finished one keeps its answer. */
export const cancelJob = async (id) => json(await send(`/v1/jobs/${id}/cancel`, { method: "POST" }));
export const eraseJob = async (id) => json(await send(`/v1/jobs/${id}`, { method: "DELETE" }));

/** A key for one request. `crypto.randomUUID` exists only where the page is served with TLS or from this machine. */
export const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Sends a POST with a body as a value, or as a Blob of its JSON. */
export const post = (path, body, { headers = {}, signal } = {}) =>
    send(path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: body instanceof Blob ? body : JSON.stringify(body), signal });

export const analysisPath = "/v1/analyze-bulk";

/** Starts a job. The same `idempotencyKey` never starts a second one. A server without jobs answers at once. */
export async function startJob(path, body, idempotencyKey, signal) {
    const response = await post(path, body, { headers: { Prefer: "respond-async", "Idempotency-Key": idempotencyKey }, signal });
    return { isJob: response.status === 202, body: await json(response) };
}

/** Whether the server estimates requests. An older one would run the request instead. */
async function canEstimate(signal) {
    const document = await json(await fetch("/openapi.json", { signal, credentials: "omit" }));
    const schema = document.paths?.[analysisPath]?.post?.requestBody?.content?.["application/json"]?.schema ?? {};
    const name = schema.$ref?.split("/").at(-1);
    return "dry_run" in ((name ? document.components.schemas[name] : schema).properties ?? {});
}

/** The cost in an answer to "dry_run" in US dollars: {expected, highest}; null if the server cannot tell it. */
export function costOf(answer) {
    const [expected, highest] = [answer?.expected?.cost_usd ?? null, answer?.highest?.cost_usd ?? null];
    return expected === null || highest === null ? null : { expected, highest };
}

/** Calls, tokens and cost of a body with "dry_run", or null if the server cannot tell them. */
export async function estimate(body, signal) {
    let known;
    try {
        known = await canEstimate(signal);
    } catch (failure) {
        if (failure.name === "AbortError") throw failure;
        throw new RequestError(0);
    }
    if (!known) return null;
    const answer = await json(await post(analysisPath, body, { signal }));
    return answer.dry_run ? answer : null;
}

/** How long the analyses of this tenant took in the last 30 days: {count, average, ofCall} in ms, or null without any. */
export async function earlierDurations(signal) {
    const from = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const { operations } = await read(`/v1/usage?from=${encodeURIComponent(from)}`, signal);
    const block = operations.find(({ operation }) => operation === "analyze");
    const count = block ? block.total_calls - block.failed_calls : 0;
    return count > 0 ? { count, average: block.elapsed.avg, ofCall: block.elapsed.total / Math.max(1, block.llm_call_stats.total_calls) } : null;
}
