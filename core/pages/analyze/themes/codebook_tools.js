// Saving and loading a list of themes.
import { button, element } from "../../shared/dom.js";
import { csv } from "../export/csv.js";
import { allowed } from "../export/personal.js";
import { fileStem, save } from "../export/save.js";
import { xlsx } from "../export/xlsx.js";
import { FileProblem } from "../reader/problems.js";
import { text } from "../texts/texts.js";
import { codebookFramework, codebookJson, codebookQdc, codebookRows, largestCodebook, readCodebook, withCounts } from "./codebook.js";
import { EditProblem, holdsTexts, withoutTexts } from "./theme_edits.js";

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

/** The list of a file. Throws an Error with a `sentence` that says why it cannot be read. */
async function loadList(file) {
    const explained = (key, values = {}) => Object.assign(new Error(), { sentence: text(key, { ...values, name: values.name ?? file.name }) });
    if (file.size > largestCodebook) throw explained("codebook.tooLarge");
    try {
        return readCodebook(new Uint8Array(await file.arrayBuffer()), file.name);
    } catch (problem) {
        if (problem instanceof EditProblem || problem instanceof FileProblem) throw explained(problem.key ?? problem.message, problem.values);
        throw explained("file.broken");
    }
}

/** A field for the file of a list. `take` gets its themes and its name, `refuse` a sentence. */
export function listInput(id, label, take, refuse) {
    const input = element("input", { type: "file", id, accept: ".json,.csv,.tsv,.txt,.xlsx,.qdc" });
    input.addEventListener("change", async () => {
        const [file] = input.files;
        if (!file) return;
        input.value = ""; // so that the same file can be chosen again
        try {
            take(await loadList(file), file.name);
        } catch (problem) {
            if (!problem.sentence) throw problem;
            refuse(problem.sentence);
        }
    });
    return element("span", { class: "line" }, element("label", { for: id }, label), input);
}

/** Buttons that save the list of the editor, and the field that loads another in its place. */
export function codebookTools(editor) {
    const load = (read, name) => editor.edit("edit.did.load", { name }, (list) => withCounts(read, list), ["", "add"]);
    return [
        element("span", { class: "edit-tools", role: "group", "aria-label": text("codebook.save") }, element("span", { class: "muted" }, text("codebook.save")), ...Object.keys(formats).map((format) =>
            button(text(`codebook.${format}`), () => saveList(editor, format), { class: "small-button", "aria-label": text("edit.actionOf", { action: text("codebook.save"), title: text(`codebook.${format}`) }) }))),
        listInput("codebook-file", text("codebook.load"), load, (sentence) => editor.fail(sentence)),
    ];
}
