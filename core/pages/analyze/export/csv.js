// CSV as spreadsheets read it: UTF-8 with a byte order mark, commas, lines with CR LF.

/** A formula at the beginning of a cell, or behind what a spreadsheet with other settings takes for the end of one. */
const formulaStart = /(^|[,;|\t\r\n])(?=(?:(?![\t\r\n])[\s\u0000-\u001f"\u200b\ufeff])*[=\uff1d]|"*[+\-@\uff0b\uff0d\uff20])/g;
const isNumber = /^[+-]?\d+([.,]\d+)?$/;

/** Puts an apostrophe wherever a spreadsheet would begin to compute. Numbers stay numbers. */
export function harmless(text) {
    if (isNumber.test(text)) return text;
    const guarded = text.replace(formulaStart, "$1'");
    return /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}

/** The text of which harmless() made this one; a text that it did not make stays. */
export function unguarded(text) {
    const plain = text.replace(/(^|[,;|\t\r\n])'/g, "$1");
    return harmless(plain) === text ? plain : text;
}

function cell(value) {
    if (typeof value === "number") return String(value);
    const text = harmless(String(value ?? ""));
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a file. `rows`: lists of texts, numbers and null. */
export const csv = (rows) => `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
