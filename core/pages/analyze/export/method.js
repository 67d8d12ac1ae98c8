// How an answer was made, as one paragraph that can be cited: short statements with labels, so that each language keeps its grammar.
import { modelName } from "../models.js";
import { count, decimal } from "../format.js";
import { inSentence, text } from "../texts/texts.js";
import { nameOf } from "./personal.js";

const shownDigits = 12; // of a digest

const edits = ["change", "add", "remove", "merge", "move", "lift", "split", "include", "exclude", "load", "count"];

/** How often people did each edit that leads to the present list. */
function editsOf({ past, present }) {
    const keys = [...past, present].flatMap(({ action }) => (action?.key === "edit.did.removeAll" ? Array(action.values.count).fill("edit.did.remove") : [action?.key]));
    return edits.map((name) => [name, keys.filter((key) => key === `edit.did.${name}`).length]).filter(([, times]) => times);
}

function madeBy({ answer: { provenance: own } }) {
    if (!own) return [];
    const sum = (member) => own.models.reduce((all, model) => all + model[member], 0);
    return [
        text("method.version", { version: inSentence(own.server_version) }),
        ...(own.models.length ? [`${text("method.models", { models: "" })}${own.models.map(({ model, calls }) => text("method.calls", { model: modelName(model), count: calls })).join("; ")}`, // parts in two directions
            text("method.tokens", { input: sum("input_tokens"), output: sum("output_tokens") })] : []),
        ...(own.embedder ? [text("method.embedder", { name: inSentence(own.embedder) })] : []),
        ...(own.prompts.length ? [text("method.instructions", { digests: own.prompts.map(({ sha256 }) => inSentence(sha256.slice(0, shownDigits))).join(", ") })] : []),
    ];
}

function listOf({ answer: { themes }, request }) {
    if (!themes) return [];
    const kind = !request ? "themes" : !request.themes ? "induced" : request.induce_more ? "more" : "given";
    return [text(`method.${kind}`, { count: themes.length })];
}

function masked({ answer: { used_anonymization: isUsed, provenance } }) {
    if (!isUsed) return text("method.notMasked");
    if (!provenance) return text("result.caution.anonymised").replace(/\.$/, "");
    const kinds = provenance.redactions.map(({ kind, count: found }) => `${inSentence(nameOf(kind))} ${count(found)}`);
    return kinds.length ? text("method.masked", { kinds: kinds.join(", ") }) : text("method.maskedNone");
}

function byPeople({ edits: own, analyst }) {
    const found = own ? editsOf(own.history) : [];
    return [
        found.length ? text("method.edits", { edits: found.map(([name, times]) => text(`method.edit.${name}`, { count: times })).join(", ") }) : text("method.noEdits"),
        ...(analyst ? [text("method.analyst", { name: inSentence(analyst) })] : []),
    ];
}

function agreement({ agreement: own }) {
    const kappa = own?.overall.kappa;
    if (!kappa || kappa.value === null) return text("method.noAgreement");
    const shown = (value) => (value === null ? "–" : decimal(value));
    return text("method.agreement", { count: own.record_count, kappa: shown(kappa.value), low: shown(kappa.low), high: shown(kappa.high) });
}

/** The statements of the paragraph. `view`: that of a result, with `date` of the answer, `analyst` and `agreement` as far as they are known. */
export const statements = (view) => [
    text("method.start"), ...(view.date ? [text("method.date", { date: inSentence(view.date) })] : []), text("method.records", { count: view.answer.feedback_record_count }),
    ...madeBy(view), ...listOf(view), masked(view), ...(view.translation ? [text("translate.method", { language: view.translation.name })] : []), ...byPeople(view), agreement(view), text("method.request", { id: inSentence(view.answer.request_id) }),
];

export const methodBlocks = (view) => [{ kind: "paragraph", runs: [{ text: `${statements(view).map((statement) => statement.replace(/\.$/, "")).join(". ")}.` }] }];
