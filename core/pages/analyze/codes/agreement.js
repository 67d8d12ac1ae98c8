// How far suggestions agree with decisions, from the answer of coding-agreement.
import { element } from "../../shared/dom.js";
import { count, decimal, percent } from "../result/format.js";
import { button, foreign, hint, table } from "../result/parts.js";
import { text } from "../texts/texts.js";

const strengths = [[0.8, "high"], [0.667, "fair"], [-Infinity, "low"]]; // Krippendorff's limits of reliable and of tentative conclusions

export const strengthOf = (value) => (value === null ? "none" : strengths.find(([least]) => value >= least)[1]);

const shown = (value, format) => (value === null ? "–" : element("data", { value: String(value) }, format(value)));

function interval({ low, high }, format) {
    return low === null || high === null ? "" : text("codes.interval", { low: format(low), high: format(high) });
}

function tile(title, value, note) {
    return element("div", {}, element("dt", {}, title), element("dd", {}, value), element("dd", { class: "hint" }, note));
}

const two = (value) => decimal(value, 2);

function tiles({ record_count, overall }) {
    return element("dl", { class: "tiles" },
        tile(text("codes.decided"), shown(record_count, count), ""),
        tile(text("codes.exactMatch"), shown(overall.exact_match, percent), text("codes.exactMatchHint")),
        tile(text("codes.kappa"), shown(overall.kappa.value, two), interval(overall.kappa, two)),
        tile(text("codes.alpha"), shown(overall.alpha.value, two), interval(overall.alpha, two)),
        tile(text("codes.precision"), shown(overall.micro.precision, percent), text("codes.precisionHint")),
        tile(text("codes.recall"), shown(overall.micro.recall, percent), text("codes.recallHint")));
}

function thresholds({ confidence }, accept) {
    if (!confidence) return [hint(text("codes.noConfidence"))];
    const rows = [["wanted_precision", confidence.wanted_precision], ["best_f1", confidence.best_f1]].filter(([, found]) => found);
    if (!rows.length) return [hint(text("codes.noThreshold"))];
    return [element("h3", {}, text("codes.thresholds")), hint(text("codes.thresholdHint")), table(text("codes.thresholds"), [
        { title: text("codes.goal"), cell: ([name]) => text(`codes.goal.${name}`) },
        { title: text("codes.threshold"), cell: ([, found]) => shown(found.threshold, two) },
        { title: text("codes.precision"), cell: ([, found]) => element("span", {}, shown(found.precision, percent), " ", element("span", { class: "muted" }, interval(found, percent))) },
        { title: text("codes.recall"), cell: ([, found]) => shown(found.recall, percent) },
        { title: text("codes.suggestedCodes"), cell: ([, found]) => shown(found.suggested_codes, count) },
        { title: text("codes.use"), cell: ([name, found]) => button(text("codes.accept"), () => accept(found.threshold),
            { class: "small-button", "aria-label": `${text("codes.accept")}: ${text(`codes.goal.${name}`)}` }) },
    ], rows)];
}

const name = (path) => (path ? foreign(path.join(" > ")) : text("codes.noCode"));

function confusions({ levels }, open) {
    const deepest = levels.at(-1);
    if (!deepest?.confusions.length) return [];
    return [element("h3", {}, text("codes.confusions")), table(text("codes.confusions"), [
        { title: text("codes.yours"), cell: ({ human }) => name(human) },
        { title: text("codes.suggested"), cell: ({ suggested }) => name(suggested) },
        { title: text("result.records"), cell: ({ record_count, record_ids }) => button(count(record_count), () => open(record_ids),
            { class: "figure", "aria-label": text("codes.openConfusion", { shown: count(record_count) }) }) },
    ], deepest.confusions)];
}

/** `accept` receives a threshold, `open` the ids of records. */
export function agreementView(answer, { accept, open }) {
    return [tiles(answer), element("p", {}, text(`codes.strength.${strengthOf(answer.overall.alpha.value)}`)),
        ...thresholds(answer.overall, accept), ...confusions(answer, open)];
}
