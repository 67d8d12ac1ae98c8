// The map of the records: a canvas with a point for each, walked by pointer or keyboard, whose selection can be read and analysed.
import { button, element, graphic, placeBeside, table } from "../../shared/dom.js";
import { direction, text } from "../texts/texts.js";
import { count, percent } from "../format.js";
import { colourOf, cssColour, MapPoints, mapSize, MapView, paint } from "./map_points.js";
import { figure, foreign, hint, section } from "./parts.js";

const hitDistance = 14; // pixels between the pointer and a point
const longestText = 280; // characters of a record beside its point
const dragDistance = 4; // pixels below which a press is a click
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const darkScheme = () => matchMedia("(prefers-color-scheme: dark)");
const titleOf = ({ answer: { themes } }, theme) => themes[theme]?.title ?? text("result.unassigned");

/** A square in the colour of a theme. Attributes, since the page allows no styles in elements. */
function swatch(theme, themeCount) {
    return graphic("svg", { viewBox: "0 0 10 10", class: "swatch", "aria-hidden": "true" },
        graphic("rect", { width: 10, height: 10, rx: 2, fill: cssColour(colourOf(theme, themeCount, darkScheme().matches)) }));
}

/** Recolours a map while it is shown. Holds neither it nor its records. */
function followScheme(map) {
    const scheme = darkScheme();
    scheme.addEventListener("change", function recolour() {
        const shown = map.deref();
        if (shown?.area.isConnected) shown.recolour();
        else scheme.removeEventListener("change", recolour);
    });
}

class RecordMap {
    constructor(view) {
        this.view = view;
        this.points = new MapPoints(view.answer, { isMirrored: direction() === "rtl" });
        this.records = view.corpus && new Map(view.corpus.records.map((record) => [record.id, record]));
        this.shown = new MapView();
        this.selected = new Set();
        this.current = -1; // the point of the keyboard or below the pointer
        this.isSelecting = !matchMedia("(pointer: coarse)").matches; // what a drag does
        this.pointers = new Map(); // those that press, by their id: [x, y]
        this.drag = null; // {x, y, moved, box}
        this.build();
    }

    build() {
        this.canvas = element("canvas", { class: "map-points", "aria-hidden": "true" });
        this.overlay = element("canvas", { class: "map-overlay", "aria-hidden": "true" });
        this.tip = element("div", { class: "tip", hidden: true, "aria-hidden": "true" });
        this.live = element("p", { class: "unseen", role: "status" });
        this.help = element("p", { class: "hint", id: "map-help" }, text("map.keys"));
        this.area = element("div", { class: "map-area", tabindex: "0", role: "application", "aria-label": text("map.label", { count: this.points.size }), "aria-describedby": "map-help" },
            this.canvas, this.overlay, this.tip);
        this.status = element("p", { class: "map-selection", role: "status" });
        this.actions = element("p", { class: "line" });
        this.tools = element("div", { class: "line map-tools", role: "group", "aria-label": text("map.tools") });
        this.legend = element("ul", { class: "map-legend", "aria-label": text("map.legend") });
        this.listen();
        this.showTools();
        this.showLegend();
        this.showSelection();
        this.observer = new ResizeObserver(() => this.resize());
        this.observer.observe(this.area);
        followScheme(new WeakRef(this));
    }

    /** In the colours of the light or the dark style. */
    recolour() {
        this.showLegend();
        this.draw();
    }

    listen() {
        const { area } = this;
        area.addEventListener("pointerdown", (event) => this.press(event));
        area.addEventListener("pointermove", (event) => this.move(event));
        area.addEventListener("pointerup", (event) => this.release(event));
        area.addEventListener("pointercancel", (event) => this.release(event, false));
        area.addEventListener("pointerleave", () => this.pointers.size || this.point(-1));
        area.addEventListener("keydown", (event) => this.key(event));
        area.addEventListener("blur", () => this.point(-1));
        area.addEventListener("wheel", (event) => {
            if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
            event.preventDefault();
            const [x, y] = this.placeOf(event);
            this.zoom(event.deltaY < 0 ? 1.25 : 0.8, x, y);
        }, { passive: false });
    }

    placeOf({ clientX, clientY }) {
        const { left, top } = this.area.getBoundingClientRect();
        return [clientX - left - this.area.clientLeft, clientY - top - this.area.clientTop];
    }

