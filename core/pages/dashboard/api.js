// The routes of usage, jobs and limits.
import { json, RequestError, send } from "../shared/api.js";
import { query } from "./periods.js";

async function read(path, signal) {
    const response = await send(path, { signal });
    return { body: await json(response), isSuperuser: response.headers.get("X-Key-Access") === "superuser" };
}

/**
 * The usage that a key can read: `{total, operations, tenants, series, models}`. Each entry of `operations` lists its tenants and vice
 * versa; `tenants` is null unless the key is a superuser key. `series` has an element for each `period`; null if `period` is null or the
 * server has no series. `models` is empty if the server reports none. The first response shows the access of the key, so that no
 * request is refused.
 */
export async function usage(range, period, signal) {
    const { body: own, isSuperuser } = await read(`/v1/usage${query(range, period)}`, signal);
    if (!isSuperuser) return { total: own, tenants: null, operations: own.operations, series: own.series ?? null, models: own.models ?? [] };
    const [{ body: byTenant }, { body: byOperation }] = await Promise.all(
        [["by-tenant", period], ["by-operation", null]].map(([view, series]) => read(`/v1/usage/all/${view}${query(range, series)}`, signal)));
    return {
        total: byTenant.total, tenants: byTenant.tenants, operations: byOperation.operations, series: byTenant.series ?? null,
        models: byTenant.models ?? [],
    };
}

/** The same usage as a CSV file. `grouping`: "hour", "day", "month" or "model" for a row of each; null for a row per tenant and operation. */
export async function usageFile(isSuperuser, range, grouping) {
    const response = await send(`/v1/usage${isSuperuser ? "/all/by-tenant" : ""}${query(range, grouping)}`, { headers: { Accept: "text/csv" } });
    if (!response.headers.get("Content-Type")?.startsWith("text/csv")) throw new RequestError(406, { message: "The server has no CSV." });
    return response.blob();
}

/** The limits of the key's tenant. */
export const limits = async (signal) => (await read("/v1/limits", signal)).body;

/** The queued and running jobs of the key's tenant among its newest 200. */
export async function unfinishedJobs(signal) {
    const { body } = await read("/v1/jobs?limit=200", signal);
    return body.jobs.filter(({ status }) => status === "queued" || status === "running");
}
