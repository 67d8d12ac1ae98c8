// The points of a map of records, in typed arrays: 100,000 of them are searched within a millisecond.

/** The largest coordinate of a point: docs/reference/operations/analyze-bulk.md#record-map. */
export const mapSize = 1000;

export class MapPoints {
    /** `answer` has a record_map. A mirrored map suits a language that is written from the right. */
    constructor({ record_map: map, themes = [] }, { isMirrored = false } = {}) {
        this.ids = map.record_ids;
        this.size = this.ids.length;
        this.x = Float32Array.from(map.x, (x) => (isMirrored ? mapSize - x : x));
        this.y = Float32Array.from(map.y);
        this.themeCount = themes.length;
        this.members = membersOf(this.ids, themes);
        this.shown = new Uint8Array(themes.length + 1).fill(1); // by theme; the last one: records in none
        this.colour = new Int16Array(this.size); // of a point: the first shown theme, themeCount for none, -1: hidden
        this.recolour();
    }

    /** The themes of a point. */
    themesOf(point) {
        return this.members.themes.subarray(this.members.ends[point], this.members.ends[point + 1]);
    }

    /** Shows or hides the points of a theme. A point in several themes is shown while one of them is. */
    show(theme, isShown) {
        this.shown[theme] = isShown ? 1 : 0;
        this.recolour();
    }

    recolour() {
        for (let point = 0; point < this.size; point += 1) {
            const own = this.themesOf(point);
            const first = own.length ? own.find((theme) => this.shown[theme]) ?? -1 : this.themeCount;
            this.colour[point] = first >= 0 && this.shown[first] ? first : -1;
        }
    }

    isShown(point) {
        return this.colour[point] >= 0;
    }

    /** The shown point nearest to a place, within a distance; -1 without one. */
    nearest(x, y, distance = Infinity) {
        let [best, least] = [-1, distance * distance];
        for (let point = 0; point < this.size; point += 1) {
            const dx = this.x[point] - x;
            const dy = this.y[point] - y;
            const far = dx * dx + dy * dy;
            if (far <= least && this.colour[point] >= 0) [best, least] = [point, far];
        }
        return best;
    }

    /** The shown point to go to from another one in the direction (dx, dy) of an arrow key: the nearest of those within 45° of it. */
    towards(from, dx, dy) {
        let [best, least] = [-1, Infinity];
        for (let point = 0; point < this.size; point += 1) {
            if (this.colour[point] < 0) continue;
            const x = this.x[point] - this.x[from];
            const y = this.y[point] - this.y[from];
            const along = x * dx + y * dy;
            const across = Math.abs(x * dy - y * dx);
            if (along <= 0 || across > along) continue;
            const far = x * x + y * y;
            if (far < least) [best, least] = [point, far];
        }
        return best;
    }

    /** The shown points within a rectangle, borders included. */
    within({ left, top, right, bottom }) {
        const found = [];
        for (let point = 0; point < this.size; point += 1)
            if (this.colour[point] >= 0 && this.x[point] >= left && this.x[point] <= right && this.y[point] >= top && this.y[point] <= bottom) found.push(point);
        return found;
    }

    /** The shown points at the place of one. */
    samePlace(point) {
        const [x, y] = [this.x[point], this.y[point]];
        return this.within({ left: x, right: x, top: y, bottom: y });
    }

    /** For each theme, and last for records in none: {count, x, y}, the number and the middle of its points. */
    middles() {
        const sums = Array.from({ length: this.themeCount + 1 }, () => ({ count: 0, x: 0, y: 0 }));
        const add = (sum, point) => {
            sum.count += 1;
            sum.x += this.x[point];
            sum.y += this.y[point];
        };
        for (let point = 0; point < this.size; point += 1) {
            const own = this.themesOf(point);
            if (own.length === 0) add(sums[this.themeCount], point);
            for (const theme of own) add(sums[theme], point);
        }
        return sums.map(({ count, x, y }) => ({ count, x: count ? x / count : mapSize / 2, y: count ? y / count : mapSize / 2 }));
    }
}

/** The themes of each point, one after the other: those of point n end at ends[n + 1]. */
function membersOf(ids, themes) {
    const first = new Map(); // point of an id
    const same = new Int32Array(ids.length).fill(-1); // the next point with its id: ids may repeat
    for (let point = ids.length - 1; point >= 0; point -= 1) {
        same[point] = first.get(ids[point]) ?? -1;
        first.set(ids[point], point);
    }
    const eachMember = (use) => themes.forEach(({ record_ids: own = [] }, theme) => {
        for (const id of new Set(own)) for (let point = first.get(id) ?? -1; point >= 0; point = same[point]) use(point, theme);
    });
    const ends = new Uint32Array(ids.length + 1);
    eachMember((point) => { ends[point + 1] += 1; });
    for (let point = 0; point < ids.length; point += 1) ends[point + 1] += ends[point];
    const next = ends.slice();
    const members = new Uint16Array(ends[ids.length]);
    eachMember((point, theme) => { members[next[point]++] = theme; });
    return { ends, themes: members };
}

/** The part of a map that is shown: its middle, and how many times larger than the whole. */
export class MapView {
    static closest = 40;

    constructor() {
        this.reset();
    }

    reset() {
        Object.assign(this, { x: mapSize / 2, y: mapSize / 2, zoom: 1 });
    }

