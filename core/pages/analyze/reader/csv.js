// Text with separated values as rows. Row numbers are those that a spreadsheet shows.
import Papa from "papaparse";

import { delimiters } from "./choices.js";

/** Returns {rows, numbers, delimiter, brokenQuotes}; `brokenQuotes` are the numbers of rows whose quotes do not match. */
export function readCsv(text, delimiter = "") {
    const { data, errors, meta } = Papa.parse(text, { delimiter, delimitersToGuess: delimiters });
    const brokenQuotes = errors.filter(({ type }) => type === "Quotes").map(({ row = 0 }) => row + 1);
    return { rows: data, numbers: data.map((_, at) => at + 1), delimiter: meta.delimiter, brokenQuotes: [...new Set(brokenQuotes)] };
}
