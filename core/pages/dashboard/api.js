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
    return body;
}

/**
 * All that a key may see: `{total, operations, tenants}`. `operations` and `tenants` each tell of every part of the other; `tenants`
 * is null for a key that sees its own tenant only. `ordinary`: it is known to be such a key, so that nothing is asked in vain.
 */
export async function usage(key, span, { ordinary = false, signal } = {}) {
    if (!ordinary) {
        try {
            const [byTenant, byOperation] = await Promise.all([
                read("/v1/usage/all/by-tenant", key, span, signal),
                read("/v1/usage/all/by-operation", key, span, signal),
            ]);
            return { total: byTenant.total, tenants: byTenant.tenants, operations: byOperation.operations };
        } catch (failure) {
            if (failure.status !== 403) throw failure;
        }
    }
    const own = await read("/v1/usage", key, span, signal);
    return { total: own, tenants: null, operations: own.operations };
}
