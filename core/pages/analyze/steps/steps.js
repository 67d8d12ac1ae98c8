// The steps of the page: one is open, those before it are done, those after it wait.
import { $ } from "../../shared/dom.js";

export const names = ["key", "file", "columns", "question", "cost", "job"];

const summaries = new Map(); // function that makes the text, by step

const section = (name) => $(`step-${name}`);

/** Shows the summaries of all steps, in the language of the page. */
export function showSummaries() {
    for (const name of names) section(name).querySelector(".summary").textContent = summaries.get(name)?.() ?? "";
}

function setState(name, value) {
    section(name).dataset.state = value;
    section(name).hidden = name === "job" && value === "waiting";
    section(name).querySelector(".body").hidden = value === "waiting" || (value === "done" && name !== "job");
    const change = section(name).querySelector(".change");
    if (change) change.hidden = value !== "done";
}

/** Opens a step. Steps before it count as done, steps after it wait. */
export function openStep(name, { focus = true } = {}) {
    const at = names.indexOf(name);
    names.forEach((other, position) => setState(other, position < at ? "done" : position === at ? "open" : "waiting"));
    for (const other of names.slice(at)) summaries.delete(other); // made again when the step is done
    showSummaries();
    if (focus) $(`title-${name}`).focus();
}

/** `summary`: makes the text that a step shows when it is done. */
export function setSummary(name, summary) {
    summaries.set(name, summary);
    showSummaries();
}

/** All steps are done; the result is shown. */
export function closeSteps() {
    for (const name of names) setState(name, "done");
}

const locks = new Set();

/** Steps cannot be changed while a job runs for them: `name` is that of the job. */
export function lockSteps(name, isLocked) {
    if (isLocked) locks.add(name);
    else locks.delete(name);
    document.body.classList.toggle("locked", locks.size > 0);
}

/** The name of the open step; null if all are done. */
export const current = () => names.find((name) => isOpen(name)) ?? null;

export const isOpen = (name) => section(name).dataset.state === "open";

/** `action(name)` runs when a person wants to change a step. */
export function onChange(action) {
    for (const name of names) section(name).querySelector(".change")?.addEventListener("click", () => action(name));
}
