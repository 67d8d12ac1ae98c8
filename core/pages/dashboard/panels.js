// The panels: tiles, charts with their tables, distributions.
import { bars, ranges } from "./charts.js";
import { element, figure, table } from "./dom.js";
import { cost, count, duration, large, money, share, short, tokens } from "./format.js";

const shownAtMost = 12; // rows of a chart; its table shows all

function tile(title, value, note) {
    return element("div", {}, element("dt", {}, title), element("dd", {}, value), element("dd", { class: "note" }, note));
}

function failures(block) {
    if (!block.failed_calls) return "none failed";
    return `${count(block.failed_calls)} failed, ${share(block.failed_calls, block.total_calls)}`;
}

/** The totals of the time range. */
export function tiles(total) {
    const calls = total.llm_call_stats;
    const made = [
        tile("Cost", figure(total.total_cost_usd, money(total.total_cost_usd)), "failed calls included"),
        tile("Requests", figure(total.total_calls, count(total.total_calls)), failures(total)),
        tile("Model calls", figure(calls.total_calls, count(calls.total_calls)), failures(calls)),
        tile("Input tokens", figure(total.input_tokens.total, large(total.input_tokens.total)), `${count(total.input_tokens.avg)} per request`),
        tile("Output tokens", figure(total.output_tokens.total, large(total.output_tokens.total)), `${count(total.output_tokens.avg)} per request`),
        tile("Average latency", figure(total.call_duration.avg, duration(total.call_duration.avg)), `95% within ${duration(total.call_duration.p95)}`),
    ];
    return made;
}

/** A canvas with a text alternative. */
function chart(title, summary) {
    const canvas = element("canvas", { role: "img", "aria-label": `${title}: ${summary}` });
    return { canvas, whole: element("figure", {}, element("figcaption", {}, title), element("div", { class: "plot" }, canvas)) };
}

/** The table, open if the previous one was. Scrollable areas are reachable with the keyboard. */
function behind(into, made) {
    const whole = element("details", {}, element("summary", {}, "Show as a table"),
        element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": made.caption.textContent }, made));
    whole.open = into.querySelector("details")?.open ?? false;
    return whole;
}

function costTable(what, rows, of) {
    return table(`${what}, exactly`, [
        { title: what, cell: ({ name }) => name },
        { title: "Cost", cell: ({ block }) => figure(block.total_cost_usd, cost(block.total_cost_usd)) },
        { title: "Share", cell: ({ block }) => share(block.total_cost_usd, of) },
        { title: "Requests", cell: ({ block }) => figure(block.total_calls, count(block.total_calls)) },
        { title: "failed", cell: ({ block }) => figure(block.failed_calls, count(block.failed_calls)) },
        { title: "Model calls", cell: ({ block }) => figure(block.llm_call_stats.total_calls, count(block.llm_call_stats.total_calls)) },
        { title: "failed", cell: ({ block }) => figure(block.llm_call_stats.failed_calls, count(block.llm_call_stats.failed_calls)) },
    ], rows);
}

/** Cost and requests of each row, with their table. `rows`: [{name, block}], the most expensive first. */
export function costs(into, what, rows) {
    const top = rows.slice(0, shownAtMost);
    const dear = top.map(({ name, block }) => ({ name, value: block.total_cost_usd }));
    const asked = top.map(({ name, block }) => ({ name, value: block.total_calls, failed: block.failed_calls }));
    const left = chart("Cost", dear.map(({ name, value }) => `${name} ${money(value)}`).join(", "));
    const right = chart("Requests", asked.map(({ name, value, failed }) => `${name} ${count(value)}, ${count(failed)} failed`).join("; "));

    const more = rows.length - top.length;
    const of = rows.reduce((sum, { block }) => sum + block.total_cost_usd, 0);
    into.replaceChildren(element("div", { class: "two" }, left.whole, right.whole),
        ...(more ? [element("p", { class: "hint" }, `${count(more)} more in the table.`)] : []), behind(into, costTable(what, rows, of)));
    bars(left.canvas, dear, { shown: money, tick: money });
    if (asked.some(({ failed }) => failed)) right.whole.firstChild.append(element("span", { class: "failed" }, "failed"));
    bars(right.canvas, asked, { shown: count, tick: (value) => (Number.isInteger(value) ? short(value) : "") });
}

const measures = {
    call_duration: { title: "Latency", shown: duration },
    input_tokens: { title: "Input tokens", shown: tokens },
    output_tokens: { title: "Output tokens", shown: tokens },
};

/** The distribution of one measure over the requests, or the model calls, of each row. */
export function spread(into, rows, measure, unit) {
    const { title, shown } = measures[measure];
    const told = rows.map(({ name, block }) => ({ name, ...(unit === "call" ? block.llm_call_stats : block)[measure] }));
    const made = chart(`${title} of each ${unit === "call" ? "model call" : "request"}`,
        told.map(({ name, p5, avg, p95 }) => `${name} ${shown(avg)} on average, ${shown(p5)} to ${shown(p95)}`).join("; "));
    const column = (heading, of) => ({ title: heading, cell: (row) => figure(row[of], shown(row[of])) });
    into.replaceChildren(made.whole, behind(into, table(`${title}, exactly`, [
        { title: "Operation", cell: ({ name }) => name }, column("Average", "avg"), column("Minimum", "min"), column("5th percentile", "p5"),
        column("95th percentile", "p95"), column("Maximum", "max"), column("Total", "total"),
    ], told)));
    const tick = measure === "call_duration" ? duration : short;
    ranges(made.canvas, told, { shown, tick });
}
