// Time ranges of whole UTC days, as [from, to) for the API.

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
