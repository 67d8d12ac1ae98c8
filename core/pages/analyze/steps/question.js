// Step 4: a question, and how it is answered.
import { $, element } from "../../shared/dom.js";
import { state } from "../state.js";
import { language, languages, text } from "../texts/texts.js";

const presets = ["main", "change", "shortages", "praise", "conduct", "questions"];
const maxQuestion = 4000;
const maxGroups = 5;
/** Characters of all records that are read in one piece by default; about 20,000 tokens. */
const singlePass = 60_000;

const day = 86_400_000;
const days = (first, last) => (Date.parse(last) - Date.parse(first)) / day;
const shifted = (date, by) => new Date(Date.parse(date) + by * day).toISOString().slice(0, 10);

/** About 4 to 26 periods. */
function fittingPeriod({ first, last }) {
    if (!first) return "week";
    const span = days(first, last);
    return span <= 21 ? "day" : span <= 190 ? "week" : "month";
}

/** Two halves of the time that the records span, or null if they have one day or none. */
function halves({ first, last }) {
    if (!first || first === last) return null;
    const end = shifted(first, Math.floor(days(first, last) / 2));
    return [{ from: first, to: end }, { from: shifted(end, 1), to: last }];
}

const field = (label, input, hint = null) => element("div", { class: "field" }, element("label", { for: input.id }, label), input, ...(hint ? [element("p", { class: "hint" }, hint)] : []));
const choice = (id, options, value) => element("select", { id }, ...options.map(([name, title]) => element("option", { value: name, selected: name === value }, title)));

function check(id, label, checked, hint = "") {
    const described = hint ? { "aria-describedby": `${id}-hint` } : {};
    return element("div", { class: "field check" }, element("input", { id, type: "checkbox", checked, ...described }), element("label", { for: id }, label), ...(hint ? [element("p", { class: "hint", id: `${id}-hint` }, hint)] : []));
}

function presetButtons() {
    const buttons = presets.map((name) => {
        const button = element("button", { type: "button", class: "preset" }, text(`preset.${name}`));
        button.addEventListener("click", () => {
            $("prompt").value = text(`preset.${name}`);
            $("prompt").focus();
        });
        return button;
    });
    return element("div", { class: "presets", role: "group", "aria-label": text("question.presets") }, ...buttons);
}

function windowFields(windows, values) {
    const input = (id, value) => field(text(`question.${id}`), element("input", { id, type: "date", value }));
    const [first, second] = windows;
    const group = (title, ...fields) => element("fieldset", { class: "window" }, element("legend", {}, text(title)), ...fields);
    return element("div", { id: "windows", class: "fields" },
        group("question.firstPeriod", input("from1", values.from1 ?? first.from), input("to1", values.to1 ?? first.to)),
        group("question.secondPeriod", input("from2", values.from2 ?? second.from), input("to2", values.to2 ?? second.to)));
}

function comparison(windows, values) {
    if (!windows) return [];
    const box = check("compare", text("question.compare"), values.compare ?? true, text("question.compareHint"));
    const fields = windowFields(windows, values);
    const input = box.querySelector("input");
    fields.hidden = !input.checked;
    input.addEventListener("change", () => { fields.hidden = !input.checked; });
    return [box, fields];
}

/** Columns with few values, by which the counts are split. */
const breakdownColumns = () => state.matched.summary.groups.filter(({ values }) => values > 1 && values <= 200).slice(0, maxGroups).map(({ name }) => name);

/** The other columns of groups. */
function leftColumns() {
    const split = breakdownColumns();
    return state.matched.summary.groups.map(({ name }) => name).filter((name) => !split.includes(name));
}

const languageOptions = () => [["", text("question.serverLanguage")], ...Object.entries(languages)];
const modeOptions = () => ["auto", "single_pass", "hierarchical"].map((name) => [name, text(`mode.${name}`)]);
const periodOptions = () => ["day", "week", "month"].map((name) => [name, text(`period.${name}`)]);

/** What the form holds now, by id of the field; {} before it is shown. */
function values() {
    const inputs = [...$("question-form").querySelectorAll("input, select, textarea")];
    return Object.fromEntries(inputs.map((input) => [input.id, input.type === "checkbox" ? input.checked : input.value]));
}

