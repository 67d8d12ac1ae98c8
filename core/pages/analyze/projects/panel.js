// What the page says of kept work, and how a person keeps, opens and erases it.
import { $, button, element, showDialog } from "../../shared/dom.js";
import { storedKey } from "../../shared/stored_key.js";
import { foreign, hint } from "../result/parts.js";
import { state } from "../state.js";
import { field } from "../steps/fields.js";
import { refuseKey } from "../steps/key.js";
import { isOpen } from "../steps/steps.js";
import { inSentence, text } from "../texts/texts.js";
import { showEarlier, when } from "./earlier.js";
import { erase, eraseEverything, eraseOwn, keep, kept, keptWork, lastProject, leaveProject, openProject, readHead, setUpKeeping } from "./keeping.js";
import { canSeal, leastPassphrase } from "./packing.js";
import { listProjects, StoreProblem } from "./store.js";

let page = null; // {clear(), goOn(opened), openJob(id), openKept(id)} of main.js
let note = () => ""; // sentence about the last action
let render = 0; // number of the last rendering of the list

const words = (failure) => {
    if (!(failure instanceof StoreProblem)) throw failure;
    return text(failure.key);
};

/** A dialog with fields. `submit(values)` closes it unless it returns a sentence about what is wrong. Resolves with whether it was submitted. */
async function ask(title, fields, { done, submit, attributes = {} }) {
    const problem = element("p", { role: "alert", class: "field-problem" });
    const send = element("button", { type: "submit", class: "primary", ...attributes }, done);
    const form = element("form", { class: "narrow", novalidate: true }, ...fields, problem, element("p", { class: "line" }, send, button(text("personal.cancel"), () => dialog.close(), { class: "quiet" })));
    const dialog = element("dialog", { class: "personal-dialog", "aria-labelledby": "project-title" }, element("h2", { id: "project-title" }, title), form);
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        send.disabled = true;
        const sentence = await submit(Object.fromEntries([...form.querySelectorAll("input")].map((input) => [input.name, input.value])));
        send.disabled = false;
        problem.textContent = sentence ?? "";
        if (sentence) return form.querySelector("input:not([name=name])")?.focus();
        dialog.close("done");
    });
    return await showDialog(dialog) === "done";
}

const inputField = (name, label, attributes = {}) => field(label, element("input", { id: `project-${name}`, name, ...attributes }));

const secret = { type: "password", autocomplete: "off", spellcheck: "false" };
const list = (keys) => element("ul", {}, ...keys.map((key) => element("li", {}, text(key))));

const lengthOf = (passphrase) => [...passphrase].length;

function wrongWith({ name, passphrase = "", repeated = "" }) {
    if (!name.trim()) return text("kept.noName");
    if (passphrase && lengthOf(passphrase) < leastPassphrase) return text("kept.short", { count: leastPassphrase });
    return passphrase === repeated ? null : text("kept.differ");
}

/** Asks what to keep the work as. */
async function askToKeep() {
    const sealing = canSeal() ? [inputField("passphrase", text("kept.passphrase"), { ...secret, "aria-describedby": "project-hint" }), inputField("repeated", text("kept.repeat"), secret),
        element("p", { class: "hint", id: "project-hint" }, text("kept.passphraseHint", { count: leastPassphrase }))] : [hint(text("kept.noSealing"))];
    const fields = [element("p", {}, text("kept.stored")), list(["kept.stored.file", "kept.stored.work", "kept.stored.never"]), hint(text("kept.where")),
        inputField("name", text("result.name"), { value: state.fileName, maxlength: "100", dir: "auto", required: true }), ...sealing];
    const submit = async (values) => {
        const wrong = wrongWith(values);
        if (wrong) return wrong;
        try {
            return await keep({ name: values.name.trim(), passphrase: values.passphrase ?? "" });
        } catch (failure) {
            return words(failure);
        }
    };
    await ask(text("kept.title"), fields, { done: text("kept.keep"), submit });
    $("keeping").querySelector("button")?.focus();
}

/** Opens a project, after its passphrase. Resolves with whether it is open. */
async function openOne(project) {
    let opened = null;
    const attempt = async (passphrase) => {
        try {
            opened = await openProject(project, passphrase, page.clear);
            return null;
        } catch (failure) {
            return words(failure);
        }
    };
    let problem = null;
    if (project.salt) await ask(text("kept.unlock"), [hint(text("kept.locked", { time: when(project.changed) })), inputField("passphrase", text("kept.passphraseOf"), secret)], { done: text("kept.openIt"), submit: ({ passphrase }) => attempt(passphrase) });
    else problem = await attempt("");
    note = () => problem ?? (opened?.broken.length ? text("kept.broken", { parts: opened.broken.map((part) => text(`kept.part.${part.replace(/-\d+$/, "")}`)).join(", ") }) : "");
    if (!opened) {
        renderProjects();
        return false;
    }
    await page.goOn(opened);
    renderProjects();
    return true;
}

