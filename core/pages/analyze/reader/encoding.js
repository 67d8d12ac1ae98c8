// Bytes of a text file as text.

function byMark(bytes) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
    return null;
}

/** Decodes by byte order mark, else as UTF-8, else as the Western encoding of older spreadsheets. Returns {text, encoding}. */
export function decode(bytes, chosen = null) {
    const encoding = chosen ?? byMark(bytes);
    if (encoding) return { text: new TextDecoder(encoding).decode(bytes), encoding };
    try {
        return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
    } catch {
        return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
    }
}
