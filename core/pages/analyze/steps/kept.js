// The choice of columns, kept in this browser for the next file with the same columns. It holds names of columns, no cell of a file.

const place = "analyze.columns";
const most = 50; // files of different shape

/** The kept choices, the newest first. A browser may refuse storage, or hold what another version of the page wrote. */
function stored() {
    try {
        const list = JSON.parse(localStorage.getItem(place));
        return Array.isArray(list) ? list.filter(({ names, roles, keys }) => [names, roles, keys].every(Array.isArray) && roles.length === names.length) : [];
    } catch {
        return [];
    }
}

const isSame = (left, right) => left.length === right.length && left.every((name, at) => name === right[at]);

/** The kept choice for these columns as a part of a mapping, or null. The order of dates is that of each file. */
export function keptChoice(columns) {
    const found = stored().find(({ names }) => isSame(names, columns));
    return found ? { roles: found.roles, keys: found.keys, separator: found.separator, apart: found.apart } : null;
}

export function keepChoice(names, { roles, keys, separator, apart }) {
    const others = stored().filter((entry) => !isSame(entry.names, names));
    try {
        localStorage.setItem(place, JSON.stringify([{ names, roles, keys, separator, apart }, ...others].slice(0, most)));
    } catch {
        // A browser without storage keeps nothing.
    }
}

export function forgetChoices() {
    try {
        localStorage.removeItem(place);
    } catch {
        // There is nothing to forget.
    }
}
