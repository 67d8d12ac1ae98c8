// Requests of the pages with the stored key, which is sent only to this server, in a header.
import { isExpired, storedKey } from "./stored_key.js";

/** A response that is no success. `status` is 0 without a response, `retryAfter` in seconds. */
export class RequestError extends Error {
    constructor(status, error = {}, { retryAfter = null, isExpired: wasValid = false } = {}) {
        super(error.message ?? "");
        this.status = status;
        this.isExpired = wasValid; // the key was valid once
        this.code = error.code ?? "";
        this.requestId = error.request_id ?? "";
        this.fields = error.fields ?? [];
        this.retryAfter = retryAfter;
    }
}

async function refuse(response) {
    const body = await response.json().catch(() => ({}));
    const seconds = Number(response.headers.get("Retry-After"));
    throw new RequestError(response.status, body.error, { retryAfter: seconds || null, isExpired: isExpired(response) });
}

/** Sends a request with the stored key. Throws RequestError, or an AbortError. */
export async function send(path, { headers = {}, ...options } = {}) {
    let response;
    try {
        response = await fetch(path, {
            headers: { Authorization: `Bearer ${storedKey.value}`, ...headers }, cache: "no-store", credentials: "omit", ...options,
        });
    } catch (failure) {
        if (failure.name === "AbortError") throw failure;
        throw new RequestError(0);
    }
    return response.ok ? response : refuse(response);
}

/** The JSON of a response. A connection that breaks within the body counts as no response. */
export async function json(response) {
    try {
        return await response.json();
    } catch (failure) {
        if (failure.name === "AbortError") throw failure;
        throw new RequestError(0);
    }
}
