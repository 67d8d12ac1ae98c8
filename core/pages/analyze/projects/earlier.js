// Earlier jobs of the tenant. The server lists no content: a question is known only where this browser asked it and keeps it.
import { button, element, table } from "../../shared/dom.js";
import { json, RequestError, send } from "../../shared/api.js";
import { foreign, hint } from "../result/parts.js";
import { describeProblem } from "../steps/problems.js";
import { locale, text } from "../texts/texts.js";

const pageSize = 20;

export const when = (time) => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

const page = async (cursor) => json(await send(`/v1/jobs?limit=${pageSize}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`));

const canOpen = ({ operation, status }) => operation === "analyze_bulk" && ["queued", "running", "succeeded"].includes(status);

/**
 * Shows the jobs in `place`, the newest first. `questions`: a Map of job id to question. `open(id)` shows the answer of an analysis;
 * `refuse(failure)` handles a key that is refused.
 */
export async function showEarlier(place, { questions, open, refuse }) {
    const jobs = [];
    const columns = [
        { title: text("earlier.created"), class: "when", cell: ({ created }) => when(created) },
        { title: text("question.title"), cell: ({ job_id: id }) => (questions.has(id) ? foreign(questions.get(id)) : element("span", { class: "muted" }, text("earlier.unknown"))) },
        { title: text("earlier.operation"), cell: ({ operation }) => element("code", {}, operation) },
        { title: text("earlier.status"), cell: ({ status }) => text(`earlier.${status}`) },
        { title: text("earlier.expires"), cell: ({ expires }) => (expires ? when(expires) : "–"), class: "when" },
        { title: text("result.answer"), cell: (job) => (canOpen(job) ? button(text("kept.openIt"), () => open(job.job_id), { class: "small-button", "aria-label": `${text("kept.openIt")}: ${when(job.created)}` }) : "") },
    ];
    const more = async (cursor) => {
        const { jobs: next, next_cursor: following } = await page(cursor);
        jobs.push(...next);
        place.replaceChildren(...(jobs.length ? [table(text("earlier.title"), columns, jobs)] : [hint(text("earlier.none"))]),
            ...(following ? [element("p", { class: "line" }, button(text("earlier.more"), () => attempt(following), { class: "small-button" }))] : []));
    };
    const attempt = async (cursor) => {
        try {
            await more(cursor);
        } catch (failure) {
            if (!(failure instanceof RequestError)) throw failure;
            if (failure.status === 401) return refuse(failure);
            place.append(element("p", { role: "alert", class: "field-problem" }, describeProblem(failure)));
        }
    };
    await attempt(null);
}