    resize() {
        const { clientWidth: width, clientHeight: height } = this.area;
        if (!width || !height) return;
        this.ratio = Math.min(2, devicePixelRatio || 1);
        this.shown.resize(width, height);
        for (const canvas of [this.canvas, this.overlay]) [canvas.width, canvas.height] = [Math.round(width * this.ratio), Math.round(height * this.ratio)];
        this.context = this.canvas.getContext("2d");
        this.image = this.context.createImageData(this.canvas.width, this.canvas.height);
        this.pixels = new Uint32Array(this.image.data.buffer);
        this.paintNow();
    }

    /** Draws before the next frame, once for all changes. */
    draw() {
        this.frame ??= requestAnimationFrame(() => this.paintNow());
    }

    paintNow() {
        cancelAnimationFrame(this.frame);
        this.frame = null;
        if (!this.image) return;
        paint(this.pixels, this.points, this.shown, { ratio: this.ratio, isDark: darkScheme().matches, selected: this.selected.size ? this.selected : null });
        this.context.putImageData(this.image, 0, 0);
        this.drawOverlay();
    }

    /** The current point and the rectangle of a drag. */
    drawOverlay() {
        const context = this.overlay.getContext("2d");
        context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
        context.clearRect(0, 0, this.shown.width, this.shown.height);
        context.strokeStyle = context.fillStyle = getComputedStyle(this.area).color;
        context.lineWidth = 2;
        if (this.current >= 0) {
            const [x, y] = this.shown.toPixels(this.points.x[this.current], this.points.y[this.current]);
            context.beginPath();
            context.arc(x, y, 7, 0, 2 * Math.PI);
            context.stroke();
        }
        if (this.drag?.box) {
            const { x, y, box } = this.drag;
            context.strokeRect(x, y, box[0] - x, box[1] - y);
            context.globalAlpha = 0.1;
            context.fillRect(x, y, box[0] - x, box[1] - y);
            context.globalAlpha = 1;
        }
    }

    // Pointer

    press(event) {
        if (event.button !== 0) return;
        const place = this.placeOf(event);
        this.pointers.set(event.pointerId, place);
        if (this.pointers.size === 2) { // two fingers move and zoom
            this.drag = null;
            this.pinch = this.spanOf();
            return;
        }
        this.drag = { x: place[0], y: place[1], moved: false, box: null };
        if (this.isSelecting || this.shown.zoom > 1) this.area.setPointerCapture(event.pointerId);
    }

