// Parts of a theme that has no sub-themes, suggested by words: no model is asked, and meaning is not compared.

const most = 4; // parts
const least = 2; // records of a part
const leastShare = 0.1; // of the records of the theme
const mostShare = 0.6; // a word that more records hold does not divide them
const minLength = 3; // letters of a word; a shorter word in a script without spaces counts

const sampleSize = 5_000; // records: reading the words of more would block the page

const hasNoSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const isLong = (word) => word.length >= minLength || hasNoSpaces.test(word);

/** The words of a text, in lower case, each once. */
function wordsOf(content) {
    const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(content.toLowerCase());
    return new Set([...segments].filter(({ segment, isWordLike }) => isWordLike && isLong(segment) && /\p{L}/u.test(segment)).map(({ segment }) => segment));
}

/** The number of records that hold each word: a Map. */
function countWords(records) {
    const counts = new Map();
    for (const words of records) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
}

/** At most `sampleSize` records, evenly spread. */
function sampleOf(records) {
    const step = Math.ceil(records.length / sampleSize);
    return records.filter((_, at) => at % step === 0);
}

/** Whether a text holds the word: between signs that are no letters, unless its script has no spaces. */
function holds(word) {
    const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const pattern = hasNoSpaces.test(word) ? new RegExp(escaped, "u") : new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${escaped}(?![\\p{L}\\p{M}\\p{N}])`, "u");
    return (content) => pattern.test(content.toLowerCase());
}

/**
 * Parts [{id: null, title, definition, inclusion, record_ids, omitted}] of the theme; each has the records that hold its word. The words are
 * frequent in the theme and rare in other records: count × log(all records / records with the word), in a sample of both. A record with several
 * words belongs to each part. Empty without such words.
 */
export function wordParts({ title, record_ids: ids, omitted }, corpus) {
    const records = corpus.ofIds(ids);
    const sample = sampleOf(records).map(({ content }) => wordsOf(content));
    const everywhere = sampleOf(corpus.records);
    const countsEverywhere = countWords(everywhere.map(({ content }) => wordsOf(content)));
    const titleWords = wordsOf(title);
    const parts = [];
    let open = sample; // without a part
    const enough = Math.max(least, sample.length * leastShare);
    const weight = ([word, count]) => count * Math.log(everywhere.length / (countsEverywhere.get(word) ?? 1));
    while (parts.length < most && open.length >= enough) {
        const counts = countWords(open);
        const [best] = [...counts].filter(([word, count]) => count >= enough && count <= sample.length * mostShare && !titleWords.has(word)).sort((left, right) => weight(right) - weight(left) || (left[0] < right[0] ? -1 : 1));
        if (!best || weight(best) <= 0) break;
        const [word] = best;
        const isWithin = holds(word);
        parts.push({ id: null, title: word, definition: "", inclusion: word, record_ids: records.filter(({ content }) => isWithin(content)).map(({ id }) => id), omitted });
        open = open.filter((words) => !words.has(word));
    }
    return parts;
}
