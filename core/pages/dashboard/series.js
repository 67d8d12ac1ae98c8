// Cost and requests over time.
import { chart, described, pair } from "./charts.js";
import { axes, cost, count, money } from "./format.js";
import { collapsible, costCell, countColumns, known } from "./panels.js";
import { periodName, periodTick } from "./periods.js";
import { columns } from "../shared/charts/bars.js";
import { table } from "../shared/dom.js";

/** For example "30 periods, 1 Mar 2026 to 30 Mar 2026; highest $1.20 on 4 Mar 2026". */
function summary(rows, value, format) {
    const highest = rows.reduce((left, right) => (value(right) > value(left) ? right : left));
    return `${count(rows.length)} periods, ${rows[0].name} to ${rows.at(-1).name}; highest ${format(value(highest))} in ${highest.name}`;
}

function seriesTable(rows) {
    return table("Cost and requests over time, exact values", [
        { title: "Period, UTC", cell: ({ name }) => name },
        { title: "Cost", cell: ({ block }) => costCell(block) },
        ...countColumns,
    ], rows);
}

/** Shows cost and requests of each period. `series`: elements of the API, at least one. */
export function showSeries(container, series, period) {
    const rows = series.map((block) => ({ name: periodName(period, block.start), label: periodTick(period, block.start), block }));
    const costs = rows.map((row) => ({ ...row, value: row.block.total_cost_usd, text: known(row.block, cost) }));
    const requests = rows.map((row) => ({ ...row, value: row.block.total_calls, failed: row.block.failed_calls }));
    const left = chart(`Cost per ${period}`, summary(rows, ({ block }) => block.total_cost_usd, money), described(costs, cost), columns, axes.money);
    const right = chart(`Requests per ${period}`, summary(rows, ({ block }) => block.total_calls, count), described(requests, count), columns, axes.count);
    container.replaceChildren(pair(left, right), collapsible(container, seriesTable(rows)));
}
