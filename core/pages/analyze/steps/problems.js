// Failures of requests in the words of the page.
import { RequestError } from "../../shared/api.js";
import { Problem } from "../reader/problems.js";
import { text } from "../texts/texts.js";

// The error of a job comes with status 200.
const byStatus = { 0: "problem.unreachable", 200: "job.failed", 401: "key.refused", 403: "problem.forbidden", 413: "problem.tooLarge", 429: "problem.limit", 503: "problem.overloaded" };

const most = 3; // fields of a failure
const recordIndex = /^feedback_records\[(\d+)\]/;

/** Adds the rows of the file to the fields of a failure that name a record. `rowsOf`: the rows of records by their indexes. */
export async function addRows(failure, rowsOf) {
    const named = failure.fields.slice(0, most).filter(({ field }) => recordIndex.test(field));
    if (!named.length) return;
    const rows = await rowsOf(named.map(({ field }) => Number(recordIndex.exec(field)[1])));
    named.forEach((entry, at) => { entry.row = rows[at]; });
}

/** A sentence that says what failed and what to do, with the words of the server, which are English. */
export function describeProblem(failure) {
    if (failure instanceof Problem) return text(failure.key, failure.values);
    if (!(failure instanceof RequestError)) return text("problem.page");
    if (failure.code === "cancelled") return text("job.cancelled");
    if (failure.code === "translation_unavailable") return text("translate.unavailable");
    const own = failure.isExpired ? text("key.expired") : byStatus[failure.status] ? text(byStatus[failure.status]) : text("problem.refused", { status: String(failure.status) });
    const fields = failure.fields.slice(0, most).map(({ field, issue, row }) => `${row ? field.replace(recordIndex, text("problem.row", { row })) : field}: ${issue}`);
    const said = [failure.status === 401 ? "" : failure.message, ...fields].filter(Boolean).join(" ");
    const id = failure.requestId ? text("problem.request", { id: failure.requestId }) : "";
    return [own, said && text("problem.said", { words: said }), id].filter(Boolean).join(" ");
}
