// Step 4: a question, and how it is answered.
import { $, button, element } from "../../shared/dom.js";
import { count } from "../format.js";
import { ignoreLoss } from "../reader/reader.js";
import { autoMode } from "../reader/records.js";
import { state } from "../state.js";
import { language, languages, text } from "../texts/texts.js";
import { listInput } from "../themes/codebook_tools.js";
import { requestThemes } from "../themes/theme_edits.js";
import { chosenDimensions, dimensionFields } from "./dimensions.js";
import { check, field, select } from "./fields.js";
import { filterFields, selected } from "./filters.js";

const presets = ["main", "change", "shortages", "praise", "conduct", "questions"];
const maxQuestion = 4000;
const maxGroups = 5;

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

const fewToCompare = 100; // of fewer records most counts of two halves are below MIN_CELL, which would hide those over time

function presetButtons() {
    const buttons = presets.map((name) => {
        const words = text(`preset.${name}`);
        return button(words, () => {
            $("prompt").value = words;
            $("prompt").focus();
        }, { class: "preset" });
    });
    return element("div", { class: "presets", role: "group", "aria-label": text("question.presets") }, ...buttons);
}

function windowFields(windows, values) {
    const input = (id, value) => field(text(id.startsWith("from") ? "question.from" : "question.to"), element("input", { id, type: "date", value }));
    const [first, second] = windows;
    const group = (title, ...fields) => element("fieldset", { class: "window" }, element("legend", {}, text(title)), ...fields);
    return element("div", { id: "windows", class: "fields" },
        group("question.firstPeriod", input("from1", values.from1 ?? first.from), input("to1", values.to1 ?? first.to)),
        group("question.secondPeriod", input("from2", values.from2 ?? second.from), input("to2", values.to2 ?? second.to)));
}

/** Groups of the chosen records of which two values can be compared. */
const comparable = () => state.selection.groups.filter(({ top }) => top.length > 1);

/** Two values of a column, by default the most frequent ones. */
function valueFields(name, values) {
    const { top } = comparable().find((group) => group.name === name);
    const known = (value, otherwise) => (top.some((entry) => entry.value === value) ? value : otherwise);
    const options = top.map(({ value, count: own }) => [value, text("filter.option", { value, shown: count(own) })]);
    return element("div", { class: "fields" },
        field(text("question.firstValue"), select("compare-first", options, known(values["compare-first"], top[0].value))),
        field(text("question.secondValue"), select("compare-second", options, known(values["compare-second"], top[1].value))));
}

/** What is compared: nothing, two periods ("windows"), or two values of a group ("key:" and its name). */
function comparison(windows, values) {
    const options = [["", text("question.compareNone")], ...(windows ? [["windows", text("question.comparePeriods")]] : []),
        ...comparable().map(({ name }) => [`key:${name}`, text("question.compareKey", { name })])];
    if (options.length === 1) return [];
    const usual = windows && state.selection.count >= fewToCompare ? "windows" : "";
    const input = select("compare", options, options.some(([name]) => name === values.compare) ? values.compare : usual);
    const place = element("div", {});
    const show = () => place.replaceChildren(...(input.value === "windows" ? [windowFields(windows, values)] : input.value ? [valueFields(input.value.slice("key:".length), values)] : []));
    input.addEventListener("change", show);
    show();
    return [field(text("question.compare"), input, text("question.compareHint")), place];
}

/** Columns with few values, by which the counts are split. */
const breakdownColumns = () => state.selection.groups.filter(({ values }) => values > 1 && values <= 200).slice(0, maxGroups).map(({ name }) => name);

/** The other columns of groups. */
function leftColumns() {
    const split = breakdownColumns();
    return state.selection.groups.filter(({ name, values: found }) => found && !split.includes(name)).map(({ name }) => name);
}

const languageOptions = () => [["", text("question.serverLanguage")], ...Object.entries(languages)];
const modeOptions = () => ["auto", "single_pass", "hierarchical"].map((name) => [name, text(`mode.${name}`)]);
const periodOptions = () => ["day", "week", "month"].map((name) => [name, text(`period.${name}`)]);

/** What the form holds now, by id of the field; {} before it is shown. */
function values() {
    const inputs = [...$("question-form").querySelectorAll("input, select, textarea")];
    return Object.fromEntries(inputs.map((input) => [input.id, input.type === "checkbox" ? input.checked : input.value]));
}

export { values as questionValues };

let restored = {}; // what the form held before

/** Shows the form with what questionValues() returned before. */
export function restoreQuestion(earlier) {
    restored = earlier;
    renderQuestion();
    restored = {};
}

/** The list of themes to count in place of new ones, if the person has one. */
function codebookFields(now) {
    const status = element("p", { id: "question-codebook-status", role: "status" });
    const problem = element("p", { id: "question-codebook-problem", class: "field-problem", role: "alert" });
    const more = check("question-induce-more", text("edit.induceMore"), now["question-induce-more"] ?? false);
    const show = (sentence = "") => {
        const { codebook } = state;
        status.textContent = codebook ? text("codebook.used", { name: codebook.name, count: codebook.themes.length }) : "";
        problem.textContent = sentence;
        drop.hidden = more.hidden = !codebook;
    };
    const use = (codebook) => {
        state.codebook = codebook;
        show();
    };
    const input = listInput("question-codebook", text("codebook.use"), (themes, name) => use({ themes, name }), show);
    const drop = button(text("codebook.drop"), () => {
        use(null);
        input.querySelector("input").focus();
    }, { class: "small-button" });
    show();
    return element("div", { class: "field" }, input, problem, status, more, element("p", { class: "line" }, drop));
}

