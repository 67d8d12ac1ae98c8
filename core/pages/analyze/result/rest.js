// What was not assigned, and how the answer was made.
import { element, table } from "../../shared/dom.js";
import { modelName } from "../models.js";
import { text } from "../texts/texts.js";
import { count, money } from "../format.js";
import { countButton, facts, foreign, hint, section } from "./parts.js";

/** What is not known of a count of records in no theme; "" if all of it is. */
export const unlistedWords = ({ unlisted }) => (unlisted ? text("result.unlisted", { count: unlisted }) : "");

/** The records in no theme, by reason. */
export function unassigned(view) {
    const { unassigned: groups = [], feedback_record_count: total } = view.answer;
    if (!groups.length) return section("result-unassigned", text("result.unassigned"), element("p", {}, text("result.allAssigned", { total: count(total) })));
    return section("result-unassigned", text("result.unassigned"), table(text("result.unassigned"), [
        { title: text("result.reason"), cell: ({ reason }) => text(`result.reason.${reason}`) },
        { title: text("result.records"), cell: ({ record_count, record_ids, reason, unlisted }) => element("span", {},
            countButton(view, record_count, { title: text(`result.reason.${reason}`), records: () => view.corpus.ofIds(record_ids) }), " ", element("span", { class: "muted" }, unlistedWords({ unlisted }))) },
    ], groups));
}

const mostRefused = 200; // ids that are shown at once; the count opens all records

/** The records that a provider refused to read; nothing if it refused none. */
export function refused(view) {
    const ids = view.answer.refused_records ?? [];
    if (!ids.length) return [];
    const all = countButton(view, ids.length, { title: text("result.refused"), records: () => view.corpus.ofIds(ids) });
    const shown = ids.slice(0, mostRefused).map((id) => element("li", {}, foreign(id)));
    return [section("result-refused", text("result.refused"), element("p", {}, text("result.refusedHint"), " ", text("result.records"), ": ", all),
        element("ul", { class: "refused-ids" }, ...shown, ...(ids.length > mostRefused ? [element("li", {}, "…")] : [])))];
}

function models({ models: all }) {
    return table(text("result.models"), [
        { title: text("result.model"), cell: ({ model }) => foreign(modelName(model)) },
        { title: text("result.calls"), cell: ({ calls }) => count(calls) },
        { title: text("result.failedCalls"), cell: ({ failed_calls }) => count(failed_calls) },
        { title: text("result.inputTokens"), cell: ({ input_tokens }) => count(input_tokens) },
        { title: text("result.outputTokens"), cell: ({ output_tokens }) => count(output_tokens) },
        { title: text("result.cost"), cell: ({ cost_usd, unpriced_calls }) => (unpriced_calls && !cost_usd ? "–" : money(cost_usd)) },
    ], all);
}

/** How the answer was made: an answer with `"explain": true` knows more. */
export function provenance({ answer, request, fileName, job }) {
    const own = answer.provenance;
    const pairs = [
        ...(request?.prompt ? [[text("question.title"), foreign(request.prompt)]] : []),
        ...(fileName ? [[text("file.title"), foreign(fileName)]] : []),
        [text("result.requestId"), answer.request_id],
        ...(job?.job_id ? [[text("result.job"), job.job_id]] : []),
        ...(own ? [[text("result.version"), own.server_version], [text("result.redactions"), own.redactions.map(({ kind, count: found }) => `${kind} ${count(found)}`).join(", ") || "0"],
            [text("result.instructions"), own.prompts.map(({ sha256 }) => sha256.slice(0, 12)).join(", ") || "–"]] : []),
    ];
    return section("result-provenance", text("result.provenance"), facts(pairs), ...(own?.models.length ? [models(own)] : []), ...(own ? [] : [hint(text("result.noProvenance"))]));
}
