// The charts as scenes. Values come from the answer; nothing is computed but positions.
import { dot, highestOf, label, labelRoom, line, path, rect, ticks, titleOf, widthOf } from "../../../shared/charts/scene.js";

const width = 720;
const titleHeight = titleOf("-", width).height;
const title = (text) => titleOf(text, width).marks;

/** An area over time: {x(at), y(value)} of its points, and the marks of its axes. `words(value)`: those of a tick. */
export function timeArea(area, { last, values }, texts, words = String) {
    const x = (at) => area.x + (texts.length > 1 ? (at * area.width) / (texts.length - 1) : area.width / 2);
    const y = (value) => area.y + area.height * (1 - value / last);
    const grid = values.flatMap((value) => [line(area.x, y(value), area.x + area.width, y(value), "line"),
        label(words(value), area.x - 6, y(value) + 4, { size: 11, anchor: "end", fill: "muted" })]);
    const below = (text, left, anchor) => label(text, left, area.y + area.height + 16, { size: 11, fill: "muted", anchor, room: area.width / 2 });
    const ends = texts.length > 1 ? [below(texts[0], area.x, "start"), below(texts.at(-1), area.x + area.width, "end")] : [below(texts[0] ?? "", x(0), "middle")];
    return { x, y, marks: [...grid, ...ends] };
}

function plot({ values, open }, periods, [left, top], axis) {
    const { x, y, marks } = timeArea({ x: left + 30, y: top + 10, width: 296, height: 94 }, axis, periods);
    const points = values.map((value, at) => [x(at), y(value)]);
    return [...marks, path(points, "accent"), ...points.flatMap((point, at) => (values[at] ? [dot(...point, 3, "accent", { open: open?.(periods[at]) })] : []))];
}

/** The line of one series with its axes. */
export const lineChart = (series, periods, highest) => ({ title: series.label, width: 340, height: 130, marks: plot(series, periods, [0, 0], ticks(highest, 3)) });

/** The lines of several series, each in a chart of its own with the same axes. */
export function lineGrid(heading, all, periods) {
    const axis = ticks(highestOf(all.map(({ values }) => values)), 3);
    const cell = { width: 350, height: 158 };
    const marks = all.flatMap((series, at) => {
        const [x, y] = [(at % 2) * 370, titleHeight + Math.floor(at / 2) * cell.height];
        return [label(series.label, x, y + 14, { weight: 600, room: cell.width }), ...plot(series, periods, [x, y + 18], axis)];
    });
    return { title: heading, width, height: titleHeight + Math.ceil(all.length / 2) * cell.height, marks: [...title(heading), ...marks] };
}

/** How strong the colour of a value is, from 0 to 1. */
export const strength = (value, highest) => (value ? 0.12 + 0.63 * Math.sqrt(value / highest) : 0);

/** `cells`: a list of {weight, text} for each row; the weight gives the colour and may be null. `columns` and `rows` are texts. */
export function heatMap(heading, rows, columns, cells, highest) {
    const room = labelRoom(rows);
    const least = Math.max(30, ...cells.flat().map(({ text }) => widthOf(text, 12) + 6));
    const widest = Math.max(1, ...columns.map((text) => widthOf(text, 11))) + 4;
    const cell = Math.max(least, Math.min(Math.max(64, widest), (width - room) / columns.length));
    const top = titleHeight + 22;
    const whole = Math.max(width, room + cell * columns.length);
    const shown = Math.ceil(widest > cell ? (widthOf("0000-W00", 11) + 8) / cell : 1);
    const marks = [...title(heading), ...columns.flatMap((text, at) => (at % shown === 0
        ? [label(text, room + at * cell + 2, top - 6, { size: 11, fill: "muted", room: cell * shown - 4 })] : []))];
    rows.forEach((text, row) => {
        const y = top + row * 26;
        marks.push(label(text, room - 10, y + 17, { room: room - 10, anchor: "end" }));
        cells[row].forEach(({ weight, text: shown }, at) => marks.push(
            rect(room + at * cell, y, cell - 2, 24, weight ? "heat" : "raised", { opacity: weight ? strength(weight, highest) : 1 }),
            ...(weight === 0 ? [] : [label(shown, room + at * cell + cell / 2 - 1, y + 17, { size: 12, anchor: "middle" })])));
    });
    return { title: heading, width: whole, height: top + rows.length * 26 + 6, marks };
}

/**
 * A chart of rows with their labels at the left. `axis`: {from, to, reserved, ticks: [{value, stroke}]} with
 * the pixels beside its scale; `draw(row, y, scale)` makes the marks of a row.
 */
