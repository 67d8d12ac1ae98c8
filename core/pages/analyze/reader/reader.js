// The page's side of the worker that reads files.
import { Corpus } from "../result/corpus.js";
import { FileProblem } from "./problems.js";

const calls = new Map(); // by number: {action, resolve, reject, take}
let lost = () => {};
let worker = null;
let last = 0;

function receive({ data: { id, part, result, problem, values } }) {
    const call = calls.get(id);
    if (part) return call.take(part);
    calls.delete(id);
    if (problem) call.reject(new FileProblem(problem, values));
    else call.resolve(result);
}

const reads = ({ action }) => action === "open" || action === "paste";

/** Ends the worker. Returns the calls that wait for it. */
function end() {
    const pending = [...calls.values()];
    worker?.terminate();
    worker = null;
    calls.clear();
    return pending;
}

const ended = () => new DOMException("the worker ended", "AbortError");

/** The worker ran out of memory, or was not loaded. Its table is gone. A new one starts with the next call. */
function fail() {
    const pending = end();
    for (const call of pending) call.reject(reads(call) ? new FileProblem("file.tooLarge") : ended());
    if (!pending.some(reads)) lost();
}

function start() {
    worker = new Worker("/analyze/worker.js", { type: "module" });
    worker.onmessage = receive;
    worker.onerror = fail;
}

/** Loads the worker early, so that files can be read without the server. */
export function prepare() {
    if (!worker) start();
}

/** Ends the worker and all that it holds, and starts another one. Actions that ran fail with an AbortError. */
export function restart() {
    for (const call of end()) call.reject(ended());
    start();
}

/** `action` runs when the worker has ended by itself, and its table is gone. Actions that ran fail with an AbortError. */
export const onLoss = (action) => { lost = action; };

/** Leaves an AbortError to onLoss(), or to the caller of restart(). */
export function ignoreLoss(failure) {
    if (failure.name !== "AbortError") throw failure;
}

/** Resolves with whether an action succeeded; false leaves an AbortError as ignoreLoss() does. */
export const succeeded = (action) => action.then(() => true, (failure) => Boolean(ignoreLoss(failure)));

/** Runs an action of the worker (worker.js). `take` receives the parts of the result, if it comes in parts. */
export function ask(action, values = {}, take = () => {}) {
    prepare();
    const id = (last += 1);
    return new Promise((resolve, reject) => {
        calls.set(id, { action, resolve, reject, take });
        worker.postMessage({ id, action, values });
    });
}

/** The corpus of the records that are sent. Its records arrive in portions, so that the page stays responsive. */
export async function allRecords() {
    const corpus = new Corpus();
    await ask("records", {}, (portion) => corpus.add(portion));
    return corpus;
}
