// Cells with HTML, as rich text fields and mails have them, as text. Markdown and other signs stay as they are.
import { entities } from "./rules.js";

const tag = /<\/?(?:a|abbr|article|b|blockquote|body|br|code|div|em|font|h[1-6]|head|hr|html|i|img|label|li|meta|o:p|ol|p|pre|s|section|small|span|strong|sub|sup|table|tbody|td|th|thead|title|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;
/** Without an end they reach to the end of the cell, as in browsers: to look for one from each beginning would take quadratic time. */
const hidden = /<!--[^]*?(?:-->|$)|<(script|style)(?:\s[^<>]*)?>[^]*?(?:<\/\1\s*>|$)/gi;
const lineEnd = /^<(?:br|hr|\/(?:p|div|li|h[1-6]|tr|blockquote|section|article|pre|ul|ol|table))\b/i;
const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi;

/** The text with U+FFFD for each half of a surrogate pair. JSON of other programs has halves, which a server would refuse. */
export const wholeCharacters = (text) => text.replace(/\p{Surrogate}/gu, "\ufffd");

function character(code) {
    const known = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return known ? (code === 0xa0 ? " " : String.fromCodePoint(code)) : "\ufffd";
}

/** References to characters as these characters. */
export const decodeEntities = (text) => (!text.includes("&") ? text : text.replace(entity, (whole, hex, decimal, name) =>
    (name ? entities.get(name.toLowerCase()) ?? whole : character(hex ? parseInt(hex, 16) : Number(decimal)))));

/** The text of a cell: whole characters without tags, entities as their characters. Entities that were escaped twice are read twice. */
export function plainText(written) {
    const cell = wholeCharacters(written);
    if (!/[<&]/.test(cell)) return cell;
    const text = cell.replace(hidden, "").replace(tag, (found) => (lineEnd.test(found) ? "\n" : /^<\/?(?:td|th|p|div|li)/i.test(found) ? " " : ""));
    const plain = decodeEntities(/&amp;(?:#\d+|#x[0-9a-f]+|nbsp|lt|gt|quot|amp);/i.test(text) ? decodeEntities(text) : text);
    return plain === cell ? cell : plain.replace(/[ \t]+/g, " ").replace(/ ?\n ?/g, "\n").replace(/\n{3,}/g, "\n\n").trim();
}
