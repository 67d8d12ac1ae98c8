// Charts of the page. The tables below them contain the exact values.
import { draw } from "../shared/charts/svg.js";
import { element, placeBeside } from "../shared/dom.js";

const usualWidth = 520; // pixels, of a chart before it is in the document

/** Shows the tip of the mark below the pointer. */
function showTips(plot, tip) {
    const show = ({ target, clientX, clientY }) => {
        const lines = target.dataset?.tip?.split("\n");
        tip.hidden = !lines;
        if (!lines) return;
        tip.replaceChildren(element("strong", {}, lines[0]), ...lines.slice(1).map((words) => element("p", {}, words)));
        const { left, top, width, height } = plot.getBoundingClientRect();
        placeBeside(tip, [clientX - left, clientY - top], { width, height });
    };
    for (const event of ["pointermove", "pointerdown"]) plot.addEventListener(event, show);
    plot.addEventListener("pointerleave", () => { tip.hidden = true; });
}

/**
 * A figure with a text alternative, and a legend if some of the `rows` have a failed part. `sceneOf(rows, {width, axis})` makes its scene,
 * again whenever the width changes.
 */
export function chart(title, summary, rows, sceneOf, axis) {
    const tip = element("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    const plot = element("div", { class: "plot" });
    let drawn = 0; // width
    const show = (width) => {
        if (!width || width === drawn) return;
        drawn = width;
        tip.hidden = true;
        plot.replaceChildren(draw(sceneOf(rows, { width, axis }), `${title}: ${summary}`), tip);
    };
    show(usualWidth);
    showTips(plot, tip);
    new ResizeObserver(() => show(plot.clientWidth)).observe(plot);
    const legend = rows.some(({ failed }) => failed) ? [element("span", { class: "failed" }, "failed")] : [];
    return element("figure", {}, element("figcaption", {}, title, ...legend), plot);
}

/** Two charts, beside each other where there is room. */
export const pair = (left, right) => element("div", { class: "two" }, left, right);

/** Rows with a text and a tip of each value: parts that failed apart if there are any. */
export function described(rows, format) {
    const isSplit = rows.some(({ failed }) => failed);
    return rows.map((row) => {
        const { name, value, failed = 0, text = format(value) } = row;
        return { label: name, ...row, text, tip: isSplit ? [name, `${format(value - failed)} succeeded`, `${format(failed)} failed`] : [name, text] };
    });
}
