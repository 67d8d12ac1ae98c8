// Formats numbers for display.

const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 6 });
const cents = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const small = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumSignificantDigits: 3, minimumFractionDigits: 0 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const millions = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

/** With up to six decimals, because single calls cost little. */
export const cost = (number) => dollars.format(number);
/** Rounded, for charts and tiles. */
export const money = (number) => (number === 0 || number >= 1 ? cents : small).format(number);
export const count = (number) => whole.format(number);
export const tokens = (number) => tenths.format(number);
export const share = (part, of) => percent.format(of ? part / of : 0);
export const short = (number) => compact.format(number);
export const large = (number) => (number < 1e6 ? whole : millions).format(number);

/** `ms`: milliseconds. */
export function duration(ms) {
    if (ms < 1000) return `${tenths.format(ms)} ms`;
    if (ms < 60_000) return `${hundredths.format(ms / 1000)} s`;
    const seconds = Math.round(ms / 1000);
    const [all, unit, part] = seconds < 3600 ? [seconds, "min", "s"] : [Math.round(seconds / 60), "h", "min"];
    const rest = all % 60;
    return `${Math.floor(all / 60)} ${unit}${rest ? ` ${rest} ${part}` : ""}`;
}

/** The display name of an operation: the last part of its path. Unknown names are shown unchanged. */
const paths = {
    analyze: "analyze-bulk",
    summarize: "summarize",
    summarize_aggregate: "summarize-bulk",
    assign_codes: "assign-codes",
    assign_codes_bulk: "assign-codes-bulk",
    detect_sensitive: "detect-sensitive",
    suggest_codes: "suggest-codes",
};

export const operation = (label) => paths[label] ?? label;

/** The display name of the operation of a job, which is an operation id. */
export const operationOfJob = (id) => id.replaceAll("_", "-");
