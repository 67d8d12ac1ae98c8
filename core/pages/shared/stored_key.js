// The key of the person, for all pages. The browser deletes session storage with the tab. Nothing else is stored of it.
export const storedKey = {
    get value() { return sessionStorage.getItem("key"); },
    store(key) { sessionStorage.setItem("key", key); },
    remove() { sessionStorage.removeItem("key"); },
};

/** Whether a response refuses a key that was valid once: docs/reference/authentication.md#expired-keys. */
export const isExpired = (response) => /error_description="The API key has expired"/.test(response.headers.get("WWW-Authenticate"));

/** A header cannot contain other characters. */
export const isPossibleKey = (text) => /^[\x21-\x7e]+$/.test(text);
