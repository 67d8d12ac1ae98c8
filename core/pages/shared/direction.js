// Texts of both directions in one line, by the rules of Unicode Annex 9. A title in Latin letters in an Arabic sentence, or the
// reverse, takes the numbers beside it into its direction, unless it is isolated.

const rightLetter = String.raw`[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]`;
const leftLetter = String.raw`(?!${rightLetter})\p{L}`;

const right = new RegExp(rightLetter, "u");
const left = new RegExp(leftLetter, "u");
const any = new RegExp(String.raw`\p{L}`, "u");

const [isolate, end] = ["\u2068", "\u2069"];
const controls = /[\u202a-\u202e\u2066-\u2069]/g;

export const hasRight = (text) => right.test(text);

/** A text that cannot change the order of its neighbours. Its own controls of direction are left out: they could end the isolation. */
export const isolated = (text) => `${isolate}${text.replace(controls, "")}${end}`;

/** Without the signs of isolated(). */
export const joined = (text) => text.replaceAll(isolate, "").replaceAll(end, "");

/** What isolated() made, dates and periods, and words of one kind of letters with what stands between them. */
function passageOf(letter) {
    const word = String.raw`(?:${letter})(?:(?:${letter})|[\p{M}\p{Nd}'’_-])*`;
    return new RegExp(String.raw`${isolate}([^${isolate}${end}]*)${end}|\d{4}-W?\d\d(?:-\d\d)?|${word}(?:[ ,،/&]+${word})*`, "gu");
}

const foreignTo = { ltr: passageOf(rightLetter), rtl: passageOf(leftLetter) };

/**
 * The parts of a text in a line of `direction`, in order: {text, isOther}. Other parts, such as words of the opposite direction,
 * need a direction of their own; isolates are left out.
 */
export function passages(text, direction) {
    const parts = [];
    let from = 0;
    for (const { 0: found, 1: inner, index } of text.matchAll(foreignTo[direction])) {
        const own = inner ?? found;
        if (index > from) parts.push({ text: text.slice(from, index), isOther: false });
        if (own) parts.push({ text: own, isOther: firstDirection(own, "ltr") !== direction });
        from = index + found.length;
    }
    if (from < text.length) parts.push({ text: text.slice(from), isOther: false });
    return parts;
}

/** The direction of a text whose letters all have the same one, else `otherwise`. */
export function directionOf(text, otherwise) {
    const [isRight, isLeft] = [right.test(text), left.test(text)];
    return isRight === isLeft ? otherwise : isRight ? "rtl" : "ltr";
}

/** The direction of the first letter, else `otherwise`. */
export function firstDirection(text, otherwise) {
    const letter = any.exec(text)?.[0];
    return letter === undefined ? otherwise : right.test(letter) ? "rtl" : "ltr";
}
