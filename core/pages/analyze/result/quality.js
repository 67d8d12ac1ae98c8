// The quality score of an answer, and what limits it, in words.
import { element } from "../../shared/dom.js";
import { text } from "../texts/texts.js";
import { hint } from "./parts.js";
import { count, percent } from "./format.js";

const grades = [[0.9, "strong"], [0.7, "good"], [0.5, "mixed"], [0.3, "weak"], [-Infinity, "poor"]];

/** The grade of a score: strong, good, mixed, weak, poor; unknown without one. The limits are those of the dots of pretty_output. */
export const gradeOf = (score) => (score === null || score === undefined ? "unknown" : grades.find(([least]) => score >= least)[1]);

/** The score, its grade and their meaning. */
export function quality({ answer }) {
    const grade = gradeOf(answer.quality_score);
    const value = grade === "unknown" ? "–" : element("data", { value: String(answer.quality_score) }, percent(answer.quality_score));
    return element("div", { class: `quality grade-${grade}` },
        element("p", { class: "score" }, element("span", { class: "score-label" }, text("result.quality")), element("strong", {}, value),
            element("span", { class: "grade" }, text(`result.grade.${grade}`))),
        element("p", {}, text(`result.meaning.${grade}`)),
        hint(text("result.meaning.all")));
}

const reasons = {
    no_content: ({ answer, corpus }) => (corpus ? corpus.records.length - answer.feedback_record_count : 0),
    unassigned: ({ answer }) => answer.unassigned_count ?? 0,
    undated: ({ corpus, kind }) => (corpus && kind ? corpus.records.length - corpus.dated : 0),
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
        ...(small ? [text("result.caution.small", { count: small })] : []),
        ...(answer.themes?.length ? [text("result.caution.several")] : []),
        text(answer.used_anonymization ? "result.caution.anonymised" : "result.caution.notAnonymised"),
        text("result.caution.sample"),
    ];
}

/** The explanation of the judge, and the cautions. */
export function uncertainty(view) {
    return element("div", { class: "uncertainty" }, element("h3", {}, text("result.uncertainty")),
        ...(view.answer.uncertainty_explanation ? [element("p", { dir: "auto" }, view.answer.uncertainty_explanation)] : []),
        element("ul", {}, ...cautions(view).map((sentence) => element("li", {}, sentence))));
}

export const readRecords = ({ answer }) => text("result.read", { count: answer.feedback_record_count, shown: count(answer.feedback_record_count) });
