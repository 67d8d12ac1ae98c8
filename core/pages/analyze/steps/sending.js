// An analysis whose request was under way when the tab was reloaded. The server may have accepted it, but the page lost its id with
// the answer. Only the time is stored: the tab keeps no content.
import { json, RequestError, send } from "../../shared/api.js";

const name = "sending";
const tolerance = 5_000; // ms

export const noteSending = () => sessionStorage.setItem(name, String(Date.now()));
export const forgetSending = () => sessionStorage.removeItem(name);

/** The newest analysis of the tenant that is not older than the request: its job, or null. Clocks are not compared, only ages. */
export async function findSent() {
    const since = Number(sessionStorage.getItem(name));
    forgetSending();
    if (!since) return null;
    const age = Date.now() - since;
    try {
        const response = await send("/v1/jobs?limit=50");
        const now = Date.parse(response.headers.get("Date"));
        const { jobs } = await json(response);
        return jobs.find(({ operation, created }) => operation === "analyze_bulk" && now - Date.parse(created) <= age + tolerance) ?? null;
    } catch (failure) {
        if (failure instanceof RequestError) return null; // the person can start again
        throw failure;
    }
}
