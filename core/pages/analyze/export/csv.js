// CSV as spreadsheets read it: UTF-8 with a byte order mark, commas, lines with CR LF.

const startsFormula = /^[\s\u0000-\u001f]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const isNumber = /^[+-]?\d+([.,]\d+)?$/;

/** Puts an apostrophe before a text that a spreadsheet would compute. Numbers stay numbers. */
export const harmless = (text) => ((startsFormula.test(text) || /^[\t\r\n]/.test(text)) && !isNumber.test(text) ? `'${text}` : text);

function cell(value) {
    if (typeof value === "number") return String(value);
    const text = harmless(String(value ?? ""));
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a file. `rows`: lists of texts, numbers and null. */
export const csv = (rows) => `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
