// The area of the map of the records: a canvas with a point for each, walked by pointer or keyboard.
import { element, placeBeside } from "../../shared/dom.js";
import { text } from "../texts/texts.js";
import { MapView, paint } from "./map_points.js";

const hitDistance = 14; // pixels between the pointer and a point
const dragDistance = 4; // pixels below which a press is a click
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether the page is dark: prints are light. */
export const darkScheme = () => matchMedia("screen and (prefers-color-scheme: dark)");

export class MapArea {
    /**
     * `points`: MapPoints. `actions` is called with points: open(points), select(points), toggle(points); tip(point) returns the elements beside a
     * point, describe(point) the same in words for announce(words), which a screen reader reads.
     */
    constructor(points, attributes, actions) {
        Object.assign(this, { points, actions });
        this.shown = new MapView();
        this.selected = new Set(); // points, set by mark()
        this.current = -1; // the point of the keyboard or below the pointer
        this.isSelecting = !matchMedia("(pointer: coarse)").matches; // what a drag does
        this.pointers = new Map(); // those that press, by their id: [x, y]
        this.drag = null; // {x, y, moved, box}
        this.canvas = element("canvas", { class: "map-points", "aria-hidden": "true" });
        this.overlay = element("canvas", { class: "map-overlay", "aria-hidden": "true" });
        this.tip = element("div", { class: "tip", hidden: true, "aria-hidden": "true" });
        this.element = element("div", { class: "map-area", tabindex: "0", role: "application", ...attributes }, this.canvas, this.overlay, this.tip);
        this.setMode(this.isSelecting);
        this.listen();
        this.observer = new ResizeObserver(() => this.resize());
        this.observer.observe(this.element);
    }

    /** What a drag does: select, or move the map. */
    setMode(isSelecting) {
        this.isSelecting = isSelecting;
        this.element.classList.toggle("selecting", isSelecting);
    }

    /** Other points are shown or hidden. */
    refresh() {
        if (this.current >= 0 && !this.points.isShown(this.current)) this.point(-1);
        this.draw();
    }

    /** Marks points as selected. */
    mark(points) {
        this.selected = points;
        this.draw();
    }

    listen() {
        const { element: area } = this;
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
        const { left, top } = this.element.getBoundingClientRect();
        return [clientX - left - this.element.clientLeft, clientY - top - this.element.clientTop];
    }

    resize() {
        const { clientWidth: width, clientHeight: height } = this.element;
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
        context.strokeStyle = context.fillStyle = getComputedStyle(this.element).color;
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
        if (this.isSelecting || this.shown.zoom > 1) this.element.setPointerCapture(event.pointerId);
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
        if (point >= 0) this.actions.open(this.points.samePlace(point));
    }

    selectWithin({ x, y, box }) {
        const [left, top] = this.shown.toMap(Math.min(x, box[0]), Math.min(y, box[1]));
        const [right, bottom] = this.shown.toMap(Math.max(x, box[0]), Math.max(y, box[1]));
        this.actions.select(this.points.within({ left, top, right, bottom }));
    }

    // Keyboard

    key(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const actions = {
            Enter: () => this.current >= 0 && this.actions.open(this.points.samePlace(this.current)),
            " ": () => this.current >= 0 && this.actions.toggle(this.points.samePlace(this.current)),
            Escape: () => this.actions.select([]),
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
        if (to < 0) return this.actions.announce(points.colour.some((colour) => colour >= 0) ? text("map.end") : text("map.nothing"));
        shown.bring(points.x[to], points.y[to]);
        this.draw();
        this.point(to);
        this.actions.announce(this.actions.describe(to));
    }

    /** Makes a point the current one, and shows its text beside it. */
    point(point) {
        if (point === this.current) return;
        this.current = point;
        this.tip.hidden = point < 0;
        if (point >= 0) this.showTip(point);
        if (this.image) this.drawOverlay();
    }

    showTip(point) {
        this.tip.replaceChildren(...this.actions.tip(point));
        placeBeside(this.tip, this.shown.toPixels(this.points.x[point], this.points.y[point]), this.shown);
    }

    // Part that is shown

    zoom(factor, x, y) {
        this.shown.zoomBy(factor, x, y);
        this.element.classList.toggle("zoomed", this.shown.zoom > 1);
        this.point(-1);
        this.draw();
    }

    reset() {
        this.shown.reset();
        this.zoom(1);
    }
}
