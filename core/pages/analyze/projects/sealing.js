// Parts of a project as bytes, sealed with a passphrase if the person wants so. The key is in the memory of this tab only.
// Each part is bound to its project and its name: it opens nowhere else.

// OWASP Password Storage Cheat Sheet, PBKDF2-HMAC-SHA256 (2023); https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const iterations = 600_000;
const nonceLength = 12; // bytes: NIST SP 800-38D, section 8.2; random, far below 2^32 parts with one key

export const leastPassphrase = 12; // characters

/** The browser has Web Crypto only on pages that are served with TLS or from this machine. */
export const canSeal = () => globalThis.crypto?.subtle !== undefined;

export const newSalt = () => crypto.getRandomValues(new Uint8Array(16));

/** The key of a passphrase. It cannot be exported. The same passphrase typed on another keyboard gives the same key (NFKC). */
export async function keyOf(passphrase, salt) {
    const base = await crypto.subtle.importKey("raw", new TextEncoder().encode(passphrase.normalize("NFKC")), "PBKDF2", false, ["deriveKey"]);
    return crypto.subtle.deriveKey({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

const boundTo = (project, part) => new TextEncoder().encode(JSON.stringify([project, part]));

/** Bytes as they are stored. Without a key they stay as they are. */
export async function seal(bytes, { key, project, part }) {
    if (!key) return bytes;
    const iv = crypto.getRandomValues(new Uint8Array(nonceLength));
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: boundTo(project, part) }, key, bytes));
    const stored = new Uint8Array(nonceLength + sealed.length);
    stored.set(iv);
    stored.set(sealed, nonceLength);
    return stored;
}

/** The inverse of seal(). Rejects for a wrong key, and for bytes that were changed or belong to another part. */
export async function open(stored, { key, project, part }) {
    if (!key) return stored;
    const [iv, sealed] = [stored.subarray(0, nonceLength), stored.subarray(nonceLength)];
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: boundTo(project, part) }, key, sealed));
}
