// Time ranges of whole UTC days, as [from, to) for the API.

const day = 24 * 60 * 60 * 1000;

const midnight = (moment) => new Date(Math.floor(moment.getTime() / day) * day);

/** The last days, today included, without an end, so that new usage is included. */
export function lastDays(count, now = new Date()) {
    return { from: new Date(midnight(now).getTime() - (count - 1) * day), to: null };
}

/** From the first to the last day, both included; "YYYY-MM-DD", either may be empty. Throws an error with a sentence. */
export function between(first, last) {
    const from = first ? new Date(`${first}T00:00:00Z`) : null;
    const until = last ? new Date(`${last}T00:00:00Z`) : null;
    if (!from && !until) throw new Error("Choose a first day, a last day, or both.");
    if (from && until && until < from) throw new Error("The last day is before the first.");
    return { from, to: until && new Date(until.getTime() + day) };
}

/** For the query string of the usage routes. */
export function query({ from, to }) {
    const asked = new URLSearchParams();
    if (from) asked.set("from", from.toISOString());
    if (to) asked.set("to", to.toISOString());
    return asked.size ? `?${asked}` : "";
}

const named = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** "1 Nov 2026 to 20 Nov 2026", the last day included. */
export function spoken({ from, to }) {
    const first = from ? named.format(from) : "the beginning";
    const last = to ? named.format(new Date(to.getTime() - day)) : "now";
    return first === last ? first : `${first} to ${last}`;
}
