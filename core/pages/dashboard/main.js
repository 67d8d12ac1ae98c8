// Shows the usage that a key can read in a time range.
import { usage, usageFile } from "./api.js";
import { count, money, operation } from "./format.js";
import { hideJobs, showJobs } from "./jobs.js";
import { hideBudgets, showBudgets } from "./limits.js";
import { known, showCosts, showDistributions, showModels, tiles } from "./panels.js";
import { between, description, lastDays, periodOf, possiblePeriods } from "./periods.js";
import { showSeries } from "./series.js";
import { RequestError } from "../shared/api.js";
import { $, element, saveFile } from "../shared/dom.js";
import { isPossibleKey, storedKey } from "../shared/stored_key.js";

let statistics = null; // latest result of usage()
let shown = null; // its {range, period}
let selectedPeriod = null; // by the user, until the time range changes
let loading = null; // AbortController of the current request

/** Shows one of the parts below the time range and hides the others; null hides all. */
function show(part) {
    for (const id of ["skeleton", "problem", "empty", "statistics"]) $(id).hidden = id !== part;
    $("download").hidden = part !== "statistics";
    $("usage").setAttribute("aria-busy", String(part === "skeleton"));
}

function showSignIn(problem = "") {
    loading?.abort();
    hideJobs();
    hideBudgets();
    $("usage").hidden = $("scope").hidden = $("forget").hidden = true;
    $("sign-in").hidden = false;
    $("key").value = "";
    $("key").setAttribute("aria-invalid", String(problem !== ""));
    $("key-problem").textContent = problem;
    $("key").focus();
}

/** The value of the selected radio button of a group. */
const selectedValue = (name) => document.querySelector(`input[name="${name}"]:checked`).value;

function selectedRange() {
    const range = selectedValue("window");
    return range === "custom" ? between($("first").value, $("last").value) : lastDays(Number(range));
}

const problemTexts = {
    0: ["The server is unreachable", "No response. The server may be restarting, or the network may be down."],
    503: ["Usage is temporarily unavailable", "The database is unreachable. Usage is still recorded."],
};

/** What the server says of a failure, if it says anything. */
const messageOf = (failure) => failure.message || "The server did not respond.";

function showProblem(failure) {
    const [title, text] = problemTexts[failure.status] ?? ["Usage could not be loaded", messageOf(failure)];
    $("problem-title").textContent = title;
    $("problem-text").textContent = text;
    $("problem-id").textContent = failure.requestId ? `Request ${failure.requestId}` : "";
    $("status").textContent = "";
    show("problem");
}

function handleFailure(failure) {
    if (failure.status === 401) {
        storedKey.remove();
        showSignIn(failure.isExpired ? "This key has expired." : "The server does not accept this key.");
    } else if (failure.status === 422) {
        $("window-problem").textContent = failure.fields.map(({ issue }) => issue).join(" ") || messageOf(failure);
        $("status").textContent = "";
        show(null);
    } else showProblem(failure);
}

async function load() {
    loading?.abort();
    const request = loading = new AbortController();
    let range;
    $("window-problem").textContent = "";
    try {
        range = selectedRange();
    } catch (problem) {
        $("window-problem").textContent = problem.message;
        return;
    }
    $("sign-in").hidden = true;
    $("usage").hidden = $("forget").hidden = false;
    $("status").textContent = "Loading usage";
    if (!statistics || $("statistics").hidden) show("skeleton");
    try {
        const period = periodOf(range, selectedPeriod);
        statistics = await usage(range, period, request.signal);
        shown = { range, period };
        render();
        showJobs();
        showBudgets();
    } catch (failure) {
        if (failure.name === "AbortError") return;
        if (!(failure instanceof RequestError)) throw failure;
        handleFailure(failure);
    }
}

function fillSelect(select, values, label) {
    const previous = select.value;
    select.replaceChildren(element("option", { value: "" }, "all"),
        ...values.map((value) => element("option", { value }, label(value))));
    select.value = values.includes(previous) ? previous : "";
}

const byCost = (left, right) => right.block.total_cost_usd - left.block.total_cost_usd || (left.name < right.name ? -1 : 1);

/** The operations of the selected tenant, or of all tenants. */
function operationRows() {
    const tenant = $("tenant").value;
    const blocks = tenant ? statistics.tenants.find((block) => block.tenant_id === tenant).operations : statistics.operations;
    return blocks.map((block) => ({ name: operation(block.operation), block })).sort(byCost);
}

