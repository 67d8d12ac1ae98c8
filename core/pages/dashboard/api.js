// The usage routes. The key is sent in one header to this server only.
import { query } from "./windows.js";

/** A response other than 200. `status` is 0 without a response. */
export class Refused extends Error {
    constructor(status, error = {}) {
        super(error.message ?? "The server did not respond.");
        this.status = status;
        this.code = error.code;
        this.requestId = error.request_id;
        this.fields = error.fields ?? [];
    }
}

async function read(path, key, span, signal) {
    let answer;
    try {
        answer = await fetch(path + query(span), {
            headers: { Authorization: `Bearer ${key}` },
            cache: "no-store",
            credentials: "omit",
            signal,
        });
    } catch (failure) {
        if (failure.name === "AbortError") throw failure;
        throw new Refused(0);
    }
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Refused(answer.status, body.error);
    return { body, wide: answer.headers.get("X-Key-Access") === "superuser" };
}

/**
 * Everything that a key may read: `{total, operations, tenants}`. Each entry of `operations` lists its tenants and vice versa;
 * `tenants` is null for a key of one tenant. The first response shows the key's access, so that no request is refused.
 */
export async function usage(key, span, signal) {
    const { body: own, wide } = await read("/v1/usage", key, span, signal);
    if (!wide) return { total: own, tenants: null, operations: own.operations };
    const [{ body: byTenant }, { body: byOperation }] = await Promise.all(
        ["by-tenant", "by-operation"].map((view) => read(`/v1/usage/all/${view}`, key, span, signal)));
    return { total: byTenant.total, tenants: byTenant.tenants, operations: byOperation.operations };
}
