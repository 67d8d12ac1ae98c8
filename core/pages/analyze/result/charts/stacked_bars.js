// Bars that are divided by share. Each part has its number, which the legend names: colours alone tell nothing.
import { fontSize, label, labelRoom, rect, titleOf, widthOf } from "../../../shared/charts/scene.js";

const width = 720;
const barHeight = 20;
const rowHeight = 28;

/** How strong the colour of a part is: neighbours differ, also where there are many. */
const strengthOf = (at, all) => (all === 1 ? 0.5 : 0.14 + 0.5 * ((at * 2) % all + (all % 2 === 0 && at * 2 >= all ? 1 : 0)) / all);

/** A part of a bar. The last one is what none of the others fits, and is grey. */
const part = (place, at, all, more) => rect(...place, ...(at === all - 1 ? ["muted", { opacity: 0.3, ...more }] : ["heat", { opacity: strengthOf(at, all - 1), ...more }]));

function legend(names, top) {
    const marks = [];
    let [x, y] = [0, top];
    names.forEach((name, at) => {
        const words = `${at + 1} ${name}`;
        const room = Math.min(width - 22, widthOf(words) + 34);
        if (x && x + room > width) [x, y] = [0, y + 24];
        marks.push(part([x, y, 14, 14], at, names.length), label(words, x + 20, y + 12, { room: width - 24 }));
        x += room;
    });
    return { marks, bottom: y + 26 };
}

function bar({ label: name, parts }, top, room) {
    const whole = width - room;
    const marks = [label(name, room - 10, top + 15, { room: room - 10, anchor: "end" }), rect(room, top, whole, barHeight, "raised")];
    let x = room;
    parts.forEach(({ share, text, open }, at) => {
        const length = share * whole;
        if (length > 0) marks.push(part([x, top, Math.max(1, length - 1), barHeight], at, parts.length, { round: 0, open }));
        const words = [`${at + 1}: ${text}`, `${at + 1}`].find((candidate) => widthOf(candidate, fontSize - 2) + 4 <= length);
        if (words) marks.push(label(words, x + length / 2, top + 15, { size: fontSize - 2, anchor: "middle", open }));
        x += length;
    });
    return marks;
}

/** `names`: those of the parts; rows: [{label, parts: [{share, text, open}]}] with a part for each name, the last for what no other fits. */
export function stackedBars(heading, names, rows) {
    const room = labelRoom(rows.map((row) => row.label));
    const title = titleOf(heading, width);
    const { marks, bottom } = legend(names, title.height);
    return {
        title: heading, width, height: bottom + rows.length * rowHeight + 8,
        marks: [...title.marks, ...marks, ...rows.flatMap((row, at) => bar(row, bottom + 4 + at * rowHeight, room))],
    };
}
