// Keeps the work of this tab in the database of the browser while the person wants it: writes after each change, one project in one tab.
import { codingOf } from "../codes/start.js";
import { randomKey } from "../job/api.js";
import { onChanged, state } from "../state.js";
import { canSeal, keyOf, newSalt, open, seal } from "./packing.js";
import { headOf, restore, Work } from "./snapshot.js";
import { eraseAll, eraseProject, onErased, readPart, readParts, StoreProblem, version, writeParts } from "./store.js";

const pause = 250; // ms from the last action to the write
const lockWait = 1_500; // ms: a reloaded tab frees its lock a moment later
const place = "project"; // in session storage: the id of the project of this tab, for a reload

let active = null; // {project, key, work, release, problem, isDirty}
let saving = Promise.resolve();
let timer = null;
let show = () => {};

/** Another tab has the project, or it is gone: writing on would undo the work of that tab. */
const isFinal = (problem) => ["kept.elsewhere", "kept.erasedElsewhere"].includes(problem);

/** What is kept: {id, name, changed, isSealed, problem, isOver}; null if the person does not want it. `problem`: key of a sentence, or null; `isOver`: nothing more is written. */
export const kept = () => active && { id: active.project.id, name: active.work.name, changed: active.project.changed, isSealed: active.key !== null, problem: active.problem, isOver: isFinal(active.problem) };

/** The work that is kept, with its analyses; null without one. */
export const keptWork = () => active?.work ?? null;

/** The project that this tab had before it was loaded again, or null. */
export const lastProject = () => sessionStorage.getItem(place);

/** One tab at a time has a project. Resolves with a function that frees it. A browser without locks has the count of writes only. */
function lock(id) {
    if (!navigator.locks) return Promise.resolve(() => {});
    return new Promise((resolve, reject) => {
        const isOurs = () => new Promise((release) => resolve(release));
        navigator.locks.request(`verbatim-project-${id}`, { signal: AbortSignal.timeout(lockWait) }, isOurs).catch(() => reject(new StoreProblem("kept.open")));
    });
}

async function write(own) {
    own.isDirty = false;
    const { parts, kept: done } = await own.work.changes();
    if (!Object.keys(parts).length) return;
    const { key, project } = own;
    const sealed = await Promise.all(Object.entries(parts).map(async ([part, bytes]) => [part, await seal(bytes, { key, project: project.id, part })]));
    own.project = await writeParts(project, Object.fromEntries(sealed));
    done();
}

function save() {
    clearTimeout(timer);
    timer = null;
    const own = active;
    if (!own || isFinal(own.problem)) return saving;
    own.isDirty = true;
    saving = saving.then(async () => {
        if (own !== active || isFinal(own.problem)) return;
        try {
            await write(own);
            own.problem = null;
        } catch (failure) {
            own.isDirty = true;
            own.problem = failure instanceof StoreProblem ? failure.key : "kept.unavailable";
            if (!(failure instanceof StoreProblem)) reportError(failure); // a fault of the page
        }
        show();
    });
    return saving;
}

function schedule() {
    if (!active) return;
    active.isDirty = true;
    clearTimeout(timer);
    timer = setTimeout(save, pause);
}

/** Keeps the work of the tab from now on, under a name, sealed if there is a passphrase. Rejects with StoreProblem if the browser cannot. */
export async function keep({ name, passphrase }) {
    const salt = passphrase ? newSalt() : null;
    const project = { id: randomKey(), version, salt, changed: 0, writes: 0 };
    const work = new Work();
    work.name = name;
    const own = { project, key: passphrase ? await keyOf(passphrase, salt) : null, work, release: await lock(project.id), problem: null, isDirty: true };
    try {
        await write(own);
    } catch (failure) {
        own.release();
        throw failure;
    }
    active?.release(); // of a project that is over
    active = own;
    sessionStorage.setItem(place, project.id);
    navigator.storage?.persist?.().catch(() => {}); // asks the browser not to delete it for want of room
    show();
}

/** Name and questions of a kept project, or null if it is sealed or cannot be read. */
export async function readHead({ id, salt }) {
    if (salt) return null;
    try {
        return headOf(await readPart(id, "head"));
    } catch {
        return null;
    }
}

/** The parts without their seals: [Map, names of those that do not open]. The head opens with the right passphrase only. */
async function unsealed(id, stored, key) {
    const parts = new Map();
    const broken = [];
    for (const [part, bytes] of [...stored].sort(([left]) => (left === "head" ? -1 : 0))) {
        try {
            parts.set(part, await open(bytes, { key, project: id, part }));
        } catch {
            if (part === "head" && key) throw new StoreProblem("kept.wrongPassphrase");
            broken.push(part);
        }
    }
    return [parts, broken];
}

/**
 * Opens a project in place of the work of the tab, which `clear` drops. Resolves with {broken, setup, progress} (snapshot.js). A project of
 * which parts cannot be read stays as it is: what could be read is shown, and not kept. Rejects with StoreProblem.
 */
export async function openProject(project, passphrase, clear) {
    if (!(project.version <= version)) throw new StoreProblem("kept.newer");
    if (project.salt && !canSeal()) throw new StoreProblem("kept.noSealing");
    const release = await lock(project.id);
    try {
        const key = project.salt ? await keyOf(passphrase, project.salt) : null;
        const [parts, unopened] = await unsealed(project.id, await readParts(project.id), key);
        if (active) { // another project: what follows is not its work
            await save();
            leaveProject();
        }
        clear();
        const { work, broken, setup, progress } = await restore(parts);
        const missing = ["head", "setup", "progress"].filter((part) => !parts.has(part));
        const all = [...new Set([...unopened, ...broken, ...missing])];
        if (all.length) release();
        else {
            active = { project, key, work, release, problem: null, isDirty: false };
            sessionStorage.setItem(place, project.id);
        }
        show();
        return { broken: all, setup, progress };
    } catch (failure) {
        release();
        throw failure;
    }
}

/** The tab has this work no longer. What is kept stays. */
export function leaveProject() {
    clearTimeout(timer);
    active?.release();
    active = null;
    sessionStorage.removeItem(place);
    show();
}

/** Erases a project; the work of the tab stays where it is that of the tab, and is not kept any more. */
export async function erase(id) {
    if (active?.project.id === id) leaveProject();
    await saving;
    await eraseProject(id);
}

export const eraseOwn = () => erase(active.project.id);

export async function eraseEverything() {
    leaveProject();
    await saving;
    await eraseAll();
}

/** Whether this tab holds what a person made, and nothing else does: edits, decisions, an answer that no job holds. */
const holdsWork = () => (state.edits?.past.length ?? 0) > 0 || Boolean(state.corpus && codingOf(state.corpus.records)?.decided.length) || (state.answer !== null && !state.job);

const isAtRisk = () => (active && !active.problem ? active.isDirty : holdsWork());

/** `render` runs when what kept() returns has changed. */
export function setUpKeeping(render) {
    show = render;
    onChanged(save);
    onErased(() => {
        if (active) active.problem = "kept.erasedElsewhere";
        show();
    });
    // What a person does ends in one of these events; jobs report their changes themselves.
    for (const type of ["click", "change", "keyup"]) addEventListener(type, schedule);
    addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden" && active?.isDirty) save(); });
    addEventListener("beforeunload", (event) => { if (isAtRisk()) event.preventDefault(); });
}