    /** The middle and the distance of two fingers. */
    spanOf() {
        const [[x1, y1], [x2, y2]] = [...this.pointers.values()];
        return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, distance: Math.max(1, Math.hypot(x1 - x2, y1 - y2)) };
    }

    move(event) {
        const place = this.placeOf(event);
        const before = this.pointers.get(event.pointerId);
        if (!before) return this.pointers.size ? undefined : this.hover(place);
        this.pointers.set(event.pointerId, place);
        if (this.pointers.size === 2) {
            const span = this.spanOf();
            this.shown.moveBy(span.x - this.pinch.x, span.y - this.pinch.y);
            this.zoom(span.distance / this.pinch.distance, span.x, span.y);
            this.pinch = span;
            return;
        }
        const { drag } = this;
        if (!drag) return;
        drag.moved ||= Math.hypot(place[0] - drag.x, place[1] - drag.y) > dragDistance;
        if (!drag.moved) return;
        this.point(-1);
        if (this.isSelecting) {
            drag.box = place;
            this.drawOverlay();
        } else {
            this.shown.moveBy(place[0] - before[0], place[1] - before[1]);
            this.draw();
        }
    }

    release(event, isDone = true) {
        if (!this.pointers.delete(event.pointerId)) return;
        const { drag } = this;
        this.drag = null;
        if (isDone && drag?.box) this.selectWithin(drag);
        else if (isDone && drag && !drag.moved) this.click([drag.x, drag.y]);
        this.drawOverlay();
    }

    hit([x, y]) {
        const [left, top] = this.shown.toMap(x, y);
        return this.points.nearest(left, top, hitDistance / Math.max(this.shown.scaleX, this.shown.scaleY));
    }

    hover(place) {
        this.point(this.hit(place));
    }

    click(place) {
        const point = this.hit(place);
        this.point(point);
        if (point >= 0) this.open(this.points.samePlace(point));
    }

    selectWithin({ x, y, box }) {
        const [left, top] = this.shown.toMap(Math.min(x, box[0]), Math.min(y, box[1]));
        const [right, bottom] = this.shown.toMap(Math.max(x, box[0]), Math.max(y, box[1]));
        this.select(this.points.within({ left, top, right, bottom }));
    }

    // Keyboard

    key(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const actions = {
            Enter: () => this.current >= 0 && this.open(this.points.samePlace(this.current)),
            " ": () => this.current >= 0 && this.toggle(this.points.samePlace(this.current)),
            Escape: () => this.select([]),
            "+": () => this.zoom(1.5), "=": () => this.zoom(1.5), "-": () => this.zoom(1 / 1.5), 0: () => this.reset(),
        };
        const arrow = arrows[event.key];
        if (!arrow && !actions[event.key]) return;
        event.preventDefault();
        if (arrow) this.walk(arrow);
        else actions[event.key]();
    }

    walk([dx, dy]) {
        const { points, shown } = this;
        const from = this.current >= 0 && points.isShown(this.current) ? this.current : -1;
        const to = from < 0 ? points.nearest(shown.x, shown.y) : points.towards(from, dx, dy);
        if (to < 0) return this.tell(points.colour.some((colour) => colour >= 0) ? text("map.end") : text("map.nothing"));
        shown.bring(points.x[to], points.y[to]);
        this.draw();
        this.point(to);
        this.tell(this.words(to));
    }

    // Points

    /** Makes a point the current one, and shows its text beside it. */
    point(point) {
        if (point === this.current) return;
        this.current = point;
        this.tip.hidden = point < 0;
        if (point >= 0) this.showTip(point);
        if (this.image) this.drawOverlay();
    }

    contentOf(point) {
        const content = this.records?.get(this.points.ids[point])?.content ?? "";
        return content.length > longestText ? `${content.slice(0, longestText)}…` : content;
    }

    themesOf(point) {
        const own = [...this.points.themesOf(point)].map((theme) => titleOf(this.view, theme));
        return own.length ? own : [text("result.unassigned")];
    }

    showTip(point) {
        const others = this.points.samePlace(point).length - 1;
        this.tip.replaceChildren(
            element("strong", {}, foreign(this.points.ids[point])), element("p", { dir: "auto" }, this.contentOf(point)),
            element("p", { class: "muted" }, ...this.themesOf(point).flatMap((title, at) => [at ? " · " : "", foreign(title)])),
            ...(others ? [element("p", { class: "muted" }, text("map.more", { count: others }))] : []));
        placeBeside(this.tip, this.shown.toPixels(this.points.x[point], this.points.y[point]), this.shown);
    }

    words(point) {
        const here = this.points.samePlace(point).length;
        return [this.points.ids[point], this.contentOf(point), this.themesOf(point).join(", "), ...(here > 1 ? [text("map.more", { count: here - 1 })] : []),
            ...(this.selected.has(point) ? [text("map.isSelected")] : [])].filter(Boolean).join(". ");
    }

    tell(words) {
        this.live.textContent = words;
    }

    idsOf(points) {
        return [...points].map((point) => this.points.ids[point]);
    }

    open(points) {
        if (!this.view.corpus) return this.tell(text("map.noTexts"));
        const title = points.length === 1 ? this.points.ids[points[0]] : text("map.selection", { count: points.length });
        this.view.open(title, this.view.corpus.ofIds(this.idsOf(points)), points.length);
    }

    // Selection

    select(points) {
        this.selected = new Set(points);
        this.showSelection();
        this.draw();
    }

    toggle(points) {
        const all = points.every((point) => this.selected.has(point));
        for (const point of points) this.selected[all ? "delete" : "add"](point);
        this.showSelection();
        this.draw();
    }

    showSelection() {
        const { size } = this.selected;
        this.status.textContent = size ? text("map.selected", { count: size }) : text("map.noSelection");
        this.actions.replaceChildren(...(size ? [
            ...(this.view.corpus ? [button(text("map.read"), () => this.open([...this.selected]), { class: "small-button" })] : []),
            ...(this.view.analyse ? [button(text("map.analyse"), () => this.view.analyse(this.idsOf(this.selected)), { class: "small-button map-analyse" })] : []),
            button(text("map.clear"), () => {
                this.select([]);
                this.area.focus({ preventScroll: true });
            }, { class: "small-button" }),
        ] : []));
    }

    // Tools

    zoom(factor, x, y) {
        this.shown.zoomBy(factor, x, y);
        this.area.classList.toggle("zoomed", this.shown.zoom > 1);
        this.point(-1);
        this.draw();
    }

    reset() {
        this.shown.reset();
        this.zoom(1);
    }

    showTools() {
        const small = { class: "small-button" };
        const mode = (label, isSelecting) => button(label, () => {
            this.isSelecting = isSelecting;
            for (const [at, own] of modes.entries()) own.setAttribute("aria-pressed", String((at === 0) === isSelecting));
            this.area.classList.toggle("selecting", isSelecting);
        }, { ...small, "aria-pressed": String(this.isSelecting === isSelecting) });
        const modes = [mode(text("map.dragSelect"), true), mode(text("map.dragMove"), false)];
        this.area.classList.toggle("selecting", this.isSelecting);
        this.tools.replaceChildren(...modes,
            button("+", () => this.zoom(1.5), { ...small, "aria-label": text("map.zoomIn") }), button("−", () => this.zoom(1 / 1.5), { ...small, "aria-label": text("map.zoomOut") }),
            button(text("map.whole"), () => this.reset(), small),
            button(text("map.selectShown"), () => this.select(this.points.within(this.shown.bounds())), small));
    }

    showLegend() {
        const { points } = this;
        this.legend.replaceChildren(...points.middles().flatMap(({ count: own }, theme) => {
            if (!own) return [];
            const entry = button("", () => {
                const isShown = entry.getAttribute("aria-pressed") !== "true";
                entry.setAttribute("aria-pressed", String(isShown));
                points.show(theme, isShown);
                if (this.current >= 0 && !points.isShown(this.current)) this.point(-1);
                this.draw();
            }, { class: "map-theme", "aria-pressed": String(Boolean(points.shown[theme])) });
            entry.append(swatch(theme, points.themeCount), foreign(titleOf(this.view, theme)), " ", element("span", { class: "muted" }, count(own)));
            return [element("li", {}, entry)];
        }));
    }

    /** Themes with the middle of their records and the nearest other theme: what the map shows, in a table. */
    table() {
        const { view, points } = this;
        const rows = points.middles().map((own, theme) => ({ ...own, theme })).filter(({ count: own }) => own);
        const share = (value) => percent(value / mapSize);
        const nearest = ({ theme, x, y }) => rows.filter((other) => other.theme !== theme && other.theme !== points.themeCount)
            .sort((left, right) => Math.hypot(left.x - x, left.y - y) - Math.hypot(right.x - x, right.y - y))[0];
        const idsOf = (theme) => this.idsOf(Array.from({ length: points.size }, (_, point) => point)
            .filter((point) => (theme === points.themeCount ? points.themesOf(point).length === 0 : points.themesOf(point).includes(theme))));
        return element("details", { class: "options" }, element("summary", {}, text("map.table")), table(text("map.table"), [
            { title: text("result.theme"), cell: ({ theme }) => foreign(titleOf(view, theme)) },
            { title: text("result.records"), cell: ({ theme, count: own }) => figure(view, own, { title: titleOf(view, theme), records: () => view.corpus.ofIds(idsOf(theme)) }) },
            { title: text("map.across"), cell: ({ x }) => share(x) }, { title: text("map.down"), cell: ({ y }) => share(y) },
            { title: text("map.nearest"), cell: (row) => (nearest(row) ? foreign(titleOf(view, nearest(row).theme)) : "–") },
        ], rows));
    }
}

/** The section of the map; nothing if the answer has none. */
export function map(view, images) {
    const { record_map: points } = view.answer;
    if (!points?.record_ids.length || !view.answer.themes) return [];
    const own = new RecordMap(view);
    const left = points.record_ids_omitted ?? 0;
    return [section("result-map", text("map.title"), images, hint(text("map.hint")), ...(left ? [hint(text("map.omitted", { count: left }))] : []),
        own.tools, own.area, own.live, own.help, own.legend, own.status, own.actions, own.table())];
}