function moreOptions(now) {
    const fields = [
        field(text("question.mode"), select("mode", modeOptions(), now.mode ?? "auto")),
        field(text("question.maxThemes"), element("input", { id: "max-themes", type: "number", min: "2", max: "40", value: now["max-themes"] ?? "" })),
    ];
    return element("details", { class: "options", open: (now.mode ?? "auto") !== "auto" || state.codebook !== null }, element("summary", {}, text("question.more")), element("div", { class: "fields" }, ...fields), codebookFields(now));
}

/** What depends on the records that are chosen: the comparison and the columns by which counts are split. */
function dependentFields(now) {
    const [groups, left] = [breakdownColumns(), leftColumns()];
    return [
        ...comparison(halves(state.selection), now),
        ...(groups.length ? [element("p", { class: "hint" }, text("question.groups", { names: groups.join(", ") }))] : []),
        ...(left.length ? [element("p", { class: "hint" }, text("question.groupsLeft", { names: left.join(", ") }))] : []),
    ];
}

/** Other records have other halves of their time. */
function renderDependent() {
    const { from1, to1, from2, to2, ...now } = values();
    $("dependent").replaceChildren(...dependentFields(now));
}

/** Shows the form for the matched records. Keeps what was entered, except what depends on the dates of other records. */
export function renderQuestion({ keepDates = true } = {}) {
    if (!state.matched) return;
    const now = { ...values(), ...restored };
    if (!keepDates) for (const name of ["period", "from1", "to1", "from2", "to2", ...(now.compare?.startsWith("key:") ? [] : ["compare"])]) delete now[name];
    const { selection: summary } = state;
    const prompt = element("textarea", { id: "prompt", rows: "3", maxlength: String(maxQuestion), "aria-describedby": "question-problem", dir: "auto" });
    prompt.value = now.prompt ?? "";
    $("question-form").replaceChildren(
        field(text("question.label"), prompt), presetButtons(),
        element("p", { id: "question-problem", class: "field-problem", role: "alert" }),
        element("div", { class: "fields" },
            field(text("question.answerIn"), select("output-language", languageOptions(), now["output-language"] ?? language())),
            ...(summary.dated ? [field(text("question.period"), select("period", periodOptions(), now.period ?? fittingPeriod(summary)))] : [])),
        ...filterFields(renderDependent),
        element("div", { id: "dependent" }, ...dependentFields(now)),
        check("anonymize", text("question.anonymize"), now.anonymize ?? true, { hint: text("question.anonymizeHint") }),
        ...(state.mapping.roles.includes("url") ? [field(text("question.crm"), element("input", { id: "crm", type: "url", maxlength: "2048", dir: "ltr", placeholder: "https://", value: now.crm ?? "" }), text("question.crmHint"))] : []),
        dimensionFields(now), moreOptions(now), element("p", { class: "line" }, element("button", { type: "submit", class: "primary" }, text("step.continue"))));
}

function chosenWindows(now) {
    const windows = [{ from: now.from1, to: now.to1 }, { from: now.from2, to: now.to2 }];
    const valid = windows.every(({ from, to }) => from && to && from <= to) && (windows[0].to < windows[1].from || windows[1].to < windows[0].from);
    if (!valid) throw new Error(text("question.badWindows"));
    return { windows };
}

function chosenComparison(now) {
    if (now.compare === "windows") return chosenWindows(now);
    const values = [now["compare-first"], now["compare-second"]];
    if (values[0] === values[1]) throw new Error(text("question.sameValues"));
    return { key: now.compare.slice("key:".length), values };
}

function crmAddress(address) {
    if (!/^https?:\/\/[^\s/]/i.test(address.trim())) throw new Error(text("question.badCrm"));
    return address.trim();
}

const chosenMode = (mode) => (mode === "auto" ? autoMode(state.selection) : mode);

/**
 * Continues in mode `hierarchical` if the server has too little room for `single_pass` and the person did not choose it: changes
 * `state.request`. Returns whether the request can be sent again. docs/reference/operations/analyze-bulk.md#choice-of-the-mode
 */
export function usesOtherMode({ code }) {
    if (code !== "payload_too_large" || !state.isAuto || state.request?.mode !== "single_pass") return false;
    state.request = { ...state.request, mode: "hierarchical" };
    return true;
}

/** The body of the request without records. Throws an Error with a sentence for the person. */
function makeRequest() {
    const now = values();
    const maxThemes = now["max-themes"] ? Number(now["max-themes"]) : null;
    if (!state.selection.count) throw new Error(text("filter.noRecords"));
    if (!now.prompt.trim()) throw new Error(text("question.empty"));
    state.isAuto = now.mode === "auto";
    if (maxThemes !== null && (!Number.isInteger(maxThemes) || maxThemes < 2 || maxThemes > 40)) throw new Error(text("question.badThemes"));
    const request = { prompt: now.prompt.trim(), detail: "themes", mode: chosenMode(now.mode), anonymize: now.anonymize, max_themes: maxThemes, trend_tests: true, explain: true, record_map: true };
    if (now["output-language"]) request.output_language = now["output-language"];
    if (now.period) request.period = now.period;
    if (now.compare) request.compare = chosenComparison(now);
    if (state.codebook) Object.assign(request, { themes: requestThemes(state.codebook.themes), induce_more: now["question-induce-more"] });
    Object.assign(request, chosenDimensions(now));
    const groups = breakdownColumns();
    if (groups.length) request.breakdown_by = groups;
    if (now.crm) request.crm_feedback_base_url = crmAddress(now.crm);
    return request;
}

/** `next` runs with a valid question in `state.request`. */
export function setUpQuestion(next) {
    $("question-form").addEventListener("submit", async (event) => {
        event.preventDefault();
        await selected().catch(ignoreLoss);
        if (!state.matched) return; // the worker has ended
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
