// Counts an edited list: its cost, and the job that reads the records against it.
import { analysisPath, costOf, estimate, randomKey } from "../job/api.js";
import { runJob } from "../job/watch.js";
import { showAddress, workKept } from "../state.js";
import { ask } from "../reader/reader.js";
import { forgetSending, noteSending } from "../steps/sending.js";

/** One list to count. A repetition after a lost answer starts no second job. `request`: the body without records. */
export class Recount {
    constructor(request) {
        Object.assign(this, { request, idempotencyKey: randomKey() });
    }

    async cost(signal) {
        return costOf(await estimate(await ask("body", { request: { ...this.request, dry_run: true } }), signal));
    }

    /** Resolves as runJob(). The address is that of the job while it runs, so that a reload finds it; `previousJob` is the one to come back to. */
    async run({ signal, onJob, previousJob }) {
        let address = null;
        noteSending();
        try {
            const body = await ask("body", { request: this.request });
            await workKept();
            signal.throwIfAborted();
            const onStart = (job) => {
                forgetSending();
                if (!job) return;
                showAddress(job.job_id);
                address = location.hash;
            };
            return await runJob(analysisPath, body, this, { signal, onJob, onStart });
        } catch (failure) {
            if (failure.status !== 0) forgetSending();
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
