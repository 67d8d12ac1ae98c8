// Asks the server how far suggestions agree with decisions, and shows its answer.
import { button, element, number, table, tile } from "../../shared/dom.js";
import { json } from "../../shared/api.js";
import { post } from "../job/api.js";
import { ServerWork } from "../job/server_work.js";
import { count, decimal, percent } from "../format.js";
import { Problem } from "../reader/problems.js";
import { foreign, hint } from "../result/parts.js";
import { text } from "../texts/texts.js";
import { workKept } from "../state.js";
import { openRecords } from "../result/records.js";

const shown = (value, format) => (value === null ? "–" : number(value, format(value)));

function interval({ low, high }, format) {
    return low === null || high === null ? "" : text("result.interval", { low: format(low), high: format(high) });
}

const two = (value) => decimal(value, 2);

function tiles({ record_count, overall }) {
    return element("dl", { class: "tiles" },
        tile(text("codes.blindDecisions"), shown(record_count, count), ""),
        tile(text("codes.exactMatch"), shown(overall.exact_match, percent), text("codes.exactMatchHint")),
        tile(text("codes.kappa"), shown(overall.kappa.value, two), interval(overall.kappa, two)),
        tile(text("codes.alpha"), shown(overall.alpha.value, two), interval(overall.alpha, two)),
        tile(text("codes.precision"), shown(overall.micro.precision, percent), text("codes.precisionHint")),
        tile(text("codes.recall"), shown(overall.micro.recall, percent), text("codes.recallHint")));
}

function verdict({ grade, record_count, low, high }) {
    return element("p", { class: "verdict", "data-grade": grade }, text(`codes.verdict.${grade}`, { decided: record_count, low: low === null ? "–" : two(low), high: high === null ? "–" : two(high) }));
}

/** Agreement of two people, beside that of the model with each. */
function people(report) {
    if (!report) return [];
    const pairs = ["between_people", "model_and_human", "model_and_second_human"].map((pair) => [pair, report[pair]]);
    const withInterval = (statistic) => element("span", {}, shown(statistic.value, two), " ", element("span", { class: "muted" }, interval(statistic, two)));
    return [element("h3", {}, text("codes.people")), hint(text("codes.peopleHint", { count: report.record_count })), table(text("codes.people"), [
        { title: text("codes.coders"), cell: ([pair]) => text(`codes.people.${pair}`) },
        { title: text("codes.kappa"), cell: ([, found]) => withInterval(found.kappa) },
        { title: text("codes.alpha"), cell: ([, found]) => withInterval(found.alpha) },
        { title: text("codes.exactMatch"), cell: ([, found]) => shown(found.exact_match, percent) },
    ], pairs)];
}

/** A threshold to accept suggestions from, only where the blind decisions assure the wanted precision. */
function threshold({ confidence }, accept) {
    if (!confidence) return [hint(text("codes.noConfidence"))];
    const found = confidence.assured_precision;
    if (!found) return [hint(text("codes.noThreshold"))];
    return [element("h3", {}, text("codes.thresholds")),
        element("p", {}, text("codes.assured", { threshold: two(found.threshold), precision: percent(found.precision), low: percent(found.low), high: percent(found.high), count: found.suggested_codes })),
        element("div", { class: "line" }, button(text("codes.accept"), () => accept(found.threshold), { class: "small-button" }))];
}

const notBlind = (report) => (report ? [hint(text("codes.notBlind", { count: report.record_count, share: percent(report.overall.exact_match) }))] : []);

const name = (path) => (path ? foreign(path.join(" > ")) : text("codes.noCode"));

function confusions({ levels }, open) {
    const deepest = levels.at(-1);
    if (!deepest?.confusions.length) return [];
    return [element("h3", {}, text("codes.confusions")), table(text("codes.confusions"), [
        { title: text("codes.yours"), cell: ({ human }) => name(human) },
        { title: text("codes.suggested"), cell: ({ suggested }) => name(suggested) },
        { title: text("result.records"), cell: ({ record_count, record_ids }) => button(count(record_count), () => open(record_ids),
            { class: "count-button", "aria-label": text("codes.openConfusion", { shown: count(record_count) }) }) },
    ], deepest.confusions)];
}

/** `accept` receives a threshold, `open` the ids of records. Statistics are those of blind decisions. */
function agreementView(answer, { accept, open }) {
    const { blind } = answer;
    return [verdict(answer.verdict), ...(blind ? [tiles(blind), ...people(blind.people), ...threshold(blind.overall, accept)] : []),
        ...notBlind(answer.not_blind), ...confusions(answer, open)];
}

const defaultPrecision = 0.9;

/**
 * The wanted precision, the button and the answer. `accept` receives a threshold; `measured`, if there is one, is called after an
 * answer.
 */
export function measurePart({ coding, container, accept, measured = () => {} }) {
    const wanted = element("input", { id: "codes-wanted", type: "number", min: "0", max: "1", step: "0.01", value: String(coding.wanted ?? defaultPrecision) });
    const agreement = element("div", { class: "agreement" });

    function show() {
        if (!coding.agreement) return;
        const open = (ids) => openRecords(container, { title: text("codes.confusions"), records: coding.rows.map(({ record }) => record).filter(({ id }) => ids.includes(id)) });
        agreement.replaceChildren(...agreementView(coding.agreement, { accept, open }));
    }

    async function measure(signal) {
        const body = coding.agreementRequest(Number(wanted.value));
        if (!body.records.length) throw new Problem("codes.nothingDecided");
        coding.wanted = Number(wanted.value);
        const answer = await json(await post("/v1/coding-agreement", body, { signal }));
        return () => {
            coding.agreement = answer;
            show();
            workKept();
            measured();
        };
    }

    const { buttons, status, alert } = new ServerWork({ words: { run: "codes.measure", busy: "growth.asking" }, attributes: { start: { class: "primary" } }, run: measure }).show();
    show();
    return element("div", { class: "measure" }, element("h3", {}, text("codes.agreement")), hint(text("codes.agreementHint")),
        element("div", { class: "line" }, element("label", { for: "codes-wanted" }, text("codes.wanted")), wanted, ...buttons), status, alert, agreement);
}
