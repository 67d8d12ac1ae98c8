// Text with separated values as rows. Row numbers are those that a spreadsheet shows.
import Papa from "papaparse";

import { delimiters } from "./choices.js";

/** The separator of the first lines, else the one that the first line has most of. */
function guessDelimiter(text) {
    const { errors, meta } = Papa.parse(text.slice(0, 100_000), { preview: 50, skipEmptyLines: "greedy", delimitersToGuess: delimiters });
    if (!errors.some(({ type }) => type === "Delimiter")) return meta.delimiter;
    const [first] = text.trimStart().split(/\r?\n/, 1);
    const counts = delimiters.map((delimiter) => first.split(delimiter).length);
    return delimiters[counts.indexOf(Math.max(...counts))];
}

/** Files that were put together end their lines in several ways. The parser looks for one of them. */
const sameLineEnds = (text) => (/\r\n/.test(text) && /(^|[^\r])\n/.test(text) ? text.replaceAll("\r\n", "\n") : text);

/** Returns {rows, numbers, delimiter, brokenQuotes}; `brokenQuotes` are the numbers of rows whose quotes do not match. */
export function readCsv(text, delimiter = "") {
    const chosen = delimiter || guessDelimiter(text);
    const { data, errors } = Papa.parse(sameLineEnds(text), { delimiter: chosen });
    const brokenQuotes = errors.filter(({ type }) => type === "Quotes").map(({ row = 0 }) => row + 1);
    return { rows: data, numbers: data.map((_, at) => at + 1), delimiter: chosen, brokenQuotes: [...new Set(brokenQuotes)] };
}
