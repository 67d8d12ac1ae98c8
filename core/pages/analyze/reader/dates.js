// Dates as people write them, as YYYY-MM-DD.
import { dateForms, months } from "./rules.js";

const digit = (character) => String(character.codePointAt(0) & 0xf);
/** Arabic and Persian digits become 0 to 9; marks of direction are removed. */
const normalised = (text) => (/^[\x20-\x7e]*$/.test(text) ? text.trim() : text.replace(/[\u0660-\u0669]/g, digit).replace(/[\u06f0-\u06f9]/g, digit)
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/\u00a0|\u202f/g, " ").trim());

/** Years of two digits: 00 to 69 are 2000 to 2069, 70 to 99 are 1970 to 1999. */
const fullYear = (year) => (year >= 100 ? year : year + (year < 70 ? 2000 : 1900));
const pad = (number, width = 2) => String(number).padStart(width, "0");

/** YYYY-MM-DD, or "" if there is no such day. */
function existing(year, month, day) {
    const exact = fullYear(Number(year));
    const moment = new Date(Date.UTC(exact, month - 1, day));
    if (exact < 1900 || exact > 2200 || moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== Number(day)) return "";
    return `${pad(exact, 4)}-${pad(month)}-${pad(day)}`;
}

const maxLength = 100; // of a date with a time and the name of a time zone; the patterns are slow on hostile long texts
const ofMoment = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 10);
const ofSerial = (days) => (days > 20000 && days < 80000 ? ofMoment((days - 25569) * 86_400_000) : "");
const monthNumber = (name) => months.get(name.toLowerCase().replace(/[.'’]/g, "").trim()) ?? 0;

/** The two numbers of a date whose order is not known, such as 03/04/2026, or null. */
function ambiguousPair(text) {
    const { first, sign, second } = (text.length <= maxLength && dateForms.numeric.exec(normalised(text))?.groups) || {};
    return first && sign !== "." ? [Number(first), Number(second)] : null;
}

/**
 * Which of the first two numbers is the day: {order: "dmy" or "mdy", certain, matters, evidence: {dmy, mdy, of}}. `certain` is false if dates
 * could be read in both ways and no date of the column decides, or dates decide differently; `matters` if there are such dates. The
 * evidence counts the dates that can only be read in one way, `of` those with numbers.
 */
export function orderOfDates(texts) {
    const pairs = texts.map(ambiguousPair).filter(Boolean);
    const of = pairs.length;
    const dmy = pairs.filter(([first, second]) => first > 12 && second <= 12).length;
    const mdy = pairs.filter(([first, second]) => second > 12 && first <= 12).length;
    return { order: mdy > dmy ? "mdy" : "dmy", certain: of === 0 || (dmy > 0) !== (mdy > 0), matters: of > 0, evidence: { dmy, mdy, of } };
}

/** A date as YYYY-MM-DD, or "" if it is not readable. Times and time zones are ignored. */
export function readDate(original, order = "dmy") {
    if (original.length > maxLength || original.length < 5) return "";
    const text = normalised(original);
    if (!/\d/.test(text)) return "";
    for (const form of Object.values(dateForms)) {
        const parts = form.exec(text)?.groups;
        if (!parts) continue;
        const { year, month, day, name, first, sign, second, serial, epoch } = parts;
        if (epoch) return ofMoment(Number(epoch.padEnd(13, "0")));
        if (serial) return ofSerial(Number(serial));
        if (first) return order === "mdy" && sign !== "." ? existing(year, first, second) : existing(year, second, first);
        return existing(year, name ? monthNumber(name) : month, day);
    }
    return "";
}

/** A date that is the same in both orders, or "". */
export function certainDate(text) {
    const [first, second] = [readDate(text, "dmy"), readDate(text, "mdy")];
    return first && second && first !== second ? "" : first || second;
}
