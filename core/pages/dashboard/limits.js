// The budgets of the key's tenant.
import { limits } from "./api.js";
import { cost, money } from "./format.js";
import { $, element, number, tile } from "../shared/dom.js";

let loading = null; // AbortController of the current request

const moment = new Intl.DateTimeFormat("en-GB", {
    day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC",
});

function note({ limit_usd, used_usd, reserved_usd, resets_at }) {
    const reserved = reserved_usd ? `, ${cost(reserved_usd)} reserved` : "";
    return `of ${cost(limit_usd)}; ${cost(used_usd)} used${reserved}. Resets on ${moment.format(new Date(resets_at))} UTC.`;
}

function budgetTile(title, budget) {
    const bar = element("progress", { value: String(budget.limit_usd - budget.left_usd), max: String(budget.limit_usd), "aria-label": `${title}, used or reserved` });
    const created = tile(title, number(budget.left_usd, money(budget.left_usd)), note(budget));
    created.append(element("dd", { class: "hint" }, bar));
    return created;
}

function render({ tenant_id, budget_per_day, budget_per_month }) {
    const budgets = [["Left today", budget_per_day], ["Left this month", budget_per_month]].filter(([, budget]) => budget);
    $("budgets-card").hidden = budgets.length === 0;
    $("budgets-tenant").textContent = `Tenant ${tenant_id}`;
    $("budgets").replaceChildren(...budgets.map(([title, budget]) => budgetTile(title, budget)));
}

/** Stops the request and hides the budgets. */
export function hideBudgets() {
    loading?.abort();
    $("budgets-card").hidden = true;
}

/** Shows the budgets of the key's tenant, if it has any. */
export async function showBudgets() {
    loading?.abort();
    const request = loading = new AbortController();
    try {
        render(await limits(request.signal));
    } catch (failure) { // the rest of the page works without budgets
        if (failure.name !== "AbortError") $("budgets-card").hidden = true;
    }
}
