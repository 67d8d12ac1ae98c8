// The view of a result.
import { element } from "../dom.js";

/**
 * Shows an answer in `container`, and replaces what it held. Called again with the same answer if the language changes or if the
 * records become known.
 * - answer: the JSON body of analyze-bulk with detail "themes"
 * - request: the body that was sent, without feedback_records; null if this tab did not send it
 * - records: [{id, content, date, metadata, codes, row}] as read from the file; [] if this tab does not hold the file.
 *   date: "YYYY-MM-DD" or ""; codes: array of labels; metadata: {column: text}; row: number of the row in the file
 * - fileName: the name of the file; "" if unknown
 * - job: the job as in docs/reference/jobs.md#job
 */
export function showResult(container, { answer, request, records, fileName, job }) {
    container.replaceChildren(element("p", {}, answer.analysis));
}
