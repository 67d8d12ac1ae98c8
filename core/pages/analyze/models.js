// The models that read records, in words. The built-in ones (docs/reference/built-in-model.md) count and compare words.
import { text } from "./texts/texts.js";

const builtIn = { "local/extractive": "model.wordCounter", "local/lexical": "model.wordComparison",
    "local/semantic": "model.wordComparison" };

export const modelName = (name) => (name in builtIn ? text(builtIn[name]) : name);

/** Whether no model read: words were counted. False without a provenance, which names the models. */
export const onlyCountsWords = ({ provenance }) => Boolean(provenance?.models.length) && provenance.models.every(({ model }) => model in builtIn);

/** Who read the records of an answer, or "" if it does not say. The comparison of words is named only if nobody else read. */
export function readersOf({ provenance }) {
    const names = (provenance?.models ?? []).map(({ model }) => model);
    const readers = names.filter((name) => builtIn[name] !== "model.wordComparison");
    return [...new Set(readers.length ? readers : names)].map(modelName).join("; ");
}
