// Time ranges of whole UTC days, as [from, to) for the API.

const day = 24 * 60 * 60 * 1000;

const midnight = (moment) => new Date(Math.floor(moment.getTime() / day) * day);

/** The last `count` days including today, without an end, so that it includes new usage. */
export function lastDays(count, now = new Date()) {
    return { from: new Date(midnight(now).getTime() - (count - 1) * day), to: null };
}

/** From the first to the last day inclusive, as "YYYY-MM-DD"; either may be empty. Throws an Error with a message for the user. */
export function between(first, last) {
    const from = first ? new Date(`${first}T00:00:00Z`) : null;
    const until = last ? new Date(`${last}T00:00:00Z`) : null;
    if (!from && !until) throw new Error("Choose a first day, a last day, or both.");
    if (from && until && until < from) throw new Error("The last day is before the first day.");
    return { from, to: until && new Date(until.getTime() + day) };
}

/** The query string of the usage routes. */
export function query({ from, to }) {
    const parameters = new URLSearchParams();
    if (from) parameters.set("from", from.toISOString());
    if (to) parameters.set("to", to.toISOString());
    return parameters.size ? `?${parameters}` : "";
}

const dateFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** "1 Nov 2026 to 20 Nov 2026"; includes the last day. */
export function description({ from, to }) {
    const first = from ? dateFormat.format(from) : "the beginning";
    const last = to ? dateFormat.format(new Date(to.getTime() - day)) : "now";
    return first === last ? first : `${first} to ${last}`;
}
