// Time ranges of whole UTC days, and their periods: hours, days and months.

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

const day = 24 * 60 * 60 * 1000;

const midnight = (moment) => new Date(Math.floor(moment.getTime() / day) * day);

/** The last `count` days including the whole of today. */
export function lastDays(count, now = new Date()) {
    const today = midnight(now).getTime();
    return { from: new Date(today - (count - 1) * day), to: new Date(today + day) };
}

/** From the first to the last day inclusive, as "YYYY-MM-DD"; either may be empty. Throws an Error with a message for the user. */
export function between(first, last) {
    const from = first ? new Date(`${first}T00:00:00Z`) : null;
    const until = last ? new Date(`${last}T00:00:00Z`) : null;
    if ([from, until].some((date) => date && !(date.getUTCFullYear() < 10000))) throw new Error("Enter a year with four digits.");
    if (!from && !until) throw new Error("Choose a first day, a last day, or both.");
    if (from && until && until < from) throw new Error("The last day is before the first day.");
    return { from, to: until && new Date(until.getTime() + day) };
}

/** The query string of the usage routes; with `group_by` unless `grouping` is null. */
export function query({ from, to }, grouping) {
    const parameters = new URLSearchParams();
    if (from) parameters.set("from", from.toISOString());
    if (to) parameters.set("to", to.toISOString());
    if (grouping) parameters.set("group_by", grouping);
    return parameters.size ? `?${parameters}` : "";
}

const dateFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** "1 Nov 2026 to 20 Nov 2026"; includes the last day. */
export function description({ from, to }) {
    const first = from ? dateFormat.format(from) : "the beginning";
    const last = to ? dateFormat.format(new Date(to.getTime() - day)) : "now";
    return first === last ? first : `${first} to ${last}`;
}
