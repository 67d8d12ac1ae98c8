// Counts an edited list: its cost, and the job that reads the records against it.
import { cancelJob, estimate, randomKey, readResult, startJob } from "../job/api.js";
import { RequestError } from "../../shared/api.js";
import { watchJob } from "../job/watch.js";
import { showAddress, workKept } from "../state.js";
import { ask } from "../reader/reader.js";
import { forgetSending, noteSending } from "../steps/sending.js";

/** One list to count. A repetition after a lost answer starts no second job. `request`: the body without records. */
export class Recount {
    constructor(request) {
        Object.assign(this, { request, idempotencyKey: randomKey() });
    }

    /** Expected and highest cost in US dollars, null where unknown; null if the server cannot tell it. */
    async cost(signal) {
        const answer = await estimate(await ask("body", { request: { ...this.request, dry_run: true } }), signal);
        return answer && { expected: answer.expected.cost_usd, highest: answer.highest.cost_usd };
    }

    /**
     * Resolves with {answer, job}. The address is that of the job while it runs, so that a reload finds it; `previousJob` is the one to come
     * back to. Once the request is on its way its answer is awaited: it names the job to cancel.
     */
    async run({ signal, onJob, previousJob }) {
        let address = null;
        noteSending();
        try {
            const request = await ask("body", { request: this.request });
            await workKept();
            signal.throwIfAborted();
            const { isJob, body } = await startJob(request, this.idempotencyKey);
            forgetSending();
            const cancel = () => cancelJob(body.job_id).catch(() => {});
            if (isJob && signal.aborted) cancel();
            signal.throwIfAborted();
            if (!isJob) return { answer: body, job: null };
            signal.addEventListener("abort", cancel, { once: true });
            showAddress(body.job_id);
            address = location.hash;
            const job = await watchJob(body.job_id, { signal, onJob, onLost: () => {} });
            if (job.status !== "succeeded") {
                this.idempotencyKey = randomKey(); // a job that failed keeps its key
                throw job.status === "cancelled" ? new DOMException("the job was cancelled", "AbortError") : new RequestError(200, job.error ?? {});
            }
            return { answer: await readResult(job.job_id, signal), job };
        } catch (failure) {
            if (failure.status !== 0) forgetSending();
            if (failure.name === "AbortError") this.idempotencyKey = randomKey(); // that of the cancelled job
            if (address && location.hash === address) showAddress(previousJob?.job_id); // the person may be elsewhere
            throw failure;
        }
    }
}

const isWhole = ({ record_ids_omitted: left = 0 }) => left === 0;
const valueOf = ({ id, title, definition, examples, record_ids }) => ({ id, title, ...(definition && { definition }), ...(examples && { examples }), record_ids });

/**
 * The members of a request that says which records have which values (docs/reference/operations/analyze-bulk.md#known-values), so that no
 * model reads them again. Nothing without values, and if the answer left out ids: then they are read as before.
 */
export function knownValues({ dimensions = [] }) {
    if (!dimensions.length || !dimensions.every(({ values }) => values.every(isWhole))) return {};
    return { read_dimensions: false, dimensions: dimensions.map(({ id, title, definition, proposition, values }) => ({ id, title, ...(definition && { definition }), ...(proposition && { proposition }), values: values.map(valueOf) })) };
}
