// Finds cited record ids in a text, by the rules with which the server links ids.

const word = /[\p{L}\p{Nd}_]/u;
const isWord = (text, at) => at >= 0 && at < text.length && word.test(text[at]);

const freeBefore = (text, at) => !isWord(text, at - 1) && text[at - 1] !== "-";
const freeAfter = (text, at) => !isWord(text, at) && !(text[at] === "-" && isWord(text, at + 1));

/** Ids of digits alone could be any number; they count in square brackets only. */
function isCited(text, from, to) {
    if (!/^\p{Nd}+$/u.test(text.slice(from, to))) return true;
    return text.lastIndexOf("[", from) > text.lastIndexOf("]", from) && text.indexOf("]", to) >= 0;
}

/** Finds the ids of a corpus in texts. */
export class Citations {
    constructor({ ids, idLengths }) {
        this.ids = ids;
        this.lengths = [...idLengths].filter(Boolean).sort((left, right) => right - left);
    }

    at(text, at) {
        if (!freeBefore(text, at)) return undefined;
        return this.lengths.map((length) => text.slice(at, at + length))
            .find((id) => this.ids.has(id) && freeAfter(text, at + id.length) && isCited(text, at, at + id.length));
    }

    /** Parts of a text in order: {text}, or {text, id} for a cited id. */
    split(text) {
        const parts = [];
        let from = 0;
        for (let at = 0; at < text.length;) {
            const id = this.at(text, at);
            if (id !== undefined) {
                if (at > from) parts.push({ text: text.slice(from, at) });
                parts.push({ text: id, id });
                from = at + id.length;
            }
            at += id?.length ?? 1;
        }
        if (from < text.length) parts.push({ text: text.slice(from) });
        return parts;
    }
}
