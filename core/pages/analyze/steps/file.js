// Step 2: a file, pasted text or the sample.
import sample from "../../../../etc/sample_corpus.json";
import { $ } from "../../shared/dom.js";
import { csv } from "../export/csv.js";
import { FileProblem } from "../reader/problems.js";
import { ask, ignoreLoss } from "../reader/reader.js";
import { state } from "../state.js";
import { text } from "../texts/texts.js";
import { isOpen, openStep } from "./steps.js";

/** The sample as the file that a person would have: the page reads it like any other. */
function sampleFile() {
    const columns = ["created", "coding_level_1", "coding_level_2", "coding_level_3"];
    const lines = sample.feedback_records.map(({ id, content, metadata }) => [id, content, ...columns.map((name) => metadata[name] ?? "")]);
    return new File([csv([["id", "content", ...columns], ...lines])], "sample.csv", { type: "text/csv" });
}

let reading = 0; // number of the last file that was chosen

function show(status, problem = "") {
    $("file-status").textContent = status;
    $("file-problem").textContent = problem;
    $("step-file").setAttribute("aria-busy", String(status !== ""));
}

/** Reads with an action of the worker, and continues with `next` if it finds a table. */
async function read(name, action, values, next) {
    const own = (reading += 1);
    show(text("file.reading", { name }));
    try {
        const table = await ask(action, values);
        if (own !== reading) return; // another file was chosen meanwhile
        state.table = table;
        state.fileName = name;
        if (action === "paste" || values.file) state.source = values.file ?? values.text;
        show("");
        next();
    } catch (failure) {
        if (!(failure instanceof FileProblem)) {
            show("");
            return ignoreLoss(failure);
        }
        if (own !== reading) return;
        if (!isOpen("file")) openStep("file");
        const { key, values: seen } = failure.key === "file.codebook" ? await keepFramework(values.file) ?? failure : failure;
        show("", text(key, { ...seen, name }));
    }
}

/** Keeps a coding framework for the codes of a result. Returns why it cannot be read, or null. */
async function keepFramework(file) {
    try {
        state.framework = { name: file.name, levels: await ask("framework", { file }) };
        return null;
    } catch (failure) {
        if (failure instanceof FileProblem) return failure;
        return ignoreLoss(failure);
    }
}

/** Reads the file again with other options: {encoding, delimiter, sheetName, hasHeader}. */
export const readAgain = (options, next) => read(state.fileName, "open", options, next);

/** Reads a file or a pasted text with the options that it was read with before. Rejects with FileProblem. */
export async function openSource(source, name, options) {
    const isPasted = typeof source === "string";
    if (isPasted) await ask("paste", { text: source });
    state.table = await ask("open", isPasted ? options : { file: source, ...options });
    Object.assign(state, { source, fileName: name });
}

/** Asks for the file again, as the page does not hold it any more. */
export function askForFile() {
    openStep("file");
    show("", text("file.lost"));
}

export function setUpFile(next) {
    const open = (file) => file && read(file.name, "open", { file }, next);
    $("file").addEventListener("change", ({ target }) => {
        open(target.files[0]);
        target.value = ""; // so that the same file can be chosen again
    });
    $("paste-form").addEventListener("submit", (event) => {
        event.preventDefault();
        if ($("pasted").value.trim()) read(text("file.pasted"), "paste", { text: $("pasted").value }, next);
        else show("", text("file.nothingPasted"));
    });
    $("sample").addEventListener("click", () => open(sampleFile()));
    // A file that misses its place must not replace the page.
    for (const type of ["dragover", "drop"]) addEventListener(type, (event) => event.preventDefault());
    const drop = $("drop");
    for (const type of ["dragover", "dragleave", "drop"])
        drop.addEventListener(type, (event) => {
            event.preventDefault();
            drop.classList.toggle("over", type === "dragover");
            if (type === "drop") open(event.dataTransfer.files[0]);
        });
}
