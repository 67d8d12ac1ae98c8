// Step 5: what the analysis is expected to cost, before anything is spent.
import { $, element, number, tile } from "../../shared/dom.js";
import { earlierDurations, estimate } from "../job/api.js";
import { RequestError } from "../../shared/api.js";
import { modelName } from "../models.js";
import { bytes, count, duration, money } from "../format.js";
import { isFiltered } from "../reader/filters.js";
import { ask, ignoreLoss } from "../reader/reader.js";
import { state } from "../state.js";
import { text } from "../texts/texts.js";
import { refuseKey } from "./key.js";
import { addRows, describeProblem } from "./problems.js";
import { usesOtherMode } from "./question.js";

/** NETWORK_MAX_BODY_BYTES by default; another limit of the server shows as its refusal. */
const usualLimit = 64 * 1024 * 1024;

let running = null; // AbortController of the current estimate
let size = 0; // bytes of the request
let durations = null;
let problem = null; // failure of the last estimate
let isKnown = false; // whether `state.estimate` is the answer for the current request

const cost = (value) => (value === null ? text("cost.unpriced") : money(value));

const amount = (value, format) => number(value, format(value));

function budgetEntry({ left_usd: left, covers_highest: highest, covers_expected: expected }) {
    const hint = highest ? "cost.budgetCovers" : expected ? "cost.budgetMay" : "cost.budgetShort";
    return tile(text("cost.budget"), amount(left, money), text(hint));
}

/** Earlier analyses show how long a model call takes with this server and provider; the estimate how many are needed. */
function timeEntry() {
    if (!durations) return tile(text("cost.time"), "–", text("cost.timeUnknown"));
    const time = state.estimate ? durations.ofCall * state.estimate.expected.calls : durations.average;
    return tile(text("cost.time"), text("cost.timeAbout", { time: duration(time) }), text("cost.timeHint", { count: durations.count }));
}

function estimateEntries({ expected, highest, budget }) {
    const tokens = expected.input_tokens + expected.output_tokens;
    return [
        tile(text("cost.cost"), amount(expected.cost_usd, cost), text("cost.atMost", { amount: cost(highest.cost_usd) })),
        tile(text("cost.calls"), amount(expected.calls, count), text("cost.atMost", { amount: count(highest.calls) })),
        tile(text("cost.tokens"), amount(tokens, count), text("cost.atMost", { amount: count(highest.input_tokens + highest.output_tokens) })),
        ...(budget ? [budgetEntry(budget)] : []),
    ];
}

const modelNames = ({ models }) => [...new Set(models.map(({ model }) => modelName(model)))].join("; ");

function notes() {
    const found = [];
    if (isKnown && !state.estimate) found.push(element("p", { class: "note" }, text("cost.notSupported")));
    if (problem) found.push(element("p", { class: "field-problem", role: "alert" }, describeProblem(problem)));
    if (size > usualLimit) found.push(element("p", { class: "note" }, text("cost.tooLarge")));
    if (isKnown && state.estimate) found.push(element("p", { class: "hint" }, text("cost.models", { names: modelNames(state.estimate) || "-" })));
    return found;
}

function recordsHint() {
    const sent = text("cost.size", { size: bytes(size) });
    return isFiltered(state.filters) ? `${text("filter.count", { count: state.selection.count, total: state.matched.summary.count })} ${sent}` : sent;
}

/** Shows the estimate again, in the language of the page. */
export function renderCost() {
    if (!state.request || !state.matched) return;
    $("cost-status").textContent = running ? text("cost.estimating") : "";
    $("estimate-again").hidden = running !== null || problem === null;
    $("cost").replaceChildren(element("dl", { class: "tiles" },
        tile(text("cost.records"), amount(state.selection.count, count), recordsHint()),
        ...(isKnown && state.estimate ? estimateEntries(state.estimate) : []), ...(isKnown ? [timeEntry()] : [])), ...notes());
}

/** Whether a provider would embed the records for their map alone. It is left out then: a map costs nothing more than the answer. */
function paysForMap({ models }) {
    const { record_map: hasMap, mode, themes } = state.request;
    return hasMap && models.some(({ connection }) => connection === "embedding") && (mode !== "hierarchical" || themes !== undefined);
}

async function load(signal) {
    const body = await ask("body", { request: { ...state.request, dry_run: true } });
    size = body.size;
    renderCost();
    const earlier = earlierDurations(signal).catch(() => null); // only a hint
    const answers = await Promise.all([estimate(body, signal), earlier]);
    signal.throwIfAborted();
    if (answers[0] && paysForMap(answers[0])) {
        const { record_map: _, ...request } = state.request;
        state.request = request;
        return load(signal);
    }
    [state.estimate, durations, isKnown] = [...answers, true];
}

/** The expected cost in a few words, or "" if it is not known. */
export const costSummary = () => (isKnown && state.estimate ? `${text("cost.cost")}: ${cost(state.estimate.expected.cost_usd)}` : "");

/** Asks the server what the request would cost. */
export async function showCost() {
    running?.abort();
    const own = running = new AbortController();
    [problem, isKnown, state.estimate] = [null, false, null];
    renderCost();
    try {
        await load(own.signal);
    } catch (failure) {
        if (failure.name === "AbortError") return;
        if (!(failure instanceof RequestError)) throw failure;
        if (failure.status === 401) return refuseKey(failure);
        if (usesOtherMode(failure)) return showCost();
        await addRows(failure, (at) => ask("rows", { at })).catch(ignoreLoss);
        problem = failure;
    } finally {
        if (running === own) running = null;
    }
    renderCost();
}

/** Ends a running estimate, and forgets what is known of the cost. */
export function leaveCost() {
    running?.abort();
    [running, size, durations, problem, isKnown, state.estimate] = [null, 0, null, null, false, null];
}

/** `next` runs when the person wants to start. A second click must not start, and pay for, a second job. */
export function setUpCost(next) {
    $("start").addEventListener("click", async () => {
        running?.abort();
        $("start").disabled = true;
        try {
            await next();
        } catch (failure) {
            ignoreLoss(failure);
        } finally {
            $("start").disabled = false;
        }
    });
    $("estimate-again").addEventListener("click", showCost);
}
