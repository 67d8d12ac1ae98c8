// Closed lists of which every record gets a value: those of the server, a stance, and one of the person.
import { element } from "../../shared/dom.js";
import { text } from "../texts/texts.js";
import { check, field } from "./fields.js";

const shipped = ["type_of_feedback", "urgency"];
const [minValues, maxValues] = [2, 20];
const [maxTitle, maxDefinition, maxProposition] = [120, 300, 300];

const line = (id, label, value, { hint, maxLength }) => field(label, element("input", { id, type: "text", maxlength: String(maxLength), value, dir: "auto" }), hint);

/** The fields of the question's form. `now`: what the form holds, by id. */
export function dimensionFields(now) {
    const values = element("textarea", { id: "dimension-values", rows: "4", dir: "auto" });
    values.value = now["dimension-values"] ?? "";
    const isUsed = shipped.some((name) => now[`dimension-${name}`]) || ["stance", "own", "values"].some((name) => now[`dimension-${name}`]?.trim());
    return element("details", { class: "options", id: "dimension-options", open: isUsed }, element("summary", {}, text("dimension.title")), element("p", { class: "hint" }, text("dimension.about")),
        ...shipped.map((name) => check(`dimension-${name}`, text(`dimension.${name}`), now[`dimension-${name}`] ?? false, { hint: text(`dimension.${name}Hint`) })),
        line("dimension-stance", text("dimension.stance"), now["dimension-stance"] ?? "", { hint: text("dimension.stanceHint"), maxLength: maxProposition }),
        line("dimension-own", text("dimension.own"), now["dimension-own"] ?? "", { hint: text("dimension.ownHint"), maxLength: maxTitle }),
        field(text("dimension.values"), values, text("dimension.valuesHint")));
}

/** The lines of the person's list: a title, or a title and a definition behind a colon. */
function valuesOf(lines) {
    return lines.split("\n").map((own) => own.trim()).filter(Boolean).map((own, at) => {
        const [, title, definition = ""] = /^([^:：]*)[:：]?(.*)$/su.exec(own);
        return { id: `v${at + 1}`, title: title.trim(), definition: definition.trim() };
    });
}

/** The list of the person; none if both fields are empty. Throws an Error with a sentence for the person. */
function ownDimension(title, lines) {
    if (!title && !lines) return [];
    const values = valuesOf(lines);
    const titles = new Set(values.map((value) => value.title.toLowerCase()));
    if (!title) throw new Error(text("dimension.noTitle"));
    if (values.length < minValues || values.length > maxValues) throw new Error(text("dimension.badCount"));
    if (titles.has("")) throw new Error(text("dimension.noValueName"));
    if (titles.size < values.length) throw new Error(text("dimension.sameTitles"));
    if (values.some((value) => [...value.title].length > maxTitle || [...value.definition].length > maxDefinition)) throw new Error(text("dimension.tooLong"));
    return [{ id: "own", title, values }];
}

/** The member of the request; {} if no list is chosen. Throws an Error with a sentence for the person. */
export function chosenDimensions(now) {
    const proposition = now["dimension-stance"]?.trim() ?? "";
    const dimensions = [
        ...shipped.filter((name) => now[`dimension-${name}`]).map((list) => ({ list })), ...(proposition ? [{ list: "stance", proposition }] : []),
        ...ownDimension(now["dimension-own"]?.trim() ?? "", now["dimension-values"]?.trim() ?? ""),
    ];
    return dimensions.length ? { dimensions } : {};
}
