// The report for others and the comparison with an earlier one, on the page.
import { element, table } from "../../shared/dom.js";
import { foreign, hint } from "../result/parts.js";
import { summaryOf } from "../result/two_reports.js";
import { state } from "../state.js";
import { fileField } from "../steps/fields.js";
import { text } from "../texts/texts.js";
import { EditProblem } from "../themes/theme_edits.js";
import { comparisonReport, differenceWords, readSummary, sideTitle, sideWords, verdictOf } from "./comparison_report.js";
import { saveResult } from "./exports.js";
import { allowed } from "./personal.js";
import { fileStem, save } from "./save.js";

const largest = 64 * 1024 * 1024; // bytes of a report with all its records

function comparisonView({ compared, cautions }) {
    const { first, second, rows } = compared;
    return element("div", { class: "report-comparison" }, element("h3", { tabindex: "-1" }, text("compare.title")), element("ul", {}, ...cautions.map((sentence) => element("li", {}, sentence))),
        table(text("compare.title"), [
            { title: text("result.theme"), cell: ({ title }) => foreign(title) },
            ...[first, second].map((summary, at) => ({ title: sideTitle(summary), cell: (row) => sideWords(row, at) })),
            { title: text("result.difference"), cell: differenceWords },
            { title: text("compare.note"), cell: verdictOf },
        ], rows));
}

async function saveComparison(view, earlier) {
    const chosen = await allowed(view, ["themes"]);
    if (chosen) save(`${fileStem(view.fileName)} ${text("compare.title")}`, "html", comparisonReport(earlier, summaryOf(chosen)).html);
}

/** A field for the earlier report; the comparison appears below it. */
function comparisonTools(view, fileButton) {
    const place = element("div", {});
    const problem = element("p", { role: "alert", class: "field-problem" });
    const compare = async (file) => {
        problem.textContent = "";
        place.replaceChildren();
        if (file.size > largest) throw new EditProblem("compare.unreadable");
        const content = await file.text().catch(() => { throw new EditProblem("compare.unreadable"); }); // moved or changed since
        const earlier = readSummary(content, file.name);
        place.append(comparisonView(comparisonReport(earlier, summaryOf(view))), fileButton(text("compare.save"), text("compare.save"), () => saveComparison(view, earlier)));
        place.querySelector("h3").focus();
    };
    return [fileField("earlier-report", text("compare.choose"), ".html,.json", compare, (sentence) => { problem.textContent = sentence; }), problem, place];
}

/** Controls of the report; `fileButton(label, name, make)` as in result/result.js. */
export function reportTools(view, fileButton) {
    const records = view.corpus && element("input", { type: "checkbox", id: "report-records" });
    const name = element("input", { type: "text", id: "report-analyst", maxlength: "120", value: state.analyst, autocomplete: "name" });
    name.addEventListener("input", () => { state.analyst = name.value.trim(); });
    const make = () => saveResult({ ...view, analyst: state.analyst, withRecords: Boolean(records?.checked) }, "html");
    return element("details", { class: "report-tools" }, element("summary", {}, text("report.tools")), hint(text("report.toolsHint")),
        element("p", { class: "line" }, element("label", { for: name.id }, text("report.analyst")), name),
        ...(records ? [element("p", { class: "line" }, records, element("label", { for: records.id }, text("report.withRecords")))] : []),
        element("p", { class: "line" }, fileButton(text("result.export.html"), text("result.export.html"), make)),
        ...(view.answer.themes ? comparisonTools(view, fileButton) : []));
}
