// A chart for each theme of a series of analyses: its share in each, and where its definition changed.
import { dot, label, line, ticks } from "../../../shared/charts/scene.js";
import { timeArea } from "./charts.js";

const cell = { width: 350, height: 150 };

function plot({ points }, columns, [left, top], axis, percent) {
    const area = { x: left + 44, y: top + 26, width: cell.width - 60, height: cell.height - 66 };
    const { x, y, marks } = timeArea(area, axis, columns, percent);
    let before = null;
    points.forEach((point, at) => {
        if (point === null || point.share === null) return;
        // A line would say that both were counted by the same definition.
        if (before !== null && !point.isChanged) marks.push(line(x(before), y(points[before].share), x(at), y(point.share), "accent", { width: 2 }));
        if (point.isChanged) marks.push(line(x(at), area.y - 4, x(at), area.y + area.height, "muted"), label("◆", x(at), area.y - 9, { size: 11, anchor: "middle" }));
        marks.push(dot(x(at), y(point.share), 4, "accent"));
        before = at;
    });
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
