// The map of the records with its tools and legend: points are read, selected and analysed. The canvas: map_area.js.
import { button, element, graphic, table } from "../../shared/dom.js";
import { direction, text } from "../texts/texts.js";
import { count, percent } from "../format.js";
import { darkScheme, MapArea } from "./map_area.js";
import { colourOf, cssColour, MapPoints, mapSize } from "./map_points.js";
import { countButton, foreign, hint, section } from "./parts.js";
import { cut } from "../themes/theme_edits.js";

const longestText = 280; // characters of a record beside its point

const titleOf = ({ answer: { themes } }, theme) => themes[theme]?.title ?? text("result.unassigned");

/** A square in the colour of a theme. Attributes, since the page allows no styles in elements. */
function swatch(theme, themeCount) {
    return graphic("svg", { viewBox: "0 0 10 10", class: "swatch", "aria-hidden": "true" },
        graphic("rect", { width: 10, height: 10, rx: 2, fill: cssColour(colourOf(theme, themeCount, darkScheme().matches)) }));
}

/** Recolours a map, a WeakRef, while it is shown: the listener keeps neither it nor its records in memory. */
function followScheme(map) {
    const scheme = darkScheme();
    scheme.addEventListener("change", function recolour() {
        const shown = map.deref();
        if (shown?.area.element.isConnected) shown.recolour();
        else scheme.removeEventListener("change", recolour);
    });
}

class RecordMap {
    constructor(view) {
        this.view = view;
        this.points = new MapPoints(view.answer, { isMirrored: direction() === "rtl" });
        this.records = view.corpus && new Map(view.corpus.records.map((record) => [record.id, record]));
        this.selected = new Set();
        this.live = element("p", { class: "unseen", role: "status" });
        this.help = element("p", { class: "hint", id: "map-help" }, text("map.keys"));
        this.status = element("p", { class: "map-selection", role: "status" });
        this.actions = element("p", { class: "line" });
        this.area = new MapArea(this.points, { "aria-label": text("map.label", { count: this.points.size }), "aria-describedby": this.help.id }, {
            open: (points) => this.open(points), select: (points) => this.select(points), toggle: (points) => this.toggle(points),
            tip: (point) => this.tip(point), describe: (point) => this.describe(point), announce: (words) => this.announce(words),
        });
        this.tools = element("div", { class: "line map-tools", role: "group", "aria-label": text("map.tools") });
        this.legend = element("ul", { class: "map-legend", "aria-label": text("map.legend") });
        this.showTools();
        this.showLegend();
        this.showSelection();
        followScheme(new WeakRef(this));
    }

    /** In the colours of the light or the dark style. At once: a print does not wait for a frame. */
    recolour() {
        this.showLegend();
        this.area.paintNow();
    }

    // Points

    contentOf(point) {
        return cut(this.records?.get(this.points.ids[point])?.content ?? "", longestText);
    }

    themesOf(point) {
        const own = [...this.points.themesOf(point)].map((theme) => titleOf(this.view, theme));
        return own.length ? own : [text("result.unassigned")];
    }

    /** The elements beside a point. */
    tip(point) {
        const others = this.points.samePlace(point).length - 1;
        return [element("strong", {}, foreign(this.points.ids[point])), element("p", { dir: "auto" }, this.contentOf(point)),
            element("p", { class: "muted" }, ...this.themesOf(point).flatMap((title, at) => [at ? " · " : "", foreign(title)])),
            ...(others ? [element("p", { class: "muted" }, text("map.more", { count: others }))] : [])];
    }

    /** The same for a screen reader. */
    describe(point) {
        const here = this.points.samePlace(point).length;
        return [this.points.ids[point], this.contentOf(point), this.themesOf(point).join(", "), ...(here > 1 ? [text("map.more", { count: here - 1 })] : []),
            ...(this.selected.has(point) ? [text("map.isSelected")] : [])].filter(Boolean).join(". ");
    }

    announce(words) {
        this.live.textContent = words;
    }

