// Numbers in the language of the page.
import { locale, text } from "./texts/texts.js";

/** A function that formats numbers. Creating a format takes much longer than using it. */
function format(options) {
    const formats = {}; // by language
    return (value) => (formats[locale()] ??= new Intl.NumberFormat(locale(), options)).format(value);
}

export const number = format({ maximumFractionDigits: 0 });

/** US dollars: cents, or three digits of smaller amounts. */
export const money = (value) => format({ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", ...(value === 0 || value >= 1 ? {} : { maximumSignificantDigits: 3, minimumFractionDigits: 0 }) })(value);

export const bytes = (value) => (value < 1e6
    ? format({ style: "unit", unit: "kilobyte", maximumFractionDigits: 0 })(Math.max(1, value / 1e3))
    : format({ style: "unit", unit: "megabyte", maximumFractionDigits: 1 })(value / 1e6));

/** `ms`: milliseconds. */
export function duration(ms) {
    const seconds = Math.max(1, Math.round(ms / 1000));
    if (seconds < 60) return text("duration.seconds", { seconds });
    if (seconds < 3600) return text("duration.minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
    return text("duration.hours", { hours: Math.floor(seconds / 3600), minutes: Math.round((seconds % 3600) / 60) });
}
