// Dates as people write them, as YYYY-MM-DD.
import { months } from "./rules.js";

const plain = (name) => name.toLowerCase().replace(/[.'’]/g, "").trim();

let numbers = null;
function monthNumber(name) {
    numbers ??= new Map(Object.values(months).flatMap((year) => year.split(", ").flatMap((names, at) => [names, ...names.split(" ")].map((one) => [one, at + 1]))));
    return numbers.get(plain(name)) ?? 0;
}

const digit = (character) => String(character.codePointAt(0) & 0xf);
/** Arabic and Persian digits become 0 to 9; marks of direction are removed. */
const normalised = (text) => (/^[\x20-\x7e]*$/.test(text) ? text.trim() : text.replace(/[\u0660-\u0669]/g, digit).replace(/[\u06f0-\u06f9]/g, digit)
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/\u00a0|\u202f/g, " ").trim());

/** Years of two digits: 00 to 69 are 2000 to 2069, 70 to 99 are 1970 to 1999. */
const fullYear = (year) => (year >= 100 ? year : year + (year < 70 ? 2000 : 1900));
const pad = (number, width = 2) => String(number).padStart(width, "0");

/** YYYY-MM-DD, or "" if there is no such day. */
function day(year, month, date) {
    const exact = fullYear(year);
    const moment = new Date(Date.UTC(exact, month - 1, date));
    if (exact < 1900 || exact > 2200 || moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== date) return "";
    return `${pad(exact, 4)}-${pad(month)}-${pad(date)}`;
}

const maxLength = 100; // of a date with a time and the name of a time zone; the patterns are slow on hostile long texts
const ofMoment = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 10);
const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const numeric = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const dayFirst = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th|er|º)?[.\s-]+(?:de\s+)?(\p{L}[\p{L}\p{M}.'’ ]*?)[.,\s-]+(?:de\s+)?(\d{4}|\d{2})(?!\d)/u;
const monthFirst = /^(?:\p{L}+\.?,\s+)?(\p{L}[\p{L}\p{M}.'’]*?)[.\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})(?!\d)/u;
const serial = /^\d{5}(?:[.,]\d+)?$/;
const epoch = /^\d{10}(?:\d{3})?$/;

/** The two numbers of a date whose order is not known, such as 03/04/2026, or null. */
function ambiguousPair(text) {
    if (text.length > maxLength) return null;
    const match = numeric.exec(normalised(text));
    return match && match[2] !== "." ? [Number(match[1]), Number(match[3])] : null;
}

/**
 * Which of the first two numbers is the day: {order: "dmy" or "mdy", certain, matters, evidence: {dmy, mdy, of}}. `certain` is false if dates
 * could be read in both ways and no date of the column decides, or dates decide differently; `matters` if there are such dates. The
 * evidence counts the dates that can only be read in one way, `of` those with numbers.
 */
export function orderOfDates(texts) {
    const evidence = { dmy: 0, mdy: 0, of: 0 };
    for (const text of texts) {
        const pair = ambiguousPair(text);
        if (!pair) continue;
        evidence.of += 1;
        if (pair[0] > 12 && pair[1] <= 12) evidence.dmy += 1;
        if (pair[1] > 12 && pair[0] <= 12) evidence.mdy += 1;
    }
    const { dmy, mdy, of } = evidence;
    return { order: mdy > dmy ? "mdy" : "dmy", certain: of === 0 || (dmy > 0) !== (mdy > 0), matters: of > 0, evidence };
}

function numericDate([, first, separator, second, year], order) {
    const [date, month] = order === "mdy" && separator !== "." ? [second, first] : [first, second];
    return day(Number(year), Number(month), Number(date));
}

function serialDay(text) {
    const number = Math.floor(Number(text.replace(",", ".")));
    return number > 20000 && number < 80000 ? ofMoment((number - 25569) * 86_400_000) : "";
}

/** A date as YYYY-MM-DD, or "" if it is not readable. Times and time zones are ignored. */
export function readDate(original, order = "dmy") {
    if (original.length > maxLength || original.length < 5) return "";
    const text = normalised(original);
    let match;
    if ((match = iso.exec(text) ?? compact.exec(text))) return day(Number(match[1]), Number(match[2]), Number(match[3]));
    if ((match = numeric.exec(text))) return numericDate(match, order);
    if (serial.test(text)) return serialDay(text);
    if (epoch.test(text)) return ofMoment(Number(text.padEnd(13, "0")));
    if (!/\d/.test(text)) return "";
    if ((match = dayFirst.exec(text))) return day(Number(match[3]), monthNumber(match[2]), Number(match[1]));
    if ((match = monthFirst.exec(text))) return day(Number(match[3]), monthNumber(match[1]), Number(match[2]));
    return "";
}

/** A date that is the same in both orders, or "". */
export function certainDate(text) {
    const [first, second] = [readDate(text, "dmy"), readDate(text, "mdy")];
    return first && second && first !== second ? "" : first || second;
}