    idsOf(points) {
        return [...points].map((point) => this.points.ids[point]);
    }

    open(points) {
        if (!this.view.corpus) return this.announce(text("map.noTexts"));
        const title = points.length === 1 ? this.points.ids[points[0]] : text("map.selection", { count: points.length });
        this.view.open(title, this.view.corpus.ofIds(this.idsOf(points)), points.length);
    }

    // Selection

    select(points) {
        this.selected = new Set(points);
        this.showSelection();
    }

    toggle(points) {
        const all = points.every((point) => this.selected.has(point));
        for (const point of points) this.selected[all ? "delete" : "add"](point);
        this.showSelection();
    }

    showSelection() {
        const { size } = this.selected;
        this.area.mark(this.selected);
        this.status.textContent = size ? text("map.selected", { count: size }) : text("map.noSelection");
        this.actions.replaceChildren(...(size ? [
            ...(this.view.corpus ? [button(text("map.read"), () => this.open([...this.selected]), { class: "small-button" })] : []),
            ...(this.view.analyse ? [button(text("map.analyse"), () => this.view.analyse(this.idsOf(this.selected)), { class: "small-button map-analyse" })] : []),
            button(text("map.clear"), () => {
                this.select([]);
                this.area.element.focus({ preventScroll: true });
            }, { class: "small-button" }),
        ] : []));
    }

    // Tools

    showTools() {
        const small = { class: "small-button" };
        const { area } = this;
        const mode = (label, isSelecting) => button(label, () => {
            area.setMode(isSelecting);
            for (const [at, own] of modes.entries()) own.setAttribute("aria-pressed", String((at === 0) === isSelecting));
        }, { ...small, "aria-pressed": String(area.isSelecting === isSelecting) });
        const modes = [mode(text("map.dragSelect"), true), mode(text("map.dragMove"), false)];
        this.tools.replaceChildren(...modes,
            button("+", () => area.zoom(1.5), { ...small, "aria-label": text("map.zoomIn") }), button("−", () => area.zoom(1 / 1.5), { ...small, "aria-label": text("map.zoomOut") }),
            button(text("map.whole"), () => area.reset(), small),
            button(text("map.selectShown"), () => this.select(this.points.within(area.shown.bounds())), small));
    }

    showLegend() {
        const { points } = this;
        this.legend.replaceChildren(...points.middles().flatMap(({ count: own }, theme) => {
            if (!own) return [];
            const entry = button("", () => {
                const isShown = entry.getAttribute("aria-pressed") !== "true";
                entry.setAttribute("aria-pressed", String(isShown));
                points.show(theme, isShown);
                this.area.refresh();
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
        const distance = (left, right) => Math.hypot(left.x - right.x, left.y - right.y);
        const nearest = (row) => {
            const others = rows.filter(({ theme }) => theme !== row.theme && theme !== points.themeCount);
            const [other] = others.sort((left, right) => distance(left, row) - distance(right, row));
            return other ? foreign(titleOf(view, other.theme)) : "–";
        };
        const idsOf = (theme) => this.idsOf(Array.from({ length: points.size }, (_, point) => point)
            .filter((point) => (theme === points.themeCount ? points.themesOf(point).length === 0 : points.themesOf(point).includes(theme))));
        return element("details", { class: "options" }, element("summary", {}, text("map.table")), table(text("map.table"), [
            { title: text("result.theme"), cell: ({ theme }) => foreign(titleOf(view, theme)) },
            { title: text("result.records"), cell: ({ theme, count: own }) => countButton(view, own, { title: titleOf(view, theme), records: () => view.corpus.ofIds(idsOf(theme)) }) },
            { title: text("map.across"), cell: ({ x }) => share(x) }, { title: text("map.down"), cell: ({ y }) => share(y) },
            { title: text("map.nearest"), cell: nearest },
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
        own.tools, own.area.element, own.live, own.help, own.legend, own.status, own.actions, own.table())];
}
