// Step 3: what the columns hold, a preview, and what is wrong.
import { $, button, element, scrollable, table } from "../../shared/dom.js";
import { count } from "../format.js";
import { fieldsOf } from "../reader/records.js";
import { ask, ignoreLoss } from "../reader/reader.js";
import { delimiters, encodings, roles } from "../reader/rules.js";
import { state } from "../state.js";
import { text } from "../texts/texts.js";
import { check, field, select } from "./fields.js";
import { readAgain } from "./file.js";
import { forgetChoices, keepChoice, keptChoice } from "./kept.js";

let proceed = () => {};
let dates = { certain: true, matters: false }; // about the order of day and month
let origin = "guess"; // of the mapping: or "kept" from an earlier file, or "person"
let isConfirmed = false; // rows that may be read wrongly are accepted
let pending = 0; // actions of the worker whose result is not shown yet

/** Runs an action of the worker. The step cannot be finished meanwhile: it would finish with the result before. */
async function busy(action) {
    const show = (by) => {
        pending += by;
        const done = $("columns-done");
        if (done) done.disabled = pending > 0;
    };
    show(1);
    try {
        await action();
    } catch (failure) {
        ignoreLoss(failure);
    } finally {
        show(-1);
    }
}

const delimiterNames = () => delimiters.map((delimiter) => [delimiter, text(`delimiter.${delimiters.indexOf(delimiter)}`)]);

/** How the file is read: sheet, encoding, separator, header. */
function fileOptions() {
    const { sheets, sheetName, encoding, delimiter, hasHeader } = state.table;
    const current = { sheetName, encoding, delimiter: delimiter ?? "", hasHeader };
    const again = (changes) => busy(() => readAgain({ ...current, ...changes }, showColumns));
    const fields = [check("has-header", text("columns.header"), hasHeader, { changed: (value) => again({ hasHeader: value }) })];
    // Another sheet has its own header.
    if (sheets.length > 1) fields.unshift(field(text("columns.sheet"), select("sheet", sheets.map((name) => [name, name]), sheetName, (value) => again({ sheetName: value, hasHeader: null }))));
    if (encoding) fields.push(field(text("columns.encoding"), select("encoding", encodings.map((name) => [name, name.toUpperCase()]), encoding, (value) => again({ encoding: value }))));
    if (encoding) fields.push(field(text("columns.delimiter"), select("delimiter", delimiterNames(), delimiter, (value) => again({ delimiter: value, hasHeader: null }))));
    return element("details", { class: "options", open: sheets.length > 1 || hasHeader === false }, element("summary", {}, text("columns.fileOptions")), element("div", { class: "fields" }, ...fields));
}

/** Problems by which text can be lost or be in the wrong column. The command ends with them. */
const doubtful = ["quotes", "extraCells", "textLong"];

/** Only text can be in several columns, and codes in three. */
const capacity = { id: 1, date: 1, url: 1, codes: 3 };

async function assignRole(column, role) {
    const chosen = [...state.mapping.roles];
    chosen[column] = role;
    const holders = chosen.flatMap((other, at) => (other === role && at !== column ? [at] : []));
    if (role in capacity && holders.length >= capacity[role]) chosen[holders[0]] = "none";
    state.mapping.roles = chosen;
    origin = "person";
    await busy(async () => {
        if (role === "date") {
            dates = await ask("order", { column });
            state.mapping.order = dates.order;
        }
        await match();
    });
}

/** The name of a column in the request, which can be changed; nothing for those that have none. */
function keyField(name, at) {
    const { roles: chosen } = state.mapping;
    const role = { date: "date", codes: "codes", group: "groups" }[chosen[at]];
    if (!role) return [];
    const fields = [fieldsOf(state.table.names, state.mapping)[role]].flat();
    const input = element("input", { id: `key-${at}`, class: "key", maxlength: "100", spellcheck: "false", dir: "auto", value: fields[chosen.slice(0, at).filter((other) => other === chosen[at]).length],
        "aria-label": text("columns.keyOf", { name }) });
    input.addEventListener("change", () => {
        state.mapping.keys[at] = input.value.trim();
        origin = "person";
        busy(match);
    });
    return [input];
}

