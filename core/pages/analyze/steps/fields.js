// Fields: an input with its label, and a hint that describes it.
import { element } from "../../shared/dom.js";
import { Problem } from "../reader/problems.js";
import { text } from "../texts/texts.js";

const hintOf = (input, hint) => {
    if (!hint) return [];
    const described = [input.getAttribute("aria-describedby"), `${input.id}-hint`].filter(Boolean);
    input.setAttribute("aria-describedby", described.join(" "));
    return [element("p", { class: "hint", id: `${input.id}-hint` }, hint)];
};

export const field = (label, input, hint = "") => element("div", { class: "field" }, element("label", { for: input.id }, label), input, ...hintOf(input, hint));

/** A box with its label beside it. `changed`, if given, receives whether it is checked. */
export function check(id, label, checked, { hint = "", changed = () => {} } = {}) {
    const input = element("input", { id, type: "checkbox", checked });
    input.addEventListener("change", () => changed(input.checked));
    return element("div", { class: "field check" }, input, element("label", { for: id }, label), ...hintOf(input, hint));
}

/** `options`: [[value, title]]. `changed`, if given, receives the value. */
export function select(id, options, value, changed = () => {}) {
    const input = element("select", { id }, ...options.map(([name, title]) => element("option", { value: name, selected: name === value }, title)));
    input.addEventListener("change", () => changed(input.value));
    return input;
}

/** A field for files. `read` gets each one that is chosen, `refuse` the sentence of the Problem that it throws. */
export function fileField(id, label, accept, read, refuse) {
    const input = element("input", { type: "file", id, accept });
    input.addEventListener("change", async () => {
        const [file] = input.files;
        if (!file) return;
        input.value = ""; // so that the same file can be chosen again
        try {
            await read(file);
        } catch (problem) {
            if (!(problem instanceof Problem)) throw problem;
            refuse(text(problem.key, { name: file.name, ...problem.values }));
        }
    });
    return element("span", { class: "line" }, element("label", { for: id }, label), input);
}
