// The routes of usage and jobs. The key is sent only to this server, in a header.
import { query } from "./windows.js";

/** A response other than 200. `status` is 0 without a response. */
export class RequestError extends Error {
    constructor(status, error = {}) {
        super(error.message ?? "The server did not respond.");
        this.status = status;
        this.code = error.code;
        this.requestId = error.request_id;
        this.fields = error.fields ?? [];
    }
}

async function read(path, key, signal) {
    let response;
    try {
        response = await fetch(path, {
            headers: { Authorization: `Bearer ${key}` },
            cache: "no-store",
            credentials: "omit",
            signal,
        });
    } catch (failure) {
        if (failure.name === "AbortError") throw failure;
        throw new RequestError(0);
    }
    const body = await response.json().catch(() => ({}));
    if (!response.ok) throw new RequestError(response.status, body.error);
    return { body, isSuperuser: response.headers.get("X-Key-Access") === "superuser" };
}

/**
 * The usage that a key can read: `{total, operations, tenants}`. Each entry of `operations` lists its tenants and vice versa;
 * `tenants` is null unless the key is a superuser key. The first response shows the access of the key, so that no request is refused.
 */
export async function usage(key, range, signal) {
    const { body: own, isSuperuser } = await read(`/v1/usage${query(range)}`, key, signal);
    if (!isSuperuser) return { total: own, tenants: null, operations: own.operations };
    const [{ body: byTenant }, { body: byOperation }] = await Promise.all(
        ["by-tenant", "by-operation"].map((view) => read(`/v1/usage/all/${view}${query(range)}`, key, signal)));
    return { total: byTenant.total, tenants: byTenant.tenants, operations: byOperation.operations };
}

/** The queued and running jobs of the key's tenant among its newest 200. */
export async function unfinishedJobs(key, signal) {
    const { body } = await read("/v1/jobs?limit=200", key, signal);
    return body.jobs.filter(({ status }) => status === "queued" || status === "running");
}