function columnRow(name, at) {
    const input = select(`role-${at}`, roles.map((role) => [role, text(`role.${role}`)]), state.mapping.roles[at], (role) => assignRole(at, role));
    input.setAttribute("aria-label", text("columns.roleOf", { name }));
    const examples = state.table.examples[at].map((value) => element("li", { dir: "auto" }, value));
    return element("tr", { "data-role": state.mapping.roles[at] }, element("th", { scope: "row", dir: "auto" }, name), element("td", {}, element("ul", { class: "examples" }, ...examples)), element("td", {}, input, ...keyField(name, at)));
}

function mappingTable() {
    const head = ["columns.column", "columns.examples", "columns.role"].map((key) => element("th", { scope: "col" }, text(key)));
    return element("table", { class: "mapping" }, element("caption", {}, text("columns.roles")), element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...state.table.names.map(columnRow)));
}

const has = (role) => state.mapping.roles.includes(role);

/** Choices that depend on the roles. */
function valueOptions() {
    const { order, separator, apart } = state.mapping;
    const change = (name) => (value) => {
        state.mapping[name] = value;
        origin = "person";
        if (name === "order") dates = { ...dates, certain: true, order: value };
        busy(match);
    };
    const fields = [];
    if (has("date") && dates.matters) fields.push(field(text("columns.order"), select("order", [["dmy", text("order.dmy")], ["mdy", text("order.mdy")]], order, change("order"))));
    if (state.mapping.roles.filter((role) => role === "text").length > 1) fields.push(check("apart", text("columns.apart"), apart, { changed: change("apart") }));
    if (has("codes")) fields.push(field(text("columns.separator"), select("separator", ["", ";", ",", "|"].map((value) => [value, value || text("separator.none")]), separator, change("separator"))));
    return element("div", { class: "fields" }, ...fields, ...(has("date") && dates.matters ? [dateEvidence()] : []));
}

/** Which dates of the column show the order of day and month, or that none does. */
function dateEvidence() {
    const { certain, order, evidence: { of, ...evidence } } = dates;
    return evidence[order] && certain ? element("p", { class: "hint" }, text(`note.${order}`, { count: evidence[order], of }))
        : element("p", { class: "note" }, text("columns.orderUncertain"));
}

function previewTable() {
    const columns = [["id", ({ id }) => id], ["date", ({ date }) => date], ["text", ({ content }) => content], ["codes", ({ codes }) => codes.join(" · ")], ["group", ({ metadata }) => Object.values(metadata).join(" · ")]]
        .filter(([role]) => role === "id" || has(role) || (role === "group" && state.mapping.apart));
    const head = element("tr", {}, ...columns.map(([role]) => element("th", { scope: "col" }, text(`role.${role}`))));
    const rows = state.matched.preview.map((record) => element("tr", {}, ...columns.map(([role, cell]) => element("td", { class: `cell-${role}` }, element("div", { dir: "auto" }, cell(record))))));
    return scrollable(text("columns.preview"), element("table", { class: "preview" }, element("caption", {}, text("columns.preview")), element("thead", {}, head), element("tbody", {}, ...rows)));
}

function problemRows(title, { count: all, rows }) {
    const more = all > rows.length ? [element("p", { class: "hint" }, text("columns.moreRows", { count: all - rows.length }))] : [];
    if (rows.every(({ value }) => !value)) return [element("p", { class: "rows" }, `${text("columns.row")}: ${rows.map(({ row }) => count(row)).join(", ")}`), ...more];
    return [table(title, [{ title: text("columns.row"), cell: ({ row }) => count(row) }, { title: text("columns.value"), cell: ({ value }) => element("div", { dir: "auto" }, value) }], rows), ...more];
}

/** A kind of problem. Its rows are made when it is opened: there can be many. */
function problemEntry(problem) {
    const title = text(`wrong.${problem.kind}`, { count: problem.count });
    const entry = element("details", { class: "problem" }, element("summary", {}, title));
    entry.addEventListener("toggle", () => { if (entry.childElementCount === 1) entry.append(...problemRows(title, problem)); });
    return entry;
}

function problemList() {
    const { problems } = state.matched;
    if (!problems.length) return state.table.notes.some(isLoss) ? "" : element("p", { class: "good" }, text("wrong.none"));
    const confirm = needsConfirmation() ? [check("as-is", text("columns.asIs"), isConfirmed, { changed: (value) => {
        isConfirmed = value;
        $("columns-problem").textContent = "";
    } })] : [];
    return element("div", { class: "problems" }, element("h3", {}, text("columns.wrong")), ...problems.map(problemEntry), ...confirm);
}

