// Asks before a file holds personal data that the redaction knows of.
import { button, element, showDialog } from "../../shared/dom.js";
import { has, text } from "../texts/texts.js";
import { count } from "../format.js";
import { foreign, hint } from "../result/parts.js";
import { leavesTeam, SensitivePart } from "../sensitive/check.js";
import { withoutRecords } from "../sensitive/sensitive.js";
import { withRowsOf } from "../themes/edited_answer.js";

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

/** The kind of personal data in words. */
export const nameOf = (kind) => (has(`kind.${kind}`) ? text(`kind.${kind}`) : kind);

const listOf = (title, kinds) => (kinds.length ? [element("h3", {}, text(title)),
    element("ul", {}, ...kinds.map(({ kind, count: own }) => element("li", {}, foreign(nameOf(kind)), `: ${count(own)}`)))] : []);

/** The answer with placeholders where personal data was restored, also in the titles that breakdown and comparison repeat. */
function maskedAnswer({ restored = [], pretty_output: _, ...answer }) {
    const masked = { ...answer, ...Object.fromEntries(restored.filter((entry) => entry.masked !== undefined).map((entry) => [entry.member, entry.masked])) };
    return { ...masked, ...(masked.themes && withRowsOf(masked, new Map(masked.themes.map((theme) => [theme.id, theme])))) };
}

/**
 * Resolves with {choice, left} when the person has chosen: "with" or "without" personal data, or "" for no file, and the records that the file
 * lacks. `view`: that of a file that leaves the team, whose records can be checked; null for another one.
 */
async function ask(members, found, view) {
    const isPersonal = members.length > 0 || found.length > 0;
    const isMaskable = members.every(({ masked }) => masked !== undefined);
    const dialog = element("dialog", { class: "personal-dialog", "aria-labelledby": "personal-title", "aria-describedby": "personal-hint" });
    const choose = (value, attributes = {}) => button(text(`personal.${value || "cancel"}`), () => dialog.close(value), attributes);
    const [answerHint, recordsHint] = [members.length > 0, found.length > 0].map((holds, at) => (holds && isMaskable ? [hint(text(["personal.answerHint", "personal.recordsHint"][at]))] : []));
    const whole = choose("with", isPersonal ? {} : { class: "primary" });
    const sensitive = view && new SensitivePart(view, ({ findings }) => { if (!isPersonal) whole.textContent = text(findings ? "sensitive.save" : "sensitive.saveUnchecked"); });
    dialog.append(element("h2", { id: "personal-title" }, text(isPersonal ? "personal.title" : "sensitive.question")),
        element("div", { id: "personal-hint" },
            ...listOf("personal.inAnswer", summed(members.flatMap(({ kinds }) => kinds))), ...answerHint,
            ...listOf("personal.inRecords", summed(found)), ...recordsHint), ...(sensitive ? [sensitive.place] : []),
        element("p", { class: "line" }, ...(isMaskable && isPersonal ? [choose("without", { class: "primary", autofocus: true })] : []), whole, choose("", { class: "quiet" })));
    const choice = await showDialog(dialog);
    sensitive?.stop();
    return { choice, left: sensitive?.left() ?? new Set() };
}

/**
 * What a file of these `parts` may be made from: the view itself, one without the personal data, or null if the person decides against
 * the file. Parts: prose (the answer and its explanation), themes, records (their texts and columns). Asks only if they hold any, or if the file
 * leaves the team: then the records can be checked for sensitive content, and `left` of the view are those that the file shall lack; `answerOfAll`
 * still has them, for counts. A chart holds counts only.
 */
export async function allowed(view, parts, { isChart = false } = {}) {
    const [members, found] = [restoredIn(view, parts), foundIn(view, parts)];
    const isChecked = leavesTeam() && view.corpus && !isChart;
    if (!members.length && !found.length && !isChecked) return view;
    const { choice, left } = await ask(members, found, isChecked ? view : null);
    if (!choice) return null;
    const chosen = choice === "with" ? view : { ...view, answer: maskedAnswer(view.answer), isMasked: true };
    return left.size ? { ...chosen, left, answer: withoutRecords(chosen.answer, left), answerOfAll: chosen.answer } : chosen;
}
