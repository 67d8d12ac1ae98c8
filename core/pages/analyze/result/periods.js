// Periods of dates, with the labels of the API: 2026-03-02, ISO weeks 2026-W10, 2026-03.

const day = 86_400_000;
const maxFilled = 200; // periods of an axis that shows periods without records

const patterns = { day: /^\d{4}-\d{2}-\d{2}$/, week: /^\d{4}-W\d{2}$/, month: /^\d{4}-\d{2}$/ };

/** The kind of a label: day, week, month; null for another text. */
export const kindOf = (label) => Object.keys(patterns).find((kind) => patterns[kind].test(label)) ?? null;

const twoDigits = (number) => String(number).padStart(2, "0");
const isoDay = (time) => new Date(time).toISOString().slice(0, 10);

/** The time of a day in the first ten characters, or NaN. Days that do not exist have none. */
function timeOf(date) {
    const text = date.slice(0, 10);
    if (!patterns.day.test(text)) return NaN;
    const time = Date.parse(`${text}T00:00:00Z`);
    return Number.isNaN(time) || isoDay(time) !== text ? NaN : time;
}

/** The ISO week of a time: that of the Thursday of its week. */
function weekOf(time) {
    const thursday = time + (3 - ((new Date(time).getUTCDay() + 6) % 7)) * day;
    const year = new Date(thursday).getUTCFullYear();
    return `${year}-W${twoDigits(Math.floor((thursday - Date.UTC(year, 0, 1)) / day / 7) + 1)}`;
}

function monthOf(text) {
    const month = text.slice(0, 7);
    return patterns.month.test(month) && month.slice(5) >= "01" && month.slice(5) <= "12" ? month : null;
}

/** The label of the period that a date is in; null without a date. `kind`: day, week or month. */
export function periodOf(date, kind) {
    const text = String(date ?? "").trim();
    if (kind === "month") return monthOf(text);
    const time = timeOf(text);
    if (Number.isNaN(time)) return null;
    return kind === "day" ? isoDay(time) : weekOf(time);
}

function firstDay(label, kind) {
    if (kind === "day") return Date.parse(`${label}T00:00:00Z`);
    if (kind === "month") return Date.parse(`${label}-01T00:00:00Z`);
    const [year, week] = label.split("-W").map(Number);
    const fourth = Date.UTC(year, 0, 4); // always in week 1
    return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day + (week - 1) * 7 * day;
}

/** The time at which a period begins, in ms. */
export const startOf = (label) => firstDay(label, kindOf(label));

function next(time, kind) {
    if (kind === "day") return time + day;
    if (kind === "week") return time + 7 * day;
    const date = new Date(time);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

const labelOf = (time, kind) => periodOf(isoDay(time), kind);

/** Sorted labels with those between them that have no records. A very long range stays as it is. */
export function withGaps(labels) {
    const sorted = [...new Set(labels)].sort();
    const kind = kindOf(sorted[0] ?? "");
    if (!kind || sorted.some((label) => kindOf(label) !== kind)) return sorted;
    const last = firstDay(sorted.at(-1), kind);
    const filled = [];
    for (let time = firstDay(sorted[0], kind); time <= last; time = next(time, kind)) {
        if (filled.length >= maxFilled) return sorted;
        filled.push(labelOf(time, kind));
    }
    return filled;
}
