// The routes of usage, jobs and limits. The key is sent only to this server, in a header.
import { isExpired } from "../shared/stored_key.js";
import { query } from "./windows.js";

/** A response other than 200. `status` is 0 without a response. */
export class RequestError extends Error {
    constructor(status, error = {}, wasValid = false) {
        super(error.message ?? "The server did not respond.");
        this.status = status;
        this.code = error.code;
        this.requestId = error.request_id;
        this.fields = error.fields ?? [];
        this.isExpired = wasValid; // the key was valid once
    }
}

/** A response of status 200. `type`: the media type wanted. */
async function request(path, key, signal, type = "application/json") {
    let response;
    try {
        response = await fetch(path, {
            headers: { Authorization: `Bearer ${key}`, Accept: type },
            cache: "no-store",
            credentials: "omit",
            signal,
        });
    } catch (failure) {
        if (failure.name === "AbortError") throw failure;
        throw new RequestError(0);
    }
    if (!response.ok) throw new RequestError(response.status, (await response.json().catch(() => ({}))).error, isExpired(response));
    return response;
}

async function read(path, key, signal) {
    const response = await request(path, key, signal);
    return { body: await response.json().catch(() => ({})), isSuperuser: response.headers.get("X-Key-Access") === "superuser" };
}

/**
 * The usage that a key can read: `{total, operations, tenants, series, models}`. Each entry of `operations` lists its tenants and vice
 * versa; `tenants` is null unless the key is a superuser key. `series` has an element for each `period`; null if `period` is null or the
 * server has no series. `models` is empty if the server reports none. The first response shows the access of the key, so that no
 * request is refused.
 */
export async function usage(key, range, period, signal) {
    const { body: own, isSuperuser } = await read(`/v1/usage${query(range, period)}`, key, signal);
    if (!isSuperuser) return { total: own, tenants: null, operations: own.operations, series: own.series ?? null, models: own.models ?? [] };
    const [{ body: byTenant }, { body: byOperation }] = await Promise.all(
        [["by-tenant", period], ["by-operation", null]].map(([view, series]) => read(`/v1/usage/all/${view}${query(range, series)}`, key, signal)));
    return {
        total: byTenant.total, tenants: byTenant.tenants, operations: byOperation.operations, series: byTenant.series ?? null,
        models: byTenant.models ?? [],
    };
}

/** The same usage as a CSV file. `grouping`: "hour", "day", "month" or "model" for a row of each; null for a row per tenant and operation. */
export async function usageFile(key, isSuperuser, range, grouping) {
    const response = await request(`/v1/usage${isSuperuser ? "/all/by-tenant" : ""}${query(range, grouping)}`, key, null, "text/csv");
    if (!response.headers.get("Content-Type")?.startsWith("text/csv")) throw new RequestError(406, { message: "The server has no CSV." });
    return response.blob();
}

/** The limits of the key's tenant. */
export const limits = async (key, signal) => (await read("/v1/limits", key, signal)).body;

/** The queued and running jobs of the key's tenant among its newest 200. */
export async function unfinishedJobs(key, signal) {
    const { body } = await read("/v1/jobs?limit=200", key, signal);
    return body.jobs.filter(({ status }) => status === "queued" || status === "running");
}
