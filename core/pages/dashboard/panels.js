// The panels: tiles, charts with their tables, distributions.
import { chart, described, pair } from "./charts.js";
import { axes, cost, count, duration, large, money, share, tokens } from "./format.js";
import { bars, ranges } from "../shared/charts/bars.js";
import { element, number, table, tile } from "../shared/dom.js";

const maxBars = 12; // of a chart; its table shows all rows

function failures(block) {
    if (!block.failed_calls) return "none failed";
    return `${count(block.failed_calls)} failed, ${share(block.failed_calls, block.total_calls)}`;
}

/** No part of the cost is known. */
const isUnpriced = (block) => block.unpriced_calls && !block.total_cost_usd;

/** A cost, or `unpriced`. */
export const known = (block, format) => (isUnpriced(block) ? "unpriced" : format(block.total_cost_usd));

/** A cost that marks a sum without unpriced calls as too low. */
export const costCell = (block) => (isUnpriced(block) ? "unpriced"
    : number(block.total_cost_usd, cost(block.total_cost_usd) + (block.unpriced_calls ? " + unpriced" : "")));

function unpriced(calls) {
    if (!calls.unpriced_calls) return "including failed calls";
    return `without ${count(calls.unpriced_calls)} unpriced model ${calls.unpriced_calls === 1 ? "call" : "calls"}`;
}

function inputNote(total) {
    const average = `${count(total.input_tokens.avg)} per request`;
    return total.cached_tokens ? `${average}, ${share(total.cached_tokens, total.input_tokens.total)} cached` : average;
}

/** The totals of the time range. */
export function tiles(total) {
    const calls = total.llm_call_stats;
    return [
        tile("Cost", number(total.total_cost_usd, known(total, money)), unpriced(calls)),
        tile("Requests", number(total.total_calls, count(total.total_calls)), failures(total)),
        tile("Model calls", number(calls.total_calls, count(calls.total_calls)), failures(calls)),
        tile("Input tokens", number(total.input_tokens.total, large(total.input_tokens.total)), inputNote(total)),
        tile("Output tokens", number(total.output_tokens.total, large(total.output_tokens.total)), `${count(total.output_tokens.avg)} per request`),
        tile("Average latency", number(total.elapsed.avg, duration(total.elapsed.avg)), `95% within ${duration(total.elapsed.p95)}; ${duration(total.call_duration.avg)} of model time`),
    ];
}

/** The table in a collapsible section, which is open if the replaced section was open. */
export function collapsible(container, content) {
    const details = element("details", {}, element("summary", {}, "Show as a table"), content);
    details.open = container.querySelector("details")?.open ?? false;
    return details;
}

const columnsOf = (values) => values.map(([title, value]) => ({ title, cell: ({ block }) => number(value(block), count(value(block))) }));

/** Columns of a table with requests and model calls of blocks. */
export const countColumns = columnsOf([
    ["Requests", (block) => block.total_calls], ["Failed requests", (block) => block.failed_calls],
    ["Model calls", (block) => block.llm_call_stats.total_calls], ["Failed model calls", (block) => block.llm_call_stats.failed_calls],
]);

/** Columns of a table with model calls and tokens of models. */
const modelColumns = columnsOf([
    ["Model calls", (model) => model.total_calls], ["Failed model calls", (model) => model.failed_calls],
    ["Input tokens", (model) => model.input_tokens], ["Cached input tokens", (model) => model.cached_tokens],
    ["Output tokens", (model) => model.output_tokens],
]);

function costTable(title, rows, total, columns) {
    return table(`${title}, exact values`, [
        { title, cell: ({ name }) => name },
        { title: "Cost", cell: ({ block }) => costCell(block) },
        { title: "Share", cell: ({ block }) => (isUnpriced(block) ? "–" : share(block.total_cost_usd, total)) },
        ...columns,
    ], rows);
}

/** Shows cost and calls of each row, and their table. `rows`: [{name, block}], sorted by descending cost. `callsTitle`: the name of the calls. */
export function showCosts(container, title, rows, callsTitle = "Requests", columns = countColumns) {
    const top = rows.slice(0, maxBars);
    const total = rows.reduce((sum, { block }) => sum + block.total_cost_usd, 0);
    const isNarrow = matchMedia("(max-width: 40rem)").matches; // too narrow for names, bars and shares
    const costAndShare = (cost) => (isNarrow ? money(cost) : `${money(cost)} (${share(cost, total)})`);
    const costs = top.map(({ name, block }) => ({ name, value: block.total_cost_usd, text: known(block, costAndShare) }));
    const calls = top.map(({ name, block }) => ({ name, value: block.total_calls, failed: block.failed_calls }));
    const left = chart("Cost", costs.map(({ name, text }) => `${name} ${text}`).join(", "), described(costs, money), bars, axes.money);
    const right = chart(callsTitle, calls.map(({ name, value, failed }) => `${name} ${count(value)}, ${count(failed)} failed`).join("; "),
        described(calls, count), bars, axes.count);

    const more = rows.length - top.length;
    container.replaceChildren(pair(left, right),
        ...(more ? [element("p", { class: "hint" }, `${count(more)} more in the table.`)] : []), collapsible(container, costTable(title, rows, total, columns)));
}

/** Shows cost and model calls of each model. `models`: as in docs/reference/operations/usage.md#models. */
export function showModels(container, models) {
    showCosts(container, "Model", models.map((block) => ({ name: block.model ?? "all others", block })), "Model calls", modelColumns);
}

const measures = {
    elapsed: { title: "Latency", format: duration, axis: axes.duration },
    call_duration: { title: "Model time", format: duration, axis: axes.duration },
    input_tokens: { title: "Input tokens", format: tokens, axis: axes.count },
    output_tokens: { title: "Output tokens", format: tokens, axis: axes.count },
};

/** Shows the distribution of a measure over the requests or the model calls of each row. */
export function showDistributions(container, rows, measure, unit) {
    const { title, format, axis } = measures[measure];
    const distributions = rows.map(({ name, block }) => ({ name, ...(unit === "call" ? block.llm_call_stats : block)[measure] }));
    const figure = chart(`${title} of each ${unit === "call" ? "model call" : "request"}`,
        distributions.map(({ name, p5, avg, p95 }) => `${name} ${format(avg)} on average, ${format(p5)} to ${format(p95)}`).join("; "),
        distributions.map((row) => ({ ...row, label: row.name, tip: [row.name, `average ${format(row.avg)}`,
            `5th to 95th percentile ${format(row.p5)} to ${format(row.p95)}`, `minimum ${format(row.min)}, maximum ${format(row.max)}`] })), ranges, axis);
    const column = (heading, statistic) => ({ title: heading, cell: (row) => number(row[statistic], format(row[statistic])) });
    container.replaceChildren(figure, collapsible(container, table(`${title}, exact values`, [
        { title: "Operation", cell: ({ name }) => name }, column("Average", "avg"), column("Minimum", "min"), column("5th percentile", "p5"),
        column("95th percentile", "p95"), column("Maximum", "max"), column("Total", "total"),
    ], distributions)));
}