/** The tenants of the selected operation, or of all operations. */
function tenantRows() {
    const label = $("operation").value;
    const blocks = label ? statistics.operations.find((block) => block.operation === label).tenants : statistics.tenants;
    return blocks.map((block) => ({ name: block.tenant_id, block })).sort(byCost);
}

function renderDistributions() {
    const tenant = $("tenant").value;
    const total = tenant ? statistics.tenants.find((block) => block.tenant_id === tenant) : statistics.total;
    const rows = operationRows();
    showDistributions($("distributions"), [...(rows.length > 1 ? [{ name: "all", block: total }] : []), ...rows], selectedValue("measure"), selectedValue("unit"));
}

function renderOperations() {
    showCosts($("operations"), "Operation", operationRows());
    renderDistributions();
}

const renderTenants = () => showCosts($("tenants"), "Tenant", tenantRows());

function renderSeries() {
    const { series } = statistics;
    $("series-card").hidden = !series?.length;
    if (!series?.length) return;
    const possible = possiblePeriods(shown.range);
    for (const input of document.querySelectorAll('input[name="period"]')) {
        input.disabled = !possible.includes(input.value);
        input.checked = input.value === shown.period;
    }
    showSeries($("series"), series, shown.period);
}

function renderModels() {
    $("models-card").hidden = !statistics.models.length;
    if (statistics.models.length) showModels($("models"), statistics.models);
}

function renderStatistics() {
    $("tiles").replaceChildren(...tiles(statistics.total));
    renderSeries();
    renderModels();
    renderOperations();
    if (statistics.tenants) renderTenants();
}

function render() {
    const isSuperuser = statistics.tenants !== null;
    const { total } = statistics;
    $("scope").hidden = false;
    $("scope").textContent = isSuperuser ? "All tenants" : `Tenant ${total.tenant_id}`;
    $("tenant-filter").hidden = $("tenants-card").hidden = !isSuperuser;
    $("status").textContent = `${description(shown.range)}: ${count(total.total_calls)} ${total.total_calls === 1 ? "request" : "requests"}, ${known(total, money)}`;
    fillSelect($("tenant"), isSuperuser ? statistics.tenants.map((block) => block.tenant_id) : [], (tenant) => tenant);
    fillSelect($("operation"), isSuperuser ? statistics.operations.map((block) => block.operation) : [], operation);
    if (total.llm_call_stats.total_calls === 0) return show("empty");
    show("statistics");
    renderStatistics();
}

/** Saves the usage shown as a file. `grouping` as for usageFile(). */
async function download(name, grouping) {
    try {
        saveFile(await usageFile(statistics.tenants !== null, shown.range, grouping), name);
    } catch (failure) {
        if (!(failure instanceof RequestError)) throw failure;
        if (failure.status === 401) handleFailure(failure);
        else $("window-problem").textContent = `The CSV file could not be downloaded. ${messageOf(failure)}`;
    }
}

$("key-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const key = $("key").value.trim();
    if (!isPossibleKey(key)) return showSignIn(key ? "This is not an API key." : "Enter an API key.");
    storedKey.store(key);
    statistics = null;
    $("main").focus();
    load();
});

$("forget").addEventListener("click", () => {
    storedKey.remove();
    showSignIn();
    statistics = null;
    for (const id of ["scope", "status", "tiles", "series", "models", "operations", "tenants", "distributions", "budgets", "jobs"]) $(id).replaceChildren();
});

$("window-form").addEventListener("change", ({ target }) => {
    if (target.name !== "window") return;
    selectedPeriod = null;
    $("custom").hidden = target.value !== "custom";
    if (target.value !== "custom") load();
});
$("window-form").addEventListener("submit", (event) => {
    event.preventDefault();
    selectedPeriod = null;
    load();
});
$("periods").addEventListener("change", ({ target }) => {
    selectedPeriod = target.value;
    load();
});
$("download").addEventListener("click", () => download("usage.csv", null));
$("download-series").addEventListener("click", () => download("usage-over-time.csv", shown.period));
$("download-models").addEventListener("click", () => download("usage-by-model.csv", "model"));
$("refresh").addEventListener("click", load);
$("again").addEventListener("click", load);
$("tenant").addEventListener("change", renderOperations);
$("operation").addEventListener("change", renderTenants);
for (const input of document.querySelectorAll('input[name="measure"], input[name="unit"]')) input.addEventListener("change", renderDistributions);

if (storedKey.value) load();
else showSignIn();
