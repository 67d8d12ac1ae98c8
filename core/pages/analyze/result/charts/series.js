// A chart for each theme of a series of analyses: its share in each, and where its definition changed.
import { dot, label, line, ticks } from "../../../shared/charts/scene.js";

const cell = { width: 350, height: 150 };

function plot({ points }, columns, [left, top], { step, last }, percent) {
    const area = { x: left + 44, y: top + 26, width: cell.width - 60, height: cell.height - 66 };
    const x = (at) => area.x + (columns.length > 1 ? (at * area.width) / (columns.length - 1) : area.width / 2);
    const y = (share) => area.y + area.height * (1 - share / last);
    const marks = [];
    for (let share = 0; share <= last + 1e-9; share += step) marks.push(line(area.x, y(share), area.x + area.width, y(share), "line"), label(percent(share), area.x - 6, y(share) + 4, { size: 11, anchor: "end", fill: "muted" }));
    let before = null;
    points.forEach((point, at) => {
        if (point === null || point.share === null) return;
        // A line would say that both were counted by the same definition.
        if (before !== null && !point.isChanged) marks.push(line(x(before), y(points[before].share), x(at), y(point.share), "accent", { width: 2 }));
        if (point.isChanged) marks.push(line(x(at), area.y - 4, x(at), area.y + area.height, "muted"), label("◆", x(at), area.y - 9, { size: 11, anchor: "middle" }));
        marks.push(dot(x(at), y(point.share), 4, "accent"));
        before = at;
    });
    const below = area.y + area.height + 16;
    marks.push(label(columns[0], area.x, below, { size: 11, fill: "muted", room: area.width / 2 }), label(columns.at(-1), area.x + area.width, below, { size: 11, fill: "muted", anchor: "end", room: area.width / 2 }));
    return marks;
}

/** `rows`: [{title, points: [{share, isChanged} or null]}]; `columns`: a text for each point. */
export function seriesChart(heading, rows, columns, percent) {
    const axis = ticks(Math.max(0, ...rows.flatMap(({ points }) => points.filter(Boolean).map(({ share }) => share ?? 0))), 5, 0.01);
    const marks = rows.flatMap((row, at) => {
        const place = [(at % 2) * 370, Math.floor(at / 2) * cell.height];
        return [label(row.title, place[0], place[1] + 12, { weight: 600, room: cell.width }), ...plot(row, columns, place, axis, percent)];
    });
    return { title: heading, width: 720, height: Math.ceil(rows.length / 2) * cell.height, marks };
}
