// Bars: horizontal ones, ranges with an average, and columns over time. Values come from the caller; nothing is computed but positions.
import { label, labelRoom, line, rect, ticks, titleOf, widthOf } from "./scene.js";

const rowHeight = 28;
const barHeight = 18;
const least = 2; // pixels of a bar, so that small values are seen
const tickSize = 12;

/** The axis up to a value: {step, last, ticks: [{value, words}]}. */
function axisOf(highest, { words, least: smallest }) {
    const axis = ticks(highest, 5, smallest);
    return { ...axis, ticks: axis.values.map((value) => ({ value, words: words(value, axis) })) };
}

/** Texts below an axis, centred on their positions, as many as have room: [{words, x}], `step` pixels apart. */
function textsBelow(all, y, { step, width, most = Infinity }) {
    const widest = Math.max(0, ...all.map(({ words }) => widthOf(words, tickSize)));
    const each = Math.max(1, Math.ceil(all.length / most), Math.ceil((widest + 14) / step));
    let end = -Infinity;
    return all.filter((_, at) => at % each === 0).flatMap(({ words, x }) => {
        const half = widthOf(words, tickSize) / 2;
        const middle = Math.min(width - half, Math.max(half, x)); // within the chart, which may be too near to the one before
        if (middle - half < end) return [];
        end = middle + half + 4;
        return [label(words, middle, y, { size: tickSize, anchor: "middle", fill: "muted" })];
    });
}

/** An area that shows the words of a row below the pointer. */
const pointed = (x, y, width, height, tip) => (tip ? [rect(x, y, width, height, "ink", { opacity: 0, round: 0, tip })] : []);

/** A chart of rows with their labels at the left, and the axis, if there is one, below. `draw(row, top, scale)` makes the marks of a row. */
function rowsOf(rows, { heading = "", width, axis, highest, reserved, draw }) {
    const title = titleOf(heading, width);
    const room = Math.min(labelRoom(rows.map((row) => row.label)), 0.45 * width);
    const space = Math.max(20, width - room - reserved);
    const known = axis ? axisOf(highest, axis) : { last: highest, ticks: [] };
    const scale = (value) => room + (value / known.last) * space;
    const bottom = title.height + rows.length * rowHeight + 4;
    const grid = known.ticks.map(({ value }) => line(scale(value), title.height, scale(value), bottom, "line"));
    const words = textsBelow(known.ticks.map((tick) => ({ ...tick, x: scale(tick.value) })), bottom + 16, { step: scale(known.step) - room, width });
    const marks = rows.flatMap((row, at) => {
        const top = title.height + at * rowHeight;
        return [label(row.label, room - 10, top + 16, { room: room - 10, anchor: "end" }), ...draw(row, top + 3, scale), ...pointed(0, top, width, rowHeight, row.tip)];
    });
    return { title: heading, width, height: bottom + (axis ? 22 : 4), marks: [...title.marks, ...grid, ...words, ...marks] };
}

function bar({ value, failed = 0, text }, top, scale) {
    const start = scale(0);
    const middle = failed && value === failed ? start : Math.max(start + least, scale(value - failed));
    const end = Math.max(middle, scale(value));
    return [...(middle > start ? [rect(start, top, middle - start, barHeight, "accent")] : []), ...(failed ? [rect(middle, top, end - middle, barHeight, "failed")] : []),
        label(text, end + 8, top + 13, { weight: 600 })];
}

/**
 * A bar for each row: [{label, value, text, failed?, tip?}]; `failed` is the part of the value that failed, `tip` a list of lines for
 * the pointer. `axis`: {words(value, axis), least}, the words of a tick and the smallest step; without one the texts alone give values.
 */
export function bars(rows, { heading, width = 720, axis = null }) {
    const reserved = Math.max(40, ...rows.map(({ text }) => widthOf(text) + 14));
    const highest = Math.max(axis ? 0 : 1, ...rows.map(({ value }) => value));
    return rowsOf(rows, { heading, width, axis, highest, reserved, draw: bar });
}

function range({ min, p5, avg, p95, max }, top, scale) {
    const middle = top + barHeight / 2;
    return [
        line(scale(min), middle, scale(max), middle, "accent", { width: 1.5 }),
        rect(scale(p5), top, Math.max(least, scale(p95) - scale(p5)), barHeight, "accent-soft"),
        rect(scale(avg) - 1.5, top - 1, 3, barHeight + 2, "ink", { round: 1.5 }),
    ];
}

/** A range for each row: [{label, min, p5, avg, p95, max, tip?}], as a line from minimum to maximum, a bar between percentiles, and a mark. */
export function ranges(rows, { width, axis }) {
    return rowsOf(rows, { width, axis, highest: Math.max(...rows.map(({ max }) => max)), reserved: 24, draw: range });
}

const columnsHeight = 220;
const mostTicks = 8; // of the axis of time

/** A column for each row, in order of time: [{label, value, failed?, tip?}]. `axis` as for bars(). */
export function columns(rows, { width, axis }) {
    const { last, ticks: values } = axisOf(Math.max(...rows.map(({ value }) => value)), axis);
    const room = Math.max(...values.map(({ words }) => widthOf(words, tickSize))) + 8;
    const [top, bottom] = [8, columnsHeight - 28];
    const step = (width - room) / rows.length;
    const scale = (value) => bottom - (value / last) * (bottom - top);
    const grid = values.flatMap(({ value, words }) => [line(room, scale(value), width, scale(value), "line"),
        label(words, room - 8, scale(value) + 4, { size: tickSize, anchor: "end", fill: "muted" })]);
    const names = textsBelow(rows.map((row, at) => ({ words: row.label, x: room + (at + 0.5) * step })), bottom + 18, { step, width, most: mostTicks });
    const thickness = Math.min(28, 0.86 * step);
    const round = Math.min(2, thickness / 3);
    const marks = rows.flatMap(({ value, failed = 0, tip }, at) => {
        const x = room + (at + 0.5) * step - thickness / 2;
        return [
            ...(value > failed ? [rect(x, scale(value - failed), thickness, bottom - scale(value - failed), "accent", { round })] : []),
            ...(failed ? [rect(x, scale(value), thickness, scale(value - failed) - scale(value), "failed", { round })] : []),
            ...pointed(room + at * step, top, step, bottom - top, tip),
        ];
    });
    return { title: "", width, height: columnsHeight, marks: [...grid, ...names, ...marks] };
}
