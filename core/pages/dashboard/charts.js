// Charts. The tables below them contain the exact values.
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from "chart.js";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

const charts = new Map(); // by canvas
const rowHeight = 38; // pixels
const characterWidth = 8; // pixels, of a label
const columnsHeight = 220;

/** Colours and fonts of the style sheet, in light and dark mode. */
function theme() {
    const style = getComputedStyle(document.documentElement);
    const token = (name) => style.getPropertyValue(name).trim();
    return {
        ink: token("--ink"), muted: token("--muted"), line: token("--line"), accent: token("--accent"), soft: token("--accent-soft"),
        failed: token("--failed"), font: getComputedStyle(document.body).fontFamily,
    };
}

/** Options of horizontal bars. `whole`: the axis has whole numbers only. */
function options({ colours, tick, reserve, tooltip, max, whole }) {
    const text = { family: colours.font, size: 13 };
    return {
        indexAxis: "y",
        responsive: true,
        maintainAspectRatio: false,
        animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? false : { duration: 250 },
        layout: { padding: { right: reserve } },
        plugins: {
            legend: { display: false },
            tooltip: {
                displayColors: false, backgroundColor: colours.ink, titleFont: text, bodyFont: text, padding: 10, cornerRadius: 8,
                callbacks: { label: tooltip },
            },
        },
        scales: {
            x: {
                stacked: true, beginAtZero: true, suggestedMax: max, border: { display: false },
                grid: { color: colours.line, drawTicks: false },
                ticks: { color: colours.muted, font: { ...text, size: 12 }, maxTicksLimit: 5, maxRotation: 0, padding: 6, callback: tick, ...(whole ? { precision: 0 } : {}) },
            },
            y: {
                stacked: true, border: { display: false }, grid: { display: false },
                ticks: { color: colours.ink, font: text, autoSkip: false, crossAlign: "far", padding: 8 },
            },
        },
    };
}

/** Writes a text after the end of each row. */
function labels(texts, ends, colours) {
    return {
        id: "labels",
        afterDatasetsDraw({ ctx, scales: { x, y } }) {
            ctx.save();
            ctx.font = `600 13px ${colours.font}`;
            ctx.fillStyle = colours.ink;
            ctx.textBaseline = "middle";
            texts.forEach((text, at) => ctx.fillText(text, x.getPixelForValue(ends[at]) + 8, y.getPixelForValue(at)));
            ctx.restore();
        },
    };
}

/** A thin line from minimum to maximum, and a mark at the average. */
function whiskers(rows, colours) {
    const line = (ctx, from, to, height) => {
        ctx.beginPath();
        ctx.moveTo(from, height);
        ctx.lineTo(to, height);
        ctx.stroke();
    };
    return {
        id: "whiskers",
        beforeDatasetsDraw({ ctx, scales: { x, y } }) {
            ctx.save();
            ctx.strokeStyle = colours.accent;
            ctx.lineWidth = 1.5;
            rows.forEach(({ min, max }, at) => line(ctx, x.getPixelForValue(min), x.getPixelForValue(max), y.getPixelForValue(at)));
            ctx.restore();
        },
        afterDatasetsDraw({ ctx, scales: { x, y } }) {
            ctx.save();
            ctx.fillStyle = colours.ink;
            rows.forEach(({ avg }, at) => {
                ctx.beginPath();
                ctx.roundRect(x.getPixelForValue(avg) - 1.5, y.getPixelForValue(at) - 9, 3, 18, 1.5);
                ctx.fill();
            });
            ctx.restore();
        },
    };
}

/** Removes charts whose canvas is no longer in the document. */
function removeOldCharts() {
    for (const [canvas, chart] of charts) {
        if (canvas.isConnected) continue;
        chart.destroy();
        charts.delete(canvas);
    }
}

/** Options of columns over time: the axes of horizontal bars exchanged. */
function timeOptions(rows, settings) {
    const { scales: { x, y }, plugins, ...rest } = options({ ...settings, reserve: 0 });
    const names = { ...y.ticks, ...x.ticks, precision: undefined, maxTicksLimit: 8, autoSkip: true, autoSkipPadding: 16, crossAlign: "near", callback: (at) => rows[at].tick };
    plugins.tooltip.callbacks.title = ([{ dataIndex }]) => rows[dataIndex].name;
    return {
        ...rest, plugins, indexAxis: "x", interaction: { mode: "index", intersect: false },
        scales: { x: { ...y, ticks: names }, y: x },
    };
}

/** Draws a chart on a canvas. `height`: pixels. */
function draw(canvas, height, configuration) {
    removeOldCharts();
    canvas.parentElement.style.height = `${height}px`;
    charts.set(canvas, new Chart(canvas, { type: "bar", ...configuration }));
}

const bar = { barThickness: 16, borderRadius: 4, borderSkipped: false, minBarLength: 2 };

/** The values of rows, with their failed parts apart if there are any, and the tooltip of one of them. */
function stacked(rows, colours, format, style) {
    const split = rows.some(({ failed }) => failed);
    const datasets = [{ data: rows.map(({ value, failed = 0 }) => value - failed), backgroundColor: colours.accent, label: "succeeded", ...style }];
    if (split)
        datasets.push({ data: rows.map(({ failed }) => failed || null), backgroundColor: colours.failed, label: "failed", ...style, minBarLength: 0 });
    return {
        data: { labels: rows.map(({ name }) => name), datasets },
        tooltip: ({ dataset, dataIndex, raw }) => (split ? `${format(raw ?? 0)} ${dataset.label}` : rows[dataIndex].text ?? format(raw)),
    };
}

/** One bar per row. `rows`: [{name, value, failed?, text?}]; `failed` is the part of the value that failed, `text` replaces the value. */
export function bars(canvas, rows, { format, tick, whole }) {
    const colours = theme();
    const { data, tooltip } = stacked(rows, colours, format, bar);
    const texts = rows.map(({ value, text }) => text ?? format(value));
    draw(canvas, rows.length * rowHeight + 34, {
        data,
        options: options({ colours, tick, reserve: 16 + characterWidth * Math.max(0, ...texts.map(({ length }) => length)), tooltip, whole }),
        plugins: [labels(texts, rows.map(({ value }) => value), colours)],
    });
}

const column = { maxBarThickness: 28, categoryPercentage: 0.86, barPercentage: 1, borderRadius: 2, borderSkipped: false };

/** One column per row, in order of time. `rows` as for bars(), with the label `tick` of the axis. */
export function columns(canvas, rows, { format, tick, whole }) {
    const colours = theme();
    const { data, tooltip } = stacked(rows, colours, format, column);
    draw(canvas, columnsHeight, { data, options: timeOptions(rows, { colours, tick, tooltip, whole }) });
}

/** One range per row. `rows`: [{name, min, p5, avg, p95, max}]. */
export function ranges(canvas, rows, { format, tick }) {
    const colours = theme();
    draw(canvas, rows.length * rowHeight + 34, {
        data: {
            labels: rows.map(({ name }) => name),
            datasets: [{ data: rows.map(({ p5, p95 }) => [p5, p95]), backgroundColor: colours.soft, ...bar }],
        },
        options: options({
            colours, tick, reserve: 24, max: Math.max(...rows.map(({ max }) => max)),
            tooltip: ({ dataIndex }) => {
                const { min, p5, avg, p95, max } = rows[dataIndex];
                return [`average ${format(avg)}`, `5th to 95th percentile ${format(p5)} to ${format(p95)}`, `minimum ${format(min)}, maximum ${format(max)}`];
            },
        }),
        plugins: [whiskers(rows, colours)],
    });
}