/** Whether rows may be read wrongly, or lose text. */
const needsConfirmation = () => state.matched.problems.some(({ kind }) => doubtful.includes(kind));

/** What this browser keeps of the choice, and how to forget it. */
function keptHint() {
    if (origin === "guess") return [];
    const forget = () => {
        forgetChoices();
        showColumns();
    };
    return [element("p", { class: "hint line" }, element("span", {}, text(`columns.origin.${origin}`)), " ", button(text("columns.forget"), forget, { class: "quiet", id: "forget-choices" }))];
}

/** Why the step cannot be finished, or "". */
function obstacle() {
    if (!has("text")) return text("columns.noText");
    return state.matched.summary.count ? "" : text("columns.noRecords");
}

/** A note about what the file has lost already, or the reader leaves out. */
const isLoss = ({ kind }) => ["columnsLeftOut", "lostDigits", "nested"].includes(kind);

/** What the reader found besides records: titles, sums and the like. */
const tableNotes = () => state.table.notes.map((note) => element("p", { class: isLoss(note) ? "note" : "hint" }, text(`note.${note.kind}`, note.values)));

function finish() {
    const problem = obstacle() || (needsConfirmation() && !isConfirmed ? text("columns.confirmRows") : "");
    $("columns-problem").textContent = problem;
    if (problem) return;
    if (origin !== "guess" && state.table.hasHeader) keepChoice(state.table.names, state.mapping);
    proceed();
}

/** Shows the step with the last match. The focus and the opened options stay. */
export function renderColumns() {
    if (!state.matched) return;
    const focus = $("columns").contains(document.activeElement) ? document.activeElement.id : "";
    const isOpened = $("columns").querySelector("details.options")?.open;
    showParts();
    if (isOpened) $("columns").querySelector("details.options").open = true;
    if (focus) $(focus)?.focus();
}

function showParts() {
    const done = button(text("step.continue"), finish, { class: "primary", id: "columns-done", disabled: pending > 0 });
    const { summary } = state.matched;
    $("columns").replaceChildren(
        element("p", {}, text("columns.intro")), ...tableNotes(), fileOptions(), scrollable(text("columns.roles"), mappingTable()), element("p", { class: "hint" }, text("columns.keyHint")), valueOptions(),
        element("h3", {}, text("columns.preview")), element("p", { role: "status", id: "columns-status" }, text("columns.count", { count: summary.count, dated: summary.dated })),
        previewTable(), problemList(), ...keptHint(), element("p", { id: "columns-problem", class: "field-problem", role: "alert" }, obstacle()), element("p", { class: "line" }, done));
}

async function match() {
    if (state.mapping.roles.filter((role) => role === "text").length < 2) state.mapping.apart = false;
    state.matched = await ask("match", { mapping: state.mapping });
    state.selection = state.matched.summary;
    renderColumns();
}

/** Shows the table that was read, with guessed roles. */
export async function showColumns() {
    const { names, roles: guessed, order, separator, certain, matters, evidence } = state.table;
    const kept = state.table.hasHeader ? keptChoice(names) : null; // other names are made up
    origin = kept ? "kept" : "guess";
    isConfirmed = false;
    state.mapping = { roles: guessed, order, separator, keys: [], apart: false, ...kept };
    state.matched = null;
    dates = { certain, matters, order, evidence };
    await busy(async () => {
        const column = state.mapping.roles.indexOf("date");
        if (kept && column >= 0 && guessed[column] !== "date") {
            dates = await ask("order", { column });
            state.mapping.order = dates.order;
        }
        await match();
    });
}

/** What a person chose in this step, to choose it again. */
export const columnsChoice = () => ({ mapping: state.mapping, origin, isConfirmed });

/** Matches the table that was read with an earlier choice. */
export async function restoreColumns(choice) {
    const { certain, matters, order, evidence } = state.table;
    state.mapping = choice.mapping;
    const column = state.mapping.roles.indexOf("date");
    dates = column < 0 ? { certain, matters, order, evidence } : await ask("order", { column });
    if (state.mapping.order !== dates.order) dates = { ...dates, certain: true, order: state.mapping.order };
    [origin, isConfirmed] = [choice.origin, choice.isConfirmed];
    await match();
}

/** `next` runs when the person has confirmed the columns. */
export function setUpColumns(next) {
    proceed = next;
}
