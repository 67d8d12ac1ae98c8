// Asks before a file holds personal data that the redaction knows of.
import { element } from "../../shared/dom.js";
import { has, text } from "../texts/texts.js";
import { count } from "../result/format.js";
import { button, foreign, hint } from "../result/parts.js";

const membersOf = { prose: ["analysis", "uncertainty_explanation"], themes: ["themes"] };

/** Members of the answer, among these parts, in which personal data was restored. */
function restoredIn({ answer }, parts) {
    const members = parts.flatMap((part) => membersOf[part] ?? []);
    return (answer.restored ?? []).filter(({ member }) => members.includes(member));
}

/** What the redaction found in the records, if their texts are among these parts. They stand in files as in the file of the person. */
const foundIn = ({ answer }, parts) => (parts.includes("records") ? answer.provenance?.redactions ?? [] : []);

function summed(kinds) {
    const sum = new Map();
    for (const { kind, count: own } of kinds) sum.set(kind, (sum.get(kind) ?? 0) + own);
    return [...sum].map(([kind, own]) => ({ kind, count: own }));
}

const nameOf = (kind) => (has(`kind.${kind}`) ? text(`kind.${kind}`) : kind);

const listOf = (title, kinds) => (kinds.length ? [element("h3", {}, text(title)),
    element("ul", {}, ...kinds.map(({ kind, count: own }) => element("li", {}, foreign(nameOf(kind)), `: ${count(own)}`)))] : []);

/** The answer with placeholders where personal data was restored. */
function maskedAnswer({ restored = [], pretty_output: _, ...answer }) {
    return { ...answer, ...Object.fromEntries(restored.filter(({ masked }) => masked !== undefined).map(({ member, masked }) => [member, masked])) };
}

/** Resolves to "with", "without" or "" when the person has chosen. */
function ask(members, found) {
    const isMaskable = members.every(({ masked }) => masked !== undefined);
    return new Promise((resolve) => {
        const dialog = element("dialog", { class: "personal-dialog", "aria-labelledby": "personal-title", "aria-describedby": "personal-hint" });
        const choose = (value, attributes = {}) => button(text(`personal.${value || "cancel"}`), () => dialog.close(value), attributes);
        const [answerHint, recordsHint] = [members.length > 0, found.length > 0].map((holds, at) => (holds && isMaskable ? [hint(text(["personal.answerHint", "personal.recordsHint"][at]))] : []));
        dialog.append(element("h2", { id: "personal-title" }, text("personal.title")),
            element("div", { id: "personal-hint" },
                ...listOf("personal.inAnswer", summed(members.flatMap(({ kinds }) => kinds))), ...answerHint,
                ...listOf("personal.inRecords", summed(found)), ...recordsHint),
            element("p", { class: "line" }, ...(isMaskable ? [choose("without", { class: "primary", autofocus: true })] : []), choose("with"), choose("", { class: "quiet" })));
        dialog.addEventListener("close", () => {
            dialog.remove();
            resolve(dialog.returnValue);
        });
        document.body.append(dialog);
        dialog.showModal();
    });
}

/**
 * What a file of these `parts` may be made from: the view itself, one without the personal data, or null if the person decides against
 * the file. Parts: prose (the answer and its explanation), themes, records (their texts and columns). Asks only if they hold any.
 */
export async function allowed(view, parts) {
    const [members, found] = [restoredIn(view, parts), foundIn(view, parts)];
    if (!members.length && !found.length) return view;
    const choice = await ask(members, found);
    if (choice === "with") return view;
    return choice === "without" ? { ...view, answer: maskedAnswer(view.answer), isMasked: true } : null;
}
