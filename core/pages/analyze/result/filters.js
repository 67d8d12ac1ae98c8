// The filters of an analysis in words, for the page and all its files.
import { byKey, isFiltered } from "../reader/filters.js";
import { inSentence, text } from "../texts/texts.js";

function period({ from, to }) {
    if (from && to) return [text("result.filterPeriod", { from, to })];
    if (from) return [text("result.filterFrom", { from })];
    return to ? [text("result.filterTo", { to })] : [];
}

/** Which records were analysed, in words; "" if no filter applied or this tab does not know them. */
export function filterWords({ filters, answer }) {
    if (!filters || !isFiltered(filters)) return "";
    const values = byKey(filters).map(([key, all]) => `${inSentence(key)} = ${all.map(inSentence).join(", ")}`);
    const selected = filters.ids ? [text("map.filter", { count: filters.ids.length })] : [];
    return `${text("result.filter")} ${[...values, ...period(filters), ...selected].join("; ")} · ${text("result.filterCount", { count: answer.feedback_record_count, total: filters.of })}`;
}