function rowChart(heading, rows, axis, words, draw) {
    const room = labelRoom(rows.map((row) => row.label));
    const scale = (value) => room + 15 + ((width - room - axis.reserved) * (value - axis.from)) / (axis.to - axis.from);
    const height = titleHeight + 24 + rows.length * 28;
    const ticksAbove = axis.ticks.flatMap(({ value, stroke }) => [line(scale(value), titleHeight + 8, scale(value), height - 6, stroke),
        label(words(value), scale(value), titleHeight + 2, { size: 11, fill: "muted", anchor: "middle" })]);
    const marks = rows.flatMap((row, at) => {
        const y = titleHeight + 24 + at * 28;
        return [label(row.label, room - 10, y + 5, { room: room - 10, anchor: "end" }), ...draw(row, y, scale)];
    });
    return { title: heading, width, height, marks: [...title(heading), ...ticksAbove, ...marks] };
}

/** Two shares of each row, from 0 on: [{label, outside, inside}]. */
export function shifts(heading, rows, percent) {
    const { last, values } = ticks(Math.max(...rows.flatMap(({ outside, inside }) => [outside, inside])), 4, 0.001);
    const axis = { from: 0, to: last, reserved: 45, ticks: values.map((value) => ({ value, stroke: "line" })) };
    return rowChart(heading, rows, axis, percent, ({ outside, inside }, y, scale) => [
        line(scale(outside), y, scale(inside), y, "line", { width: 3 }), dot(scale(outside), y, 4, "muted"), dot(scale(inside), y, 5, "accent"),
    ]);
}

/** Differences of shares with their intervals, from -1 to 1. Rows: [{label, difference, low, high, significant}]. */
export function intervals(heading, rows, percent) {
    const farthest = Math.max(0.01, ...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
    const reach = Math.ceil(farthest * 20) / 20; // whole steps of 5 points
    const axis = { from: -reach, to: reach, reserved: 30, ticks: [-reach, 0, reach].map((value) => ({ value, stroke: value ? "line" : "muted" })) };
    return rowChart(heading, rows, axis, percent, ({ difference, low, high, significant }, y, scale) => {
        const colour = significant ? "accent" : "muted";
        return [line(scale(low), y, scale(high), y, colour, { width: 3 }), dot(scale(difference), y, 5, colour)];
    });
}

/**
 * A point map with its legend. `legend`: [{theme, label, fill}], of which the first `most` are named; points on the same pixels are drawn once.
 * `side`: that of the map, in pixels.
 */
export function pointMap(heading, points, legend, { size, most = Infinity, side = width }) {
    const radius = points.size > 20_000 ? 1 : points.size > 2_000 ? 1.75 : 3;
    const fills = new Map(legend.map(({ theme, fill }) => [theme, fill]));
    const seen = new Set();
    const dots = [];
    for (let point = 0; point < points.size; point += 1) {
        const [x, y] = [points.x[point], points.y[point]].map((value) => Math.round(value / size * (side - 8) + 4));
        const key = (x * 4096 + y) * 256 + points.colour[point];
        if (seen.has(key)) continue;
        seen.add(key);
        dots.push(dot(x, titleHeight + y, radius, fills.get(points.colour[point])));
    }
    const named = legend.slice(0, most);
    const rows = named.flatMap(({ label: words, fill }, at) => {
        const [x, y] = [(at % 2) * (width / 2), titleHeight + side + 22 + Math.floor(at / 2) * 22];
        return [rect(x, y - 11, 12, 12, fill), label(words, x + 20, y, { room: width / 2 - 30 })];
    });
    return { title: heading, width, height: titleHeight + side + 22 + Math.ceil(named.length / 2) * 22, marks: [...title(heading), ...dots, ...rows] };
}

const captionLine = 18;

/** A chart with a text below it, in as many lines as it needs. */
export function withCaption(scene, caption) {
    const lines = [""];
    for (const word of caption.split(" ")) {
        const next = `${lines.at(-1)} ${word}`.trim();
        if (!lines.at(-1) || widthOf(next, 11) <= scene.width) lines[lines.length - 1] = next;
        else lines.push(word);
    }
    const marks = lines.map((own, at) => label(own, 0, scene.height + captionLine * (at + 1) - 4, { size: 11, fill: "muted", room: scene.width }));
    return { ...scene, height: scene.height + captionLine * lines.length, marks: [...scene.marks, ...marks] };
}
