// Dates as people write them, as YYYY-MM-DD.

/** The languages whose names of months are read, in long and short forms. */
const monthLanguages = ["en", "fr", "es", "ar", "ar-SY", "ru", "nl", "uk", "pt", "de", "it", "tr", "sw"];

const plain = (name) => name.toLocaleLowerCase("en").replace(/[.'’]/g, "").trim();

function monthsOf(language, month, day) {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { month, day, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, at) => format.formatToParts(Date.UTC(2024, at, 1)).find(({ type }) => type === "month").value);
}

let months = null;
function monthNumber(name) {
    if (!months) {
        months = new Map([["sept", 9]]);
        for (const language of monthLanguages)
            for (const width of ["long", "short"])
                for (const day of [undefined, "numeric"]) // with a day, some languages inflect the name
                    for (const [at, month] of monthsOf(language, width, day).entries()) months.set(plain(month), at + 1);
    }
    return months.get(plain(name)) ?? 0;
}

const digit = (character) => String(character.codePointAt(0) & 0xf);
/** Arabic and Persian digits become 0 to 9; marks of direction are removed. */
const normalised = (text) => text.replace(/[\u0660-\u0669]/g, digit).replace(/[\u06f0-\u06f9]/g, digit)
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/\u00a0|\u202f/g, " ").trim();

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
const serial = /^\d{5}(?:\.\d+)?$/;
const epoch = /^\d{10}(?:\d{3})?$/;

/** The two numbers of a date whose order is not known, such as 03/04/2026, or null. */
function ambiguousPair(text) {
    if (text.length > maxLength) return null;
    const match = numeric.exec(normalised(text));
    return match && match[2] !== "." ? [Number(match[1]), Number(match[3])] : null;
}

/**
 * Which of the first two numbers is the day: {order: "dmy" or "mdy", certain, matters}. `certain` is false if dates could be read in
 * both ways and no date of the column decides; `matters` if there are such dates.
 */
export function orderOfDates(texts) {
    const pairs = texts.map(ambiguousPair).filter(Boolean);
    const dmy = pairs.filter(([first, second]) => first > 12 && second <= 12).length;
    const mdy = pairs.filter(([first, second]) => second > 12 && first <= 12).length;
    return { order: mdy > dmy ? "mdy" : "dmy", certain: pairs.length === 0 || (dmy > 0) !== (mdy > 0), matters: pairs.length > 0 };
}

function numericDate([, first, separator, second, year], order) {
    const [date, month] = order === "mdy" && separator !== "." ? [second, first] : [first, second];
    return day(Number(year), Number(month), Number(date));
}

/** A date as YYYY-MM-DD, or "" if it is not readable. Times and time zones are ignored. */
export function readDate(original, order = "dmy") {
    if (original.length > maxLength) return "";
    const text = normalised(original);
    let match;
    if ((match = iso.exec(text) ?? compact.exec(text))) return day(Number(match[1]), Number(match[2]), Number(match[3]));
    if ((match = numeric.exec(text))) return numericDate(match, order);
    if (serial.test(text)) return Number(text) > 20000 && Number(text) < 80000 ? ofMoment((Math.floor(Number(text)) - 25569) * 86_400_000) : "";
    if (epoch.test(text)) return ofMoment(Number(text.padEnd(13, "0")));
    if ((match = dayFirst.exec(text))) return day(Number(match[3]), monthNumber(match[2]), Number(match[1]));
    if ((match = monthFirst.exec(text))) return day(Number(match[3]), monthNumber(match[1]), Number(match[2]));
    return "";
}