/** Opens the project that this tab had before it was loaded again. Resolves with whether it did. */
export async function openLast() {
    const id = lastProject();
    if (!id) return false;
    try {
        const project = (await listProjects()).find((known) => known.id === id);
        if (project && await openOne(project)) return true;
    } catch (failure) {
        const sentence = words(failure);
        note = () => sentence;
    }
    leaveProject();
    return false;
}

async function confirmed(title, sentence, action) {
    await ask(title, [element("p", {}, sentence)], { done: text("kept.erase"), submit: async () => {
        try {
            await action();
        } catch (failure) {
            return words(failure);
        }
        return null;
    } });
    renderProjects();
}

/** Whether the tab holds work, and what becomes of it. */
function renderBar() {
    const now = kept();
    const bar = $("keeping");
    const isShown = storedKey.value && (state.table || state.answer || now);
    if (!isShown) return bar.replaceChildren(...(note() ? [element("p", { class: "note", role: "alert" }, note())] : []));
    const sentence = element("span", { role: now?.problem ? "alert" : null }, now?.problem ? text(now.problem) : now ? text(now.isSealed ? "kept.sealedAt" : "kept.at", { name: now.name, time: when(now.changed) }) : text("kept.not"));
    const others = (keptWork()?.analyses ?? []).filter(({ id }) => id !== keptWork().shown);
    const control = now && !now.isOver ? button(text("kept.stop"), () => confirmed(text("kept.stopTitle"), text("kept.stopHint", { name: now.name }), eraseOwn), { class: "small-button" })
        : button(text("kept.keepIt"), askToKeep, { class: "small-button", disabled: !state.table && !state.answer });
    const parts = [element("p", { class: now && !now.problem ? "hint line" : "note line" }, sentence, control), ...(note() ? [element("p", { class: "note", role: "alert" }, note())] : [])];
    if (others.length) parts.push(element("details", { open: bar.querySelector("details")?.open }, element("summary", {}, text("kept.others", { count: others.length })), element("ul", {}, ...others.map((one) =>
        element("li", { class: "line" }, foreign(one.request?.prompt ?? one.fileName), element("span", { class: "muted" }, `${inSentence(one.fileName)} · ${when(one.begun)}`),
            button(text("kept.openIt"), () => page.openKept(one.id), { class: "small-button", "aria-label": `${text("kept.openIt")}: ${one.request?.prompt ?? one.fileName}` }))))));
    const had = bar.contains(document.activeElement);
    const next = element("div", {}, ...parts);
    if (bar.innerHTML === next.innerHTML) return; // a write every quarter of a second must not take a button from under the pointer
    bar.replaceChildren(...next.childNodes);
    if (had) bar.querySelector("button")?.focus();
}

function projectItem(project, head) {
    const title = project.salt ? text("kept.lockedName") : head?.name ?? text("kept.unreadable");
    const named = (key) => ({ class: "small-button", "aria-label": `${text(key)}: ${title}, ${when(project.changed)}` });
    return element("li", { class: "line" }, element("strong", {}, foreign(title)), element("span", { class: "muted" }, when(project.changed)),
        ...(project.id === kept()?.id ? [] : [button(text("kept.openIt"), () => openOne(project), named("kept.openIt"))]),
        button(text("kept.erase"), () => confirmed(text("kept.erase"), text("kept.eraseHint", { name: title }), () => erase(project.id)), named("kept.erase")));
}

/** The kept projects, and the earlier jobs of the tenant. */
async function renderList() {
    const own = (render += 1);
    const place = $("projects");
    if (!storedKey.value || !isOpen("file")) return place.replaceChildren();
    let projects = [];
    let problem = "";
    try {
        projects = await listProjects();
    } catch (failure) {
        problem = words(failure);
    }
    const heads = await Promise.all(projects.map(readHead));
    if (own !== render) return; // another rendering began
    const questions = new Map([...heads, keptWork()?.head].flatMap((head) => head?.questions ?? []));
    const rest = element("div", {});
    const earlier = element("details", { class: "earlier" }, element("summary", {}, text("earlier.title")), hint(text("earlier.hint")), rest);
    earlier.addEventListener("toggle", () => {
        if (!earlier.open) return;
        rest.replaceChildren(element("p", { role: "status" }, text("earlier.loading")));
        showEarlier(rest, { questions, open: page.openJob, refuse: refuseKey });
    });
    place.replaceChildren(...(projects.length || problem ? [element("h3", {}, text("kept.list")), ...(problem ? [element("p", { role: "alert", class: "field-problem" }, problem)] : []),
        element("ul", { class: "kept-list" }, ...projects.map((project, at) => projectItem(project, heads[at]))),
        element("p", { class: "line" }, button(text("kept.eraseAll"), () => confirmed(text("kept.eraseAll"), text("kept.eraseAllHint"), eraseEverything), { class: "small-button" }))] : []), earlier);
}

/** Shows what is kept, in the language of the page. */
export function renderProjects() {
    renderBar();
    renderList();
}

export function setUpProjects(given) {
    page = given;
    setUpKeeping(renderBar);
}