function moreOptions(now) {
    const fields = [
        field(text("question.mode"), choice("mode", modeOptions(), now.mode ?? "auto")),
        field(text("question.maxThemes"), element("input", { id: "max-themes", type: "number", min: "2", max: "40", value: now["max-themes"] ?? "12" })),
    ];
    return element("details", { class: "options", open: (now.mode ?? "auto") !== "auto" }, element("summary", {}, text("question.more")), element("div", { class: "fields" }, ...fields));
}

/** Shows the form for the matched records. Keeps what was entered, except what depends on the dates of other records. */
export function renderQuestion({ keepDates = true } = {}) {
    if (!state.matched) return;
    const now = values();
    if (!keepDates) for (const name of ["period", "compare", "from1", "to1", "from2", "to2"]) delete now[name];
    const { summary } = state.matched;
    const prompt = element("textarea", { id: "prompt", rows: "3", maxlength: String(maxQuestion), "aria-describedby": "question-problem", dir: "auto" });
    prompt.value = now.prompt ?? "";
    const [groups, left] = [breakdownColumns(), leftColumns()];
    $("question-form").replaceChildren(
        field(text("question.label"), prompt), presetButtons(),
        element("p", { id: "question-problem", class: "field-problem", role: "alert" }),
        element("div", { class: "fields" },
            field(text("question.answerIn"), choice("output-language", languageOptions(), now["output-language"] ?? language())),
            ...(summary.dated ? [field(text("question.period"), choice("period", periodOptions(), now.period ?? fittingPeriod(summary)))] : [])),
        ...comparison(halves(summary), now),
        check("anonymize", text("question.anonymize"), now.anonymize ?? true, text("question.anonymizeHint")),
        ...(groups.length ? [element("p", { class: "hint" }, text("question.groups", { names: groups.join(", ") }))] : []),
        ...(left.length ? [element("p", { class: "hint" }, text("question.groupsLeft", { names: left.join(", ") }))] : []),
        ...(state.mapping.roles.includes("url") ? [field(text("question.crm"), element("input", { id: "crm", type: "url", maxlength: "2048", dir: "ltr", placeholder: "https://", value: now.crm ?? "" }), text("question.crmHint"))] : []),
        moreOptions(now), element("p", { class: "line" }, element("button", { type: "submit", class: "primary" }, text("step.continue"))));
}

function chosenWindows(now) {
    const windows = [{ from: now.from1, to: now.to1 }, { from: now.from2, to: now.to2 }];
    const valid = windows.every(({ from, to }) => from && to && from <= to) && (windows[0].to < windows[1].from || windows[1].to < windows[0].from);
    if (!valid) throw new Error(text("question.badWindows"));
    return { windows };
}

function crmAddress(address) {
    if (!/^https?:\/\/[^\s/]/i.test(address.trim())) throw new Error(text("question.badCrm"));
    return address.trim();
}

const chosenMode = (mode) => (mode !== "auto" ? mode : state.matched.summary.characters <= singlePass ? "single_pass" : "hierarchical");

/** The body of the request without records. Throws an Error with a sentence for the person. */
function makeRequest() {
    const now = values();
    const maxThemes = Number(now["max-themes"]);
    if (!now.prompt.trim()) throw new Error(text("question.empty"));
    if (!Number.isInteger(maxThemes) || maxThemes < 2 || maxThemes > 40) throw new Error(text("question.badThemes"));
    const request = { prompt: now.prompt.trim(), detail: "themes", mode: chosenMode(now.mode), anonymize: now.anonymize, max_themes: maxThemes, trend_tests: true, explain: true };
    if (now["output-language"]) request.output_language = now["output-language"];
    if (now.period) request.period = now.period;
    if (now.compare) request.compare = chosenWindows(now);
    const groups = breakdownColumns();
    if (groups.length) request.breakdown_by = groups;
    if (now.crm) request.crm_feedback_base_url = crmAddress(now.crm);
    return request;
}

/** `next` runs with a valid question in `state.request`. */
export function setUpQuestion(next) {
    $("question-form").addEventListener("submit", (event) => {
        event.preventDefault();
        try {
            state.request = makeRequest();
        } catch (problem) {
            $("question-problem").textContent = problem.message;
            return $("prompt").focus();
        }
        $("question-problem").textContent = "";
        next();
    });
}
