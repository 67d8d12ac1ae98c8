// The usage page: shows the usage of a key in a time range.
import { Refused, usage } from "./api.js";
import { $, chosen, element } from "./dom.js";
import { count, money, operation } from "./format.js";
import { costs, spread, tiles } from "./panels.js";
import { between, lastDays, spoken } from "./windows.js";

// Session storage ends with the tab; nothing else is stored.
const kept = {
    get key() { return sessionStorage.getItem("key"); },
    keep(key) { sessionStorage.setItem("key", key); },
    forget() { sessionStorage.removeItem("key"); },
};

let seen = null; // the latest result of usage()
let loading = null; // AbortController of the current request

/** Exactly one of them is visible below the time range. */
function show(part) {
    for (const id of ["skeleton", "problem", "empty", "figures"]) $(id).hidden = id !== part;
    $("usage").setAttribute("aria-busy", String(part === "skeleton"));
}

function askForKey(problem = "") {
    loading?.abort();
    $("usage").hidden = $("scope").hidden = $("forget").hidden = true;
    $("sign-in").hidden = false;
    $("key").value = "";
    $("key").setAttribute("aria-invalid", String(problem !== ""));
    $("key-problem").textContent = problem;
    $("key").focus();
}

function windowChosen() {
    const choice = chosen("window");
    return choice === "custom" ? between($("first").value, $("last").value) : lastDays(Number(choice));
}

const explanations = {
    0: ["The server cannot be reached", "No response. The server may be restarting, or the network may be down."],
    503: ["Usage is temporarily unavailable", "The database cannot be reached. Requests are still counted."],
};

function explain(failure) {
    const [title, text] = explanations[failure.status] ?? ["Usage could not be loaded", failure.message];
    $("problem-title").textContent = title;
    $("problem-text").textContent = text;
    $("problem-id").textContent = failure.requestId ? `Request ${failure.requestId}` : "";
    $("status").textContent = "";
    show("problem");
}

function refused(failure) {
    if (failure.status === 401) {
        kept.forget();
        askForKey("The server does not accept this key.");
    } else if (failure.status === 422) {
        $("window-problem").textContent = failure.fields.map(({ issue }) => issue).join(" ") || failure.message;
        $("status").textContent = "";
        show(null);
    } else explain(failure);
}

async function load() {
    loading?.abort();
    const mine = loading = new AbortController();
    let span;
    $("window-problem").textContent = "";
    try {
        span = windowChosen();
    } catch (problem) {
        $("window-problem").textContent = problem.message;
        return;
    }
    $("sign-in").hidden = true;
    $("usage").hidden = $("forget").hidden = false;
    $("status").textContent = "Loading usage";
    if (!seen || $("figures").hidden) show("skeleton");
    try {
        seen = await usage(kept.key, span, mine.signal);
        render(span);
    } catch (failure) {
        if (failure.name === "AbortError") return;
        if (!(failure instanceof Refused)) throw failure;
        refused(failure);
    }
}

function fill(select, all, options, label) {
    const before = select.value;
    select.replaceChildren(element("option", { value: "" }, all),
        ...options.map((one) => element("option", { value: one }, label(one))));
    select.value = options.includes(before) ? before : "";
}

const byCost = (left, right) => right.block.total_cost_usd - left.block.total_cost_usd || (left.name < right.name ? -1 : 1);

/** The operations of all tenants or of the selected one. */
function operationRows() {
    const tenant = $("tenant").value;
    const all = tenant ? seen.tenants.find((one) => one.tenant_id === tenant).operations : seen.operations;
    return all.map((block) => ({ name: operation(block.operation), block })).sort(byCost);
}

/** The tenants for all operations or for the selected one. */
function tenantRows() {
    const label = $("operation").value;
    const all = label ? seen.operations.find((one) => one.operation === label).tenants : seen.tenants;
    return all.map((block) => ({ name: block.tenant_id, block })).sort(byCost);
}

function renderSpread() {
    const tenant = $("tenant").value;
    const whole = tenant ? seen.tenants.find((one) => one.tenant_id === tenant) : seen.total;
    const rows = operationRows();
    spread($("spread"), [...(rows.length > 1 ? [{ name: "all", block: whole }] : []), ...rows], chosen("measure"), chosen("unit"));
}

function renderOperations() {
    costs($("operations"), "Operation", operationRows());
    renderSpread();
}

const renderTenants = () => costs($("tenants"), "Tenant", tenantRows());

function renderFigures() {
    $("tiles").replaceChildren(...tiles(seen.total));
    renderOperations();
    if (seen.tenants) renderTenants();
}

function render(span) {
    const wide = seen.tenants !== null;
    const { total } = seen;
    $("scope").hidden = false;
    $("scope").textContent = wide ? "All tenants" : `Tenant ${total.tenant_id}`;
    $("tenant-filter").hidden = $("tenants-card").hidden = !wide;
    $("status").textContent = `${spoken(span)}: ${count(total.total_calls)} ${total.total_calls === 1 ? "request" : "requests"}, ${money(total.total_cost_usd)}`;
    fill($("tenant"), "all", wide ? seen.tenants.map((one) => one.tenant_id) : [], (one) => one);
    fill($("operation"), "all", wide ? seen.operations.map((one) => one.operation) : [], operation);
    if (total.llm_call_stats.total_calls === 0) return show("empty");
    show("figures");
    renderFigures();
}

$("key-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const key = $("key").value.trim();
    // A header cannot carry other characters.
    if (!/^[\x21-\x7e]+$/.test(key)) return askForKey(key ? "This is not an API key." : "Enter an API key.");
    kept.keep(key);
    seen = null;
    $("main").focus();
    load();
});

$("forget").addEventListener("click", () => {
    kept.forget();
    askForKey();
});

$("window-form").addEventListener("change", ({ target }) => {
    if (target.name !== "window") return;
    $("custom").hidden = target.value !== "custom";
    if (target.value !== "custom") load();
});
$("window-form").addEventListener("submit", (event) => {
    event.preventDefault();
    load();
});
$("refresh").addEventListener("click", load);
$("again").addEventListener("click", load);
$("tenant").addEventListener("change", renderOperations);
$("operation").addEventListener("change", renderTenants);
for (const one of document.querySelectorAll('input[name="measure"], input[name="unit"]')) one.addEventListener("change", renderSpread);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => $("figures").hidden || renderFigures());

if (kept.key) load();
else askForKey();
