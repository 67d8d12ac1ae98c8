// Formats numbers for display.

const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 6 });
const cents = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const small = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumSignificantDigits: 3, minimumFractionDigits: 0 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const millions = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

/** With up to six decimals, because single calls cost little. */
export const cost = (number) => dollars.format(number);
/** Rounded, for charts and tiles. */
export const money = (number) => (number === 0 || number >= 1 ? cents : small).format(number);
export const count = (number) => whole.format(number);
export const tokens = (number) => tenths.format(number);
export const share = (part, of) => percent.format(of ? part / of : 0);
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

// Words of the ticks of an axis, {step, last}: all have the same unit and the same number of decimals.

/** The decimals that the distance between two ticks needs. */
function decimals(step) {
    let digits = 0;
    while (digits < 9 && Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) > 1e-6) ++digits;
    return digits;
}

const fixed = (number, digits, options) => new Intl.NumberFormat("en", { ...options, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(number);

function moneyTick(value, { step }) {
    const digits = decimals(step);
    return fixed(value, digits && Math.max(digits, 2), { style: "currency", currency: "USD" });
}

const units = [[1e9, "B"], [1e6, "M"], [1e3, "K"], [1, ""]];

function countTick(value, { step, last }) {
    const [unit, name] = units.find(([size]) => last >= size);
    return value === 0 ? "0" : fixed(value / unit, decimals(step / unit)) + name;
}

/** "1:20" or, with hours, "1:01:20". `seconds`: whole. */
function clock(seconds, hasHours) {
    const pair = (number) => String(number).padStart(2, "0");
    const minutes = Math.floor(seconds / 60);
    return `${hasHours ? `${Math.floor(minutes / 60)}:${pair(minutes % 60)}` : minutes}:${pair(seconds % 60)}`;
}

/** `value`: milliseconds. */
function durationTick(value, { step, last }) {
    if (value === 0) return "0";
    if (last < 1000) return `${fixed(value, decimals(step))} ms`;
    if (last < 60_000) return `${fixed(value / 1000, decimals(step / 1000))} s`;
    return `${clock(Math.round(value / 1000), last >= 3_600_000)} ${last >= 3_600_000 ? "h" : "min"}`;
}

/** The axes of charts (shared/charts/bars.js). Steps are at least a millionth of a dollar, a call, a token and a millisecond. */
export const axes = { money: { words: moneyTick, least: 1e-6 }, count: { words: countTick, least: 1 }, duration: { words: durationTick, least: 1 } };

/** The display name of an operation: the last part of its path. Unknown names are shown unchanged. */
const paths = {
    analyze: "analyze-bulk",
    summarize: "summarize",
    summarize_aggregate: "summarize-bulk",
    assign_codes: "assign-codes",
    assign_codes_bulk: "assign-codes-bulk",
    detect_sensitive: "detect-sensitive",
    detect_sensitive_bulk: "detect-sensitive-bulk",
    suggest_codes: "suggest-codes",
    translate_themes: "translate-themes",
};

export const operation = (label) => paths[label] ?? label;

/** The display name of the operation of a job, which is an operation id. */
export const operationOfJob = (id) => id.replaceAll("_", "-");
