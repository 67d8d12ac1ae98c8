// Bytes of a text file as text.

function byMark(bytes) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes[2] === 0 && bytes[3] === 0 ? "utf-32le" : "utf-16le";
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
    if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff) return "utf-32be";
    return null;
}

/** UTF-32, which browsers do not know. */
function decode32(bytes, littleEndian) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const parts = [];
    for (let at = 4; at + 4 <= bytes.length; at += 4) {
        const code = view.getUint32(at, littleEndian);
        parts.push(code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "\ufffd");
    }
    return parts.join("");
}

/** Decodes by byte order mark, else as UTF-8, else as the Western encoding of older spreadsheets. Returns {text, encoding}. */
export function decode(bytes, chosen = null) {
    const marked = byMark(bytes);
    if (marked?.startsWith("utf-32")) return { text: decode32(bytes, marked === "utf-32le"), encoding: marked };
    const encoding = marked ?? chosen;
    if (encoding) return { text: new TextDecoder(encoding).decode(bytes), encoding };
    try {
        return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
    } catch (failure) {
        if (failure instanceof RangeError) throw failure; // a text longer than a browser can hold
        return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
    }
}
