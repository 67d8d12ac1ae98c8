// Numbers in the language of the page.
import { locale, text } from "./texts/texts.js";

/** A function that formats numbers. Creating a format takes much longer than using it. */
function format(options) {
    const formats = {}; // by language
    return (value) => (formats[locale()] ??= new Intl.NumberFormat(locale(), options)).format(value);
}

export const count = format({ maximumFractionDigits: 0 });

const dollars = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" };
const [cents, small] = [format(dollars), format({ ...dollars, maximumSignificantDigits: 3, minimumFractionDigits: 0 })];
/** US dollars: cents, or three digits of smaller amounts. */
export const money = (value) => (value === 0 || value >= 1 ? cents : small)(value);

const [kilobytes, megabytes] = ["kilobyte", "megabyte"].map((unit, digits) => format({ style: "unit", unit, maximumFractionDigits: digits }));
export const bytes = (value) => (value < 1e6 ? kilobytes(Math.max(1, value / 1e3)) : megabytes(value / 1e6));

/** `ms`: milliseconds. */
export function duration(ms) {
    const seconds = Math.max(1, Math.round(ms / 1000));
    if (seconds < 60) return text("duration.seconds", { seconds });
    if (seconds < 3600) return text("duration.minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
    return text("duration.hours", { hours: Math.floor(seconds / 3600), minutes: Math.round((seconds % 3600) / 60) });
}

const shares = [0, 1].map((digits) => format({ style: "percent", maximumFractionDigits: digits }));
export const percent = (share) => shares[Math.abs(share) < 0.1 ? 1 : 0](share);

/** A difference of counts. */
export const signed = format({ signDisplay: "exceptZero" });

const tenths = format({ maximumFractionDigits: 1, signDisplay: "exceptZero" });
/** A difference of shares in percentage points. */
export const points = (difference) => tenths(100 * difference);

const decimals = [0, 1, 2, 3].map((digits) => format({ minimumFractionDigits: digits, maximumFractionDigits: digits }));
export const decimal = (value, digits = 2) => decimals[digits](value);

const leastChance = 0.001;
/** A q-value of a test: chance is never nothing. */
export const qValue = (value) => (value < leastChance ? `q < ${decimal(leastChance, 3)}` : `q = ${decimal(value, 3)}`);
