// The usage routes. The key goes into one header of requests to this server and nowhere else.
import { query } from "./windows.js";

/** An answer that is no 200. `status` is 0 when there was none at all. */
export class Refused extends Error {
    constructor(status, error = {}) {
        super(error.message ?? "The server did not answer.");
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
 * All that a key may see: `{total, operations, tenants}`. `operations` and `tenants` each tell of every part of the other; `tenants`
 * is null for a key that sees its own tenant only. What a key may see is in the answer that every key gets, so nothing is asked in vain.
 */
export async function usage(key, span, signal) {
    const { body: own, wide } = await read("/v1/usage", key, span, signal);
    if (!wide) return { total: own, tenants: null, operations: own.operations };
    const [{ body: byTenant }, { body: byOperation }] = await Promise.all(
        ["by-tenant", "by-operation"].map((view) => read(`/v1/usage/all/${view}`, key, span, signal)));
    return { total: byTenant.total, tenants: byTenant.tenants, operations: byOperation.operations };
}
