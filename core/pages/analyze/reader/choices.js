// What a person can choose where a guess about a file is wrong.

/** What a column can be. `text` and `group` may be several columns, `codes` three. */
export const roles = ["id", "text", "date", "codes", "group", "url", "none"];

/** Encodings of text files, as spreadsheets write them. */
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "windows-1250", "windows-1251", "windows-1256"];

/** Separators of values. */
export const delimiters = [",", ";", "\t", "|"];

/** The column of a corrected file that says whether its codes were chosen without sight of suggestions: "yes" or "no". */
export const blindColumn = "coding_blind";
