// The charts as scenes. Values come from the answer; nothing is computed but positions.
import { dot, highestOf, label, labelRoom, line, path, rect, ticks, titleOf, widthOf } from "../../../shared/charts/scene.js";

const width = 720;
const titleHeight = titleOf("-", width).height;
const title = (text) => titleOf(text, width).marks;

/** Positions of the values of a line, from left to right. */
function positions(values, area, highest) {
    const step = values.length > 1 ? area.width / (values.length - 1) : 0;
    const start = values.length > 1 ? area.x : area.x + area.width / 2;
    return values.map((value, at) => [start + at * step, area.y + area.height * (1 - value / highest)]);
}

function grid(area, { step, last }) {
    const marks = [];
    for (let value = 0; value <= last; value += step) {
        const y = area.y + area.height * (1 - value / last);
        marks.push(line(area.x, y, area.x + area.width, y, "line"), label(value, area.x - 6, y + 4, { size: 11, anchor: "end", fill: "muted" }));
    }
    return marks;
}

function plot(series, periods, area, axis) {
    const points = positions(series.values, area, axis.last);
    const y = area.y + area.height + 16;
    const ends = periods.length > 1 ? [label(periods[0], area.x, y, { size: 11, fill: "muted" }),
        label(periods.at(-1), area.x + area.width, y, { size: 11, fill: "muted", anchor: "end" })]
        : [label(periods[0] ?? "", area.x + area.width / 2, y, { size: 11, fill: "muted", anchor: "middle" })];
    return [...grid(area, axis), path(points, "accent"), ...ends,
        ...points.flatMap(([x, y], at) => (series.values[at] ? [dot(x, y, 3, "accent", { open: series.open?.(periods[at]) })] : []))];
}

/** The line of one series with its axes. */
export function lineChart(series, periods, highest, size = { width: 340, height: 130 }) {
    const area = { x: 30, y: 10, width: size.width - 44, height: size.height - 36 };
    return { title: series.label, ...size, marks: plot(series, periods, area, ticks(highest, 3)) };
}

const corners = { rect: ["x", "y"], text: ["x", "y"], dot: ["x", "y"], line: ["x1", "y1", "x2", "y2"] };

function moved(mark, x, y) {
    if (mark.kind === "path") return { ...mark, points: mark.points.map(([left, top]) => [left + x, top + y]) };
    const offset = { x, y };
    return { ...mark, ...Object.fromEntries(corners[mark.kind].map((name) => [name, mark[name] + offset[name[0]]])) };
}

/** The lines of several series, each in a chart of its own with the same axes. */
export function lineGrid(heading, all, periods) {
    const highest = highestOf(all.map(({ values }) => values));
    const cell = { width: 350, height: 158 };
    const marks = all.flatMap((series, at) => {
        const [x, y] = [(at % 2) * 370, titleHeight + Math.floor(at / 2) * cell.height];
        return [label(series.label, x, y + 14, { weight: 600, room: cell.width }), ...lineChart(series, periods, highest).marks.map((mark) => moved(mark, x, y + 18))];
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

function shift(row, at, { room, scale }) {
    const y = titleHeight + 24 + at * 28;
    return [
        label(row.label, room - 10, y + 5, { room: room - 10, anchor: "end" }),
        line(scale(row.outside), y, scale(row.inside), y, "line", { width: 3 }),
        dot(scale(row.outside), y, 4, "muted"),
        dot(scale(row.inside), y, 5, "accent"),
    ];
}

/** Two shares of each row, from 0 on: [{label, outside, inside}]. */
export function shifts(heading, rows, percent) {
    const room = labelRoom(rows.map((row) => row.label));
    const { step, last } = ticks(Math.max(...rows.flatMap(({ outside, inside }) => [outside, inside])), 4, 0.001);
    const scale = (share) => room + 15 + (width - room - 45) * (share / last);
    const height = titleHeight + 24 + rows.length * 28;
    const axis = Array.from({ length: Math.round(last / step) + 1 }, (_, at) => at * step).flatMap((share) => [
        line(scale(share), titleHeight + 8, scale(share), height - 6, "line"),
        label(percent(share), scale(share), titleHeight + 2, { size: 11, fill: "muted", anchor: "middle" }),
    ]);
    return { title: heading, width, height, marks: [...title(heading), ...axis, ...rows.flatMap((row, at) => shift(row, at, { room, scale }))] };
}

function interval(row, at, { room, scale }) {
    const y = titleHeight + 24 + at * 28;
    const colour = row.significant ? "accent" : "muted";
    return [
        label(row.label, room - 10, y + 5, { room: room - 10, anchor: "end" }),
        line(scale(row.low), y, scale(row.high), y, colour, { width: 3 }),
        dot(scale(row.difference), y, 5, colour),
    ];
}

/** Differences of shares with their intervals, from -1 to 1. Rows: [{label, difference, low, high, significant}]. */
export function intervals(heading, rows, percent) {
    const room = labelRoom(rows.map((row) => row.label));
    const farthest = Math.max(0.01, ...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
    const reach = Math.ceil(farthest * 20) / 20; // whole steps of 5 points
    const half = (width - room - 30) / 2;
    const scale = (value) => room + 15 + half + (value / reach) * half;
    const height = titleHeight + 24 + rows.length * 28;
    const axis = [-reach, 0, reach].flatMap((value) => [
        line(scale(value), titleHeight + 8, scale(value), height - 6, value ? "line" : "muted"),
        label(percent(value), scale(value), titleHeight + 2, { size: 11, fill: "muted", anchor: "middle" }),
    ]);
    return { title: heading, width, height, marks: [...title(heading), ...axis, ...rows.flatMap((row, at) => interval(row, at, { room, scale }))] };
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
