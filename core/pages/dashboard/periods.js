// Periods of a series of usage: UTC hours, days and months.

const hour = 60 * 60 * 1000;

/** At most so many columns are readable. The API has at most 1,000 periods. */
const most = { hour: 400, day: 400, month: 1000 };
const preferred = 100;

const months = (date) => date.getUTCFullYear() * 12 + date.getUTCMonth();

/** The most periods that a range can have. Without a beginning it begins with the first call, which is not before 1970. */
function number(period, range, now) {
    const from = range.from ?? new Date(0);
    const until = range.to ?? new Date(Math.max(now.getTime(), from.getTime()) + 24 * hour);
    if (period === "month") return months(new Date(until.getTime() - 1)) - months(from) + 1;
    return Math.ceil((until - from) / (period === "day" ? 24 * hour : hour));
}

/** The periods that can divide a range, shortest first. Empty if even months are too many. */
export const possiblePeriods = (range, now = new Date()) => Object.keys(most).filter((period) => number(period, range, now) <= most[period]);

/** The selected period if it can divide the range, otherwise the shortest that results in few columns; null if none is possible. */
export function periodOf(range, selected, now = new Date()) {
    const possible = possiblePeriods(range, now);
    if (possible.includes(selected)) return selected;
    return possible.find((period) => number(period, range, now) <= preferred) ?? possible.at(-1) ?? null;
}

const format = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", hourCycle: "h23", ...options });
const date = { day: "numeric", month: "short" };
const time = { hour: "2-digit", minute: "2-digit" };
const exact = {
    hour: format({ ...date, ...time, year: "numeric" }), day: format({ ...date, year: "numeric" }), month: format({ month: "short", year: "numeric" }),
};
const brief = { hour: format({ ...date, ...time }), day: format(date), month: exact.month };

/** "2 Mar 2026, 08:00", "2 Mar 2026" or "Mar 2026". */
export const periodName = (period, start) => exact[period].format(new Date(start));

/** The same without the year where the axis shows it in another way. */
export const periodTick = (period, start) => brief[period].format(new Date(start));
