// The page's side of the worker that reads files.

/** A file that cannot be read. `key` names the text that says why. */
export class ReadingFailure extends Error {
    constructor(key) {
        super(key);
        this.key = key;
    }
}

const calls = new Map(); // by number: {resolve, reject, take}
let worker = null;
let last = 0;

function receive({ data: { id, part, result, problem } }) {
    const call = calls.get(id);
    if (part) return call.take(part);
    calls.delete(id);
    if (problem) call.reject(new ReadingFailure(problem));
    else call.resolve(result);
}

/** The worker ran out of memory, or was not loaded. A new one starts with the next call. */
function fail() {
    worker.terminate();
    worker = null;
    for (const { reject } of calls.values()) reject(new ReadingFailure("file.tooLarge"));
    calls.clear();
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

/** Runs an action of the worker (worker.js). `take` receives the parts of the result, if it comes in parts. */
export function ask(action, values = {}, take = () => {}) {
    prepare();
    const id = (last += 1);
    return new Promise((resolve, reject) => {
        calls.set(id, { resolve, reject, take });
        worker.postMessage({ id, action, values });
    });
}

/** All records of the last match, received in portions so that the page never stops. */
export async function allRecords() {
    const records = [];
    await ask("records", {}, (part) => { for (const record of part) records.push(record); });
    return records;
}
