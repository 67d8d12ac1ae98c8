// What the page knows, in the memory of this tab only and in its address, and who hears that it changed.
import { noFilters } from "./reader/filters.js";

export const state = {
    fileName: "",
    source: null, // the file, or the pasted text, that the table was read from
    table: null, // description of the table by the worker (reader/worker.js)
    framework: null, // {name, levels} of a coding framework that was opened in place of feedback
    mapping: null, // {roles, order, separator, keys, apart} (reader/records.js)
    matched: null, // {preview, problems, summary} of the last match
    filters: noFilters(), // which of the matched records are sent (reader/filters.js)
    selection: null, // summary of these records
    codebook: null, // {name, themes} of a file that the next request counts in place of new themes; null: a model names them
    request: null, // body of the next request, without records
    isAuto: true, // whether the page chose its mode
    estimate: null, // answer to "dry_run"; null: not known
    sent: null, // body of the request of the job, without records; null if this tab did not send it
    sentFilters: null, // the filters of that request with `of`, the number of all records; null if this tab did not send it
    job: null, // the job as the server describes it
    answer: null, // its answer
    edits: null, // history of {answer, job, request, original, themes, before, action}: what was counted, and the list as people edit it (themes/theme_edits.js)
    analyst: "", // who is responsible, for the next report; neither kept nor sent
    corpus: null, // the records of the file of the answer (result/corpus.js); null if this tab does not hold them
};

let save = async () => {};

/** `action` runs after changes; it resolves when what is kept is durable. */
export const onChanged = (action) => { save = action; };

/** Resolves when the work as it is now is kept, or at once if it is not kept. Never rejects. */
export const workKept = () => save();

/** The id of the job in the address, by which a reload finds it; null without one. */
export const jobOfAddress = () => /^#job=([0-9a-f]{32})$/.exec(location.hash)?.[1] ?? null;

/** Puts the id of a job into the address, or takes it out with undefined. */
export const showAddress = (id) => history.replaceState(null, "", id ? `#job=${id}` : location.pathname);
