// How a person names a code.
import { element } from "../../shared/dom.js";

export const name = (path) => path.join(" > ");

/** All codes that a person can choose, once for all fields. */
export const codeList = ({ paths }) => element("datalist", { id: "codes-paths" }, ...paths.map((path) => element("option", { value: name(path) })));

const maxLevels = 3;

/** Names of levels as a person writes them; null if they are no code. */
function written(words) {
    const path = words.split(">").map((level) => level.trim());
    return path.length <= maxLevels && path.every(Boolean) ? path : null;
}

/**
 * The code that a person wrote: a path, or what only one path contains. Where the framework is not known any path is a code: a list of
 * suggested codes alone would lead to them. Null: none.
 */
export function codeFrom({ paths, isOpen }, words) {
    const wanted = words.trim();
    if (!wanted) return null;
    const exact = paths.find((path) => name(path) === wanted);
    if (exact) return exact;
    if (isOpen) return written(wanted);
    const containing = paths.filter((path) => name(path).toLowerCase().includes(wanted.toLowerCase()));
    return containing.length === 1 ? containing[0] : null;
}
