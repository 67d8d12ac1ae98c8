// Charts are drawn on pages and in exports from one scene: {width, height, title, marks}. Lengths are pixels. Colours are roles.
// A mark is {kind: rect|line|path|dot|text, ...}; `open` shows its records, `tip` is a list of lines for the pointer.

import { hasRight } from "../direction.js";

export const fontSize = 13;
const average = 0.6; // width of a character, in font sizes
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u;
// eslint-disable-next-line no-control-regex
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2067\ufeff]/g;

/** An estimate; fonts differ. */
export const widthOf = (text, size = fontSize) => [...text].reduce((sum, character) => sum + (wide.test(character) ? 1.1 : average), 0) * size;

/** A text on one line without control characters but those that isolate its parts. Letters decide on its direction. */
function clean(text) {
    const plain = text.replace(invisible, " ");
    return hasRight(plain) ? `\u2068${plain}\u2069` : plain;
}

function fit(text, room, size) {
    if (widthOf(text, size) <= room) return text;
    const characters = [...text];
    return `${characters.slice(0, Math.max(1, Math.floor(room / size / average) - 1)).join("").trimEnd()}…`;
}

/** `room`: the width at which the text is cut. `anchor`: start, middle, end. */
export function label(text, x, y, { room = Infinity, size = fontSize, anchor = "start", fill = "ink", weight = 400, open } = {}) {
    return { kind: "text", x, y, text: clean(fit(String(text), room, size)), size, anchor, fill, weight, open };
}

export const rect = (x, y, width, height, fill, more = {}) => ({ kind: "rect", x, y, width, height, fill, opacity: 1, round: 3, ...more });
export const line = (x1, y1, x2, y2, stroke, more = {}) => ({ kind: "line", x1, y1, x2, y2, stroke, width: 1, ...more });
export const path = (points, stroke) => ({ kind: "path", points, stroke, width: 2 });
export const dot = (x, y, radius, fill, more = {}) => ({ kind: "dot", x, y, radius, fill, ...more });

const opposite = { start: "end", middle: "middle", end: "start" };
const mirrors = {
    rect: (mark, width) => ({ ...mark, x: width - mark.x - mark.width }),
    line: (mark, width) => ({ ...mark, x1: width - mark.x1, x2: width - mark.x2 }),
    path: (mark, width) => ({ ...mark, points: mark.points.map(([x, y]) => [width - x, y]) }),
    dot: (mark, width) => ({ ...mark, x: width - mark.x }),
    text: (mark, width) => ({ ...mark, x: width - mark.x, anchor: opposite[mark.anchor] }),
};

/** The scene for a language that is written from the right. */
export const mirrored = (scene) => ({ ...scene, marks: scene.marks.map((mark) => mirrors[mark.kind](mark, scene.width)) });

/** The highest of all values, at least 1. A call with all of them at once fails beyond about 100,000. */
export const highestOf = (lists) => lists.reduce((highest, values) => Math.max(highest, ...values), 1);

/** An axis from 0 with at most `most` steps: {step, last, values}, the highest of its values and all. `least`: the smallest step, 1 for counts. */
export function ticks(highest, most = 4, least = 1) {
    const rough = Math.max(highest, least) / most;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(least, [1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) * power);
    const count = Math.ceil(Math.max(highest, least) / step - 1e-9);
    return { step, last: count * step, values: Array.from({ length: count + 1 }, (_, at) => at * step) };
}

/** The title above a chart: {height, marks}; a margin without a text. */
export const titleOf = (text, width) => (text ? { height: 34, marks: [label(text, 0, 18, { size: 15, weight: 600, room: width })] } : { height: 8, marks: [] });

/** The width for the labels of rows at the left of a chart. */
export const labelRoom = (texts) => Math.min(300, Math.max(90, ...texts.map((text) => widthOf(text) + 12)));
