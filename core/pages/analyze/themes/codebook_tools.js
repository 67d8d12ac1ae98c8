// Saving and loading a list of themes.
import { button, element } from "../../shared/dom.js";
import { csv } from "../export/csv.js";
import { allowed } from "../export/personal.js";
import { fileStem, save } from "../export/save.js";
import { xlsx } from "../export/xlsx.js";
import { FileProblem, Problem } from "../reader/problems.js";
import { fileField } from "../steps/fields.js";
import { text } from "../texts/texts.js";
import { codebookFramework, codebookJson, codebookQdc, codebookRows, largestCodebook, readCodebook, withCounts } from "./codebook.js";
import { holdsTexts, withoutTexts } from "./theme_edits.js";

const formats = {
    json: ["json", codebookJson],
    csv: ["csv", (list) => csv(codebookRows(list))],
    xlsx: ["xlsx", (list) => xlsx([{ name: text("result.themes"), rows: codebookRows(list), widths: [10, 30, 50, 50, 50, 50, 10] }])],
    framework: ["json", (list) => `${JSON.stringify(codebookFramework(list), null, 2)}\n`],
    qdc: ["qdc", (list) => codebookQdc(list, { inclusion: text("result.inclusion"), exclusion: text("codebook.excludes"), example: text("codebook.example") })],
};

/** Saves the list; asks before texts of records with personal data get into the file. */
async function saveList({ list, view }, format) {
    const chosen = holdsTexts(list) ? await allowed({ ...view, answer: { ...view.answer, restored: [] } }, ["records"]) : view;
    if (!chosen) return;
    const [extension, make] = formats[format];
    const suffix = format === "framework" ? text("codebook.framework") : text("codebook.fileSuffix");
    save(`${fileStem(view.fileName)} ${suffix}`, extension, await make(chosen.isMasked || chosen.left ? withoutTexts(list) : list));
}

/** The list of a file. Throws a Problem if it cannot be read. */
async function loadList(file) {
    if (file.size > largestCodebook) throw new FileProblem("codebook.tooLarge");
    try {
        return readCodebook(new Uint8Array(await file.arrayBuffer()), file.name);
    } catch (problem) {
        throw problem instanceof Problem ? problem : new FileProblem("file.broken");
    }
}

/** A field for the file of a list. `take` gets its themes and its name, `refuse` a sentence. */
export const listInput = (id, label, take, refuse) => fileField(id, label, ".json,.csv,.tsv,.txt,.xlsx,.qdc", async (file) => take(await loadList(file), file.name), refuse);

/** Buttons that save the list of the editor, and the field that loads another in its place. */
export function codebookTools(editor) {
    const load = (read, name) => editor.edit("edit.did.load", { name }, (list) => withCounts(read, list), ["", "add"]);
    return [
        element("span", { class: "edit-tools", role: "group", "aria-label": text("codebook.save") }, element("span", { class: "muted" }, text("codebook.save")), ...Object.keys(formats).map((format) =>
            button(text(`codebook.${format}`), () => saveList(editor, format), { class: "small-button", "aria-label": text("edit.actionOf", { action: text("codebook.save"), title: text(`codebook.${format}`) }) }))),
        listInput("codebook-file", text("codebook.load"), load, (sentence) => editor.fail(sentence)),
    ];
}
