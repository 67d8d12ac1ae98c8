// The database of the browser that holds kept projects: what stands in it, and what can go wrong. It exists only while a project is kept.
//
// `projects` holds for each {id, version, salt (null: not sealed), changed (ms), count of writes}, `parts` holds bytes by [id, name].
import { Problem } from "../reader/problems.js";

const name = "verbatim-analyze";
const schema = 1; // of the database: another one is that of a newer page

/** Version of the content of projects. A page opens none of a newer one. */
export const version = 1;

export class StoreProblem extends Problem {}

const keys = { QuotaExceededError: "kept.full", VersionError: "kept.newerStore" };

/** What the browser reports, as a problem of the store. Faults of the page stay what they are. */
const problemOf = (failure) => (failure instanceof DOMException ? new StoreProblem(keys[failure.name] ?? "kept.unavailable") : failure);

const settled = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

let opened = null; // promise of the database
let lost = () => {};

/** `action` runs when another tab erased the database. */
export const onErased = (action) => { lost = action; };

async function connect() {
    if (!globalThis.indexedDB) throw new StoreProblem("kept.unavailable"); // some private windows
    const request = indexedDB.open(name, schema);
    request.onupgradeneeded = () => {
        request.result.createObjectStore("projects", { keyPath: "id" });
        request.result.createObjectStore("parts");
    };
    const database = await settled(request);
    const leave = () => {
        opened = null;
        database.close();
    };
    database.onversionchange = () => {
        leave();
        lost();
    };
    database.onclose = leave;
    return database;
}

function database() {
    opened ??= connect().catch((failure) => {
        opened = null;
        throw failure;
    });
    return opened;
}

/** Runs `action(transaction)` and resolves with its result when all is durable. Rejects with StoreProblem. */
async function run(mode, action) {
    try {
        const transaction = (await database()).transaction(["projects", "parts"], mode, { durability: "strict" });
        const done = new Promise((resolve, reject) => {
            transaction.oncomplete = resolve;
            transaction.onabort = () => reject(transaction.error ?? new StoreProblem("kept.unavailable"));
        });
        done.catch(() => {}); // the action may fail first
        let result;
        try {
            result = await action(transaction.objectStore("projects"), transaction.objectStore("parts"));
        } catch (failure) {
            try {
                transaction.abort();
            } catch {
                // It has ended already.
            }
            throw failure;
        }
        await done;
        return result;
    } catch (failure) {
        throw problemOf(failure);
    }
}

/** Whether projects may be kept here: asking must not create a database. */
async function exists() {
    try {
        return !indexedDB.databases || (await indexedDB.databases()).some((known) => known.name === name);
    } catch {
        return false;
    }
}

/** The kept projects, the last changed first. */
export async function listProjects() {
    if (!globalThis.indexedDB || !(await exists())) return [];
    const found = await run("readonly", (projects) => settled(projects.getAll()));
    return found.filter(({ id }) => typeof id === "string").sort((left, right) => right.changed - left.changed);
}

/** The parts of a project: a Map of name to bytes. */
export function readParts(id) {
    return run("readonly", async (_, parts) => {
        const range = IDBKeyRange.bound([id, ""], [id, "\uffff"]);
        const [names, values] = await Promise.all([settled(parts.getAllKeys(range)), settled(parts.getAll(range))]);
        return new Map(names.map(([, part], at) => [part, values[at]]));
    });
}

/** The bytes of one part; undefined without it. */
export const readPart = (id, part) => run("readonly", (_, parts) => settled(parts.get([id, part])));

/**
 * Writes parts ({name: bytes}) of a project in one step: all of them or none. `writes`: how often the tab knows it was written; another
 * number is the work of another tab, and rejects with "kept.elsewhere". Resolves with the project.
 */
export function writeParts(project, changed) {
    return run("readwrite", async (projects, parts) => {
        const stored = await settled(projects.get(project.id));
        if ((stored?.writes ?? 0) !== project.writes) throw new StoreProblem(stored ? "kept.elsewhere" : "kept.erasedElsewhere");
        const written = { ...project, changed: Date.now(), writes: project.writes + 1 };
        const all = [projects.put(written), ...Object.entries(changed).map(([part, bytes]) => parts.put(bytes, [project.id, part]))];
        await Promise.all(all.map(settled));
        return written;
    });
}

/** Erases a project. The last one takes the database with it. */
export async function eraseProject(id) {
    const left = await run("readwrite", async (projects, parts) => {
        await Promise.all([settled(projects.delete(id)), settled(parts.delete(IDBKeyRange.bound([id, ""], [id, "\uffff"])))]);
        return settled(projects.count());
    });
    if (!left) await eraseAll();
}

/** Erases all projects, also those that no page can read. Other tabs are told, and let go. */
export async function eraseAll() {
    const own = await opened?.catch(() => null);
    own?.close();
    opened = null;
    if (!globalThis.indexedDB) return;
    try {
        await settled(indexedDB.deleteDatabase(name));
    } catch (failure) {
        throw problemOf(failure);
    }
}
