// The answer that the page shows, with the edits of its themes.
import { $ } from "../../shared/dom.js";
import { keptWork } from "../projects/keeping.js";
import { succeeded } from "../reader/reader.js";
import { showAddress, state, workKept } from "../state.js";
import { applyFilters } from "../steps/filters.js";
import { renderJob, summariseJob } from "../steps/job.js";
import { renderQuestion } from "../steps/question.js";
import { stopEditing } from "../themes/editor.js";
import { begin, themesOf } from "../themes/theme_edits.js";
import { showResult } from "./result.js";

let reopen = () => {};
let change = () => {};

/** Whether the tab holds the records of the answer, and its worker the file, of which it makes requests. */
export const hasFile = () => state.corpus !== null && state.matched !== null;

/** Asks a question about some of the records of the answer. */
async function analyseSome(ids) {
    state.filters = { ...state.filters, ids };
    if (!await succeeded(applyFilters())) return;
    renderQuestion({ keepDates: false });
    change("question");
}

/** Shows the result again, then runs `shown`. A dialog with records stays open until the person closes it. */
export function renderBehindDialog(shown = () => {}) {
    const show = () => {
        renderResult();
        shown();
    };
    const dialog = $("result").querySelector("dialog[open]");
    if (dialog) dialog.onclose = show; // once for all edits
    else show();
}

/** Shows a state of the edited themes: with the answer and the job that it belongs to. `shown` runs afterwards. */
function applyEdits(edits, shown) {
    const { answer, job, request } = edits.present;
    const isCount = answer !== state.answer;
    Object.assign(state, { edits, answer, job, sent: request });
    if (isCount) {
        showAddress(job?.job_id);
        summariseJob();
        renderJob();
    }
    renderBehindDialog(shown);
    workKept();
}

/** The edits of the answer that is shown. Another answer begins without any. */
function editsOf() {
    if (!state.answer.themes) return null;
    if (state.edits?.present.answer !== state.answer) {
        stopEditing();
        const original = themesOf(state.answer);
        state.edits = begin({ answer: state.answer, job: state.job, request: state.sent, original, themes: original });
    }
    const { present } = state.edits;
    return { history: state.edits, isEdited: present.themes !== present.original, request: state.sent, hasFile, reopen, apply: applyEdits };
}

/** Shows the answer of the tab, or hides its section without one. */
export function renderResult() {
    $("result").hidden = state.answer === null;
    $("intro").hidden = state.answer !== null;
    $("records-missing").hidden = state.answer === null || state.corpus !== null;
    if (state.answer) showResult($("result"), { answer: state.answer, request: state.sent, filters: state.sentFilters, corpus: state.corpus, fileName: state.corpus ? state.fileName : "", job: state.job, work: keptWork(), edits: editsOf(), analyse: hasFile() ? analyseSome : null });
    else $("result").replaceChildren();
}

/** Shows the answer and moves the focus to it. */
export function showAnswer() {
    renderResult();
    setTimeout(() => $("result").focus()); // the layout of a large result is a task of its own
}

/** `actions`: reopen() asks for the file of the answer again, change(step) opens a step. */
export function setUpAnswer(actions) {
    ({ reopen, change } = actions);
}