    /** Sets the pixels of the canvas. */
    resize(width, height) {
        Object.assign(this, { width, height });
    }

    /** Pixels of a unit of the map. Points at the border are whole. */
    get scale() {
        return (Math.min(this.width, this.height) / mapSize) * 0.96 * this.zoom;
    }

    /** A unit of the map is longer in the direction in which the canvas is. */
    get stretch() {
        return Math.max(this.width, this.height) / Math.min(this.width, this.height);
    }

    get scaleX() { return this.scale * (this.width > this.height ? this.stretch : 1); }
    get scaleY() { return this.scale * (this.width > this.height ? 1 : this.stretch); }

    toPixels(x, y) {
        return [this.width / 2 + (x - this.x) * this.scaleX, this.height / 2 + (y - this.y) * this.scaleY];
    }

    toMap(x, y) {
        return [this.x + (x - this.width / 2) / this.scaleX, this.y + (y - this.height / 2) / this.scaleY];
    }

    /** The map stays below the pointer at (x, y), in pixels. */
    zoomBy(factor, x = this.width / 2, y = this.height / 2) {
        const before = this.toMap(x, y);
        this.zoom = Math.min(MapView.closest, Math.max(1, this.zoom * factor));
        const after = this.toMap(x, y);
        this.moveTo(this.x + before[0] - after[0], this.y + before[1] - after[1]);
    }

    /** Moves by pixels. */
    moveBy(x, y) {
        this.moveTo(this.x - x / this.scaleX, this.y - y / this.scaleY);
    }

    /** Keeps the middle on the map. */
    moveTo(x, y) {
        const room = (mapSize / 2) * (1 - 1 / this.zoom);
        this.x = Math.min(mapSize / 2 + room, Math.max(mapSize / 2 - room, x));
        this.y = Math.min(mapSize / 2 + room, Math.max(mapSize / 2 - room, y));
    }

    /** The part of the map on the canvas. */
    bounds() {
        const [left, top] = this.toMap(0, 0);
        const [right, bottom] = this.toMap(this.width, this.height);
        return { left, top, right, bottom };
    }

    /** Moves only if the point is not on the canvas. */
    bring(x, y) {
        const { left, top, right, bottom } = this.bounds();
        if (x < left || x > right || y < top || y > bottom) this.moveTo(x, y);
    }
}

/** Red, green and blue of a theme, from 0 to 255. Neighbouring numbers differ most. Records in no theme are grey. */
export function colourOf(theme, themeCount, isDark) {
    if (theme === themeCount) return isDark ? [128, 134, 160] : [150, 155, 172];
    const hue = (225 + theme * 137.508) % 360;
    const light = isDark ? [0.68, 0.58][Math.floor(theme / 2) % 2] : [0.44, 0.34][Math.floor(theme / 2) % 2];
    const amplitude = 0.68 * Math.min(light, 1 - light);
    return [0, 8, 4].map((offset) => {
        const step = (offset + hue / 30) % 12;
        return Math.round(255 * (light - amplitude * Math.max(-1, Math.min(step - 3, 9 - step, 1))));
    });
}

export const cssColour = ([red, green, blue]) => `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** Offsets of the pixels of a dot. */
function dotOf(radius) {
    const offsets = [];
    const reach = Math.ceil(radius);
    for (let y = -reach; y <= reach; y += 1)
        for (let x = -reach; x <= reach; x += 1) if (x * x + y * y <= radius * radius) offsets.push([x, y]);
    return offsets;
}

/**
 * Draws all points into pixels (Uint32Array of an ImageData). Selected points are drawn last; without a selection `selected` is null, otherwise the
 * others are pale. `ratio`: pixels of the device.
 */
export function paint(pixels, points, view, { ratio, isDark, selected }) {
    const width = Math.round(view.width * ratio);
    const height = Math.round(view.height * ratio);
    pixels.fill(0);
    const crowd = points.size > 20_000 ? 1.1 : points.size > 2_000 ? 1.9 : 3.2;
    const dot = dotOf(crowd * ratio * Math.min(2, Math.sqrt(view.zoom)));
    const reach = dot.length ? Math.max(...dot.map(([x]) => x)) : 0;
    const packed = Array.from({ length: points.themeCount + 1 }, (_, theme) => {
        const [red, green, blue] = colourOf(theme, points.themeCount, isDark);
        return (blue << 16) | (green << 8) | red;
    });
    const offsets = dot.map(([x, y]) => y * width + x);
    const [scaleX, scaleY] = [view.scaleX * ratio, view.scaleY * ratio];
    const [shiftX, shiftY] = [width / 2 - view.x * scaleX, height / 2 - view.y * scaleY];
    const draw = (point, alpha) => {
        const x = Math.round(shiftX + points.x[point] * scaleX);
        const y = Math.round(shiftY + points.y[point] * scaleY);
        if (x < reach || y < reach || x >= width - reach || y >= height - reach) return;
        const at = y * width + x;
        const value = packed[points.colour[point]] | (alpha << 24);
        for (let n = 0; n < offsets.length; n += 1) pixels[at + offsets[n]] = value;
    };
    for (let point = 0; point < points.size; point += 1)
        if (points.colour[point] >= 0 && !(selected?.has(point))) draw(point, selected ? 0x40 : 0xff);
    if (selected) for (const point of selected) if (points.colour[point] >= 0) draw(point, 0xff);
}
