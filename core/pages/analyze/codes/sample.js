// A random sample of records, the same for the same records in any order, so that another person gets it again.

/** FNV-1a of the UTF-16 units, with the finalizer of MurmurHash3, which lets each bit of the text change each bit of the hash. */
function hash(text, seed) {
    let value = seed ^ 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
    value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
    return (value ^ (value >>> 16)) >>> 0;
}

/** The positions of the records in a random order. All records are its seed; their order is not. */
export function randomOrder(records) {
    const seen = new Map();
    const texts = records.map(({ id, content }) => {
        const text = JSON.stringify([id, content]);
        const repetition = seen.get(text) ?? 0;
        seen.set(text, repetition + 1);
        return `${text}${repetition}`; // equal records are not neighbours
    });
    const seed = texts.reduce((sum, text) => (sum + hash(text, 0)) >>> 0, 0);
    const keys = texts.map((text) => [hash(text, seed), hash(text, ~seed)]);
    return [...keys.keys()].sort((left, right) => keys[left][0] - keys[right][0] || keys[left][1] - keys[right][1]);
}

export const leastDecisions = 50; // before a verdict: docs/reference/operations/coding-agreement.md#verdict

/**
 * Decisions for a 95 % interval of a share of at most ± `halfWidth` (Cochran, Sampling Techniques, 1977, section 4.4: the share with
 * the widest interval, one half, and the correction for a small number of records). At least 50, at most all.
 */
export function sampleSize(halfWidth, total) {
    const unlimited = (1.96 * 0.5 / halfWidth) ** 2;
    return Math.min(total, Math.max(leastDecisions, Math.ceil(unlimited / (1 + (unlimited - 1) / total))));
}
