// What a model thinks of an answer, if one read it, and what limits it, in words.
import { element } from "../../shared/dom.js";
import { onlyCountsWords, readersOf } from "../models.js";
import { text } from "../texts/texts.js";
import { hint } from "./parts.js";
import { count, percent } from "../format.js";

const opinions = [[0.9, "strong"], [0.7, "good"], [0.5, "mixed"], [0.3, "weak"], [-Infinity, "poor"]];

/** The opinion that a score stands for: strong, good, mixed, weak, poor. The limits are those of the dots of pretty_output. */
export const opinionOf = (score) => opinions.find(([least]) => score >= least)[1];

/**
 * What is known of the quality of an answer: {score, confidence, words}. `score` and `confidence` are null unless a model gave them:
 * an overlap of counted words cannot tell a good answer from a bad one. `words` are sentences for the reader.
 */
export function assessment(answer) {
    if (onlyCountsWords(answer)) return { score: null, confidence: null, words: [text("result.unchecked")] };
    const { quality_score: score = null, confidence = null } = answer;
    const parts = confidence === null ? [] : [text("result.partsScore", { score: percent(confidence) })];
    if (score === null) return { score, confidence, words: [text("result.unscored"), ...parts] };
    const own = answer.provenance?.judge_is_writer ? [text("result.opinion.own")] : [];
    return { score, confidence, words: [text(`result.opinion.${opinionOf(score)}`), ...own, ...parts, text("result.opinion")] };
}

/** The score and its meaning, or what is not known. */
export function quality({ answer }) {
    const { score, words } = assessment(answer);
    if (score === null) return element("div", { class: "quality unknown" }, ...words.map((sentence) => element("p", {}, sentence)));
    const value = element("data", { value: String(score) }, percent(score));
    return element("div", { class: "quality" },
        element("p", { class: "score" }, element("span", { class: "score-label" }, text("result.quality")), element("strong", {}, value)),
        ...words.slice(0, -1).map((sentence) => element("p", {}, sentence)), hint(words.at(-1)));
}

const reasons = {
    no_content: ({ answer, corpus, request }) => (corpus && request ? corpus.records.length - answer.feedback_record_count : 0),
    notSent: ({ answer, corpus, request }) => (corpus && !request ? corpus.records.length - answer.feedback_record_count : 0),
    unassigned: ({ answer }) => answer.unassigned_count ?? 0,
    undated: ({ corpus, kind }) => (corpus && kind ? corpus.records.length - corpus.dated : 0),
    refused: ({ answer }) => answer.refused_records?.length ?? 0,
    dropped: ({ answer }) => answer.dropped_references ?? 0,
};

/** Sentences about what a reader should keep in mind. */
export function cautions(view) {
    const { answer } = view;
    const counted = Object.entries(reasons).map(([name, of]) => [name, of(view)]).filter(([, value]) => value > 0)
        .map(([name, value]) => text(`result.caution.${name}`, { count: value }));
    const small = (answer.themes ?? []).filter(({ record_count }) => record_count < 10).length;
    return [
        ...counted,
        ...(view.left ? [text("sensitive.left", { count: view.left.size })] : []),
        ...(answer.isEdited ? [text("edit.caution")] : []),
        ...(small ? [text("result.caution.small", { count: small })] : []),
        ...(answer.themes?.length ? [text("result.caution.several")] : []),
        text(answer.used_anonymization ? "result.caution.anonymised" : "result.caution.notAnonymised"),
        text("result.caution.sample"),
    ];
}

/** The explanation of the score, and the cautions. */
export function uncertainty(view) {
    return element("div", { class: "uncertainty" }, element("h3", {}, text("result.uncertainty")),
        ...(view.answer.uncertainty_explanation ? [element("p", { dir: "auto" }, view.answer.uncertainty_explanation)] : []),
        element("ul", {}, ...cautions(view).map((sentence) => element("li", {}, sentence))));
}

/** Who read how many records. */
export function readRecords({ answer }) {
    const records = text("result.read", { count: answer.feedback_record_count, shown: count(answer.feedback_record_count) });
    const names = readersOf(answer);
    return names ? `${records} · ${text("result.readBy", { names })}` : records;
}
