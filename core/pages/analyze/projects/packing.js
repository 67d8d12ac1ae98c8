// How kept values are written: as text with each object once, and sealed by a passphrase.

const isObject = (value) => typeof value === "object" && value !== null;

/** The text of a JSON value. Objects that occur twice are the same object again after unpack(). `undefined` members are left out. */
export function pack(root) {
    const places = new Map();
    const nodes = [];
    const put = (value) => {
        if (!isObject(value)) return value;
        if (!places.has(value)) {
            const at = nodes.push(null) - 1;
            places.set(value, at);
            nodes[at] = Array.isArray(value) ? value.map(put) : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, put(member)]));
        }
        return [places.get(value)]; // the only arrays within a node
    };
    const whole = put(root);
    return JSON.stringify([whole, nodes]);
}

/** The value of a text of pack(). Throws for any other text. */
export function unpack(text) {
    const [whole, nodes] = JSON.parse(text);
    const made = nodes.map((node) => (Array.isArray(node) ? [] : {}));
    const take = (value) => {
        if (!isObject(value)) return value;
        const [at] = value;
        if (!Number.isInteger(at) || !(at in made)) throw new SyntaxError("a place that does not exist");
        return made[at];
    };
    nodes.forEach((node, at) => {
        if (Array.isArray(node)) node.forEach((value) => made[at].push(take(value)));
        else for (const [name, value] of Object.entries(node)) Object.defineProperty(made[at], name, { value: take(value), enumerable: true, writable: true, configurable: true }); // also "__proto__"
    });
    return take(whole);
}

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
