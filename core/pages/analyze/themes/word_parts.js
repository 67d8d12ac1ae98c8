// Parts of a theme that has no sub-themes, suggested by words: no model is asked, and meaning is not compared.

const most = 4; // parts
const least = 2; // records of a part
const leastShare = 0.1; // of the records of the theme
const mostShare = 0.6; // a word that more records hold does not divide them
const minLength = 3; // letters of a word; a shorter word in a script without spaces counts

const isLong = (word) => word.length >= minLength || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word);

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

/**
 * Parts [{id: null, title, definition, inclusion, record_ids}] of the theme; each has the records that hold its word. The words are
 * frequent in the theme and rare in other records: count × log(all records / records with the word). A record with several words
 * belongs to each part. Empty without such words.
 */
export function wordParts({ title, record_ids: ids }, corpus) {
    const records = corpus.ofIds(ids).map(({ id, content }) => ({ id, words: wordsOf(content) }));
    const everywhere = countWords(corpus.records.map(({ content }) => wordsOf(content)));
    const own = wordsOf(title);
    const parts = [];
    let open = records; // without a part
    const enough = Math.max(least, records.length * leastShare);
    while (parts.length < most && open.length >= enough) {
        const counts = countWords(open.map(({ words }) => words));
        const weight = ([word, count]) => count * Math.log(corpus.records.length / everywhere.get(word));
        const [best] = [...counts].filter(([word, count]) => count >= enough && count <= records.length * mostShare && !own.has(word)).sort((left, right) => weight(right) - weight(left) || (left[0] < right[0] ? -1 : 1));
        if (!best || weight(best) <= 0) break;
        const [word] = best;
        parts.push({ id: null, title: word, definition: "", inclusion: word, record_ids: records.filter(({ words }) => words.has(word)).map(({ id }) => id) });
        open = open.filter(({ words }) => !words.has(word));
    }
    return parts;
}
