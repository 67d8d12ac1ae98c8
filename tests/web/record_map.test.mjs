// The map of the records on /analyze: its points, hover, keyboard, selection, filter, table, pictures, directions and languages.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { askQuestion, chooseFile, file, finished, fromServer, jobOf, openAnalysis, start } from "./support/analysis.mjs";
import { audit, screenshot, startBrowser } from "./support/browser.mjs";
import { nothing } from "./support/dashboard.mjs";
import { feedbackRows, toCsv } from "./support/feedback.mjs";
import { pageModule } from "./support/page_modules.mjs";
import { startServer } from "./support/server.mjs";

const { MapPoints, MapView, paint } = await pageModule("result/map_points.js");
const { text } = await pageModule("texts/texts.js");
const { selectRecords } = await pageModule("reader/filters.js");

let server;
let browser;
let opened;
let answer;

before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    opened = await openAnalysis(browser, server);
    await chooseFile(opened.page, file("feedback.csv", toCsv(feedbackRows(600))));
    await askQuestion(opened.page);
    await start(opened.page);
    await finished(opened.page);
    answer = await fromServer(server, `/v1/jobs/${jobOf(opened.page)}/result`);
});

const small = { record_map: { record_ids: ["a", "b", "c", "d", "e"], x: [0, 1000, 500, 500, 500], y: [0, 0, 500, 500, 900] },
    themes: [{ title: "Water", record_ids: ["a", "c"] }, { title: "Food", record_ids: ["c", "b"] }] };

test("points have their themes, and the colour of the first one that is shown", () => {
    const points = new MapPoints(small);
    assert.deepEqual([...points.themesOf(2)], [0, 1]);
    assert.deepEqual([...points.colour], [0, 1, 0, 2, 2]);
    points.show(0, false);
    assert.deepEqual([...points.colour], [-1, 1, 1, 2, 2]);
    points.show(2, false);
    assert.deepEqual([...points.colour], [-1, 1, 1, -1, -1]);
});

test("points are found by place, direction and rectangle, if they are shown", () => {
    const points = new MapPoints(small);
    assert.equal(points.nearest(10, 10), 0);
    assert.equal(points.nearest(10, 10, 5), -1);
    assert.deepEqual(points.samePlace(2), [2, 3]);
    assert.equal(points.towards(2, 0, 1), 4);
    assert.equal(points.towards(4, 0, -1), 2);
    assert.equal(points.towards(0, 1, 0), 2); // nearer than b, and just within 45 degrees
    assert.equal(points.towards(0, -1, 0), -1);
    assert.deepEqual(points.within({ left: 400, right: 1000, top: 0, bottom: 600 }), [1, 2, 3]);
    points.show(1, false);
    assert.deepEqual(points.within({ left: 400, right: 1000, top: 0, bottom: 600 }), [2, 3]);
    assert.equal(new MapPoints(small, { isMirrored: true }).nearest(990, 10), 0);
});

test("middles count a point for each of its themes", () => {
    assert.deepEqual(new MapPoints(small).middles(), [{ count: 2, x: 250, y: 250 }, { count: 2, x: 750, y: 250 }, { count: 2, x: 500, y: 700 }]);
});

test("the map stays below the pointer that zooms, and never leaves the canvas", () => {
    const view = new MapView();
    view.resize(800, 500);
    const before = view.toMap(200, 100);
    view.zoomBy(4, 200, 100);
    const after = view.toMap(200, 100);
    for (const axis of [0, 1]) assert.ok(Math.abs(before[axis] - after[axis]) < 1e-6);
    view.moveBy(1e6, -1e6);
    assert.ok(view.x >= 0 && view.y <= 1000);
    view.zoomBy(1e9);
    assert.equal(view.zoom, MapView.closest);
    view.reset();
    assert.deepEqual([view.x, view.y, view.zoom], [500, 500, 1]);
});

test("each shown point is drawn, and a hidden one is not", () => {
    const points = new MapPoints(small);
    const view = new MapView();
    view.resize(100, 100);
    const drawn = () => {
        const pixels = new Uint32Array(100 * 100);
        paint(pixels, points, view, { ratio: 1, isDark: false, selected: null });
        return pixels.filter(Boolean).length;
    };
    const all = drawn();
    assert.ok(all > 0);
    for (const theme of [0, 1, 2]) points.show(theme, false);
    assert.equal(drawn(), 0);
});

test("ids are a filter beside others", () => {
    const records = ["a", "b", "c"].map((id) => ({ id, date: "2026-01-01", metadata: { region: id === "c" ? "south" : "north" } }));
    const ids = (filters) => selectRecords(records, filters).map(({ id }) => id);
    assert.deepEqual(ids({ values: [], from: "", to: "", ids: ["b", "c", "x"] }), ["b", "c"]);
    assert.deepEqual(ids({ values: [{ key: "region", value: "north" }], from: "", to: "", ids: ["b", "c"] }), ["b"]);
    assert.deepEqual(ids({ values: [], from: "", to: "", ids: [] }), []);
});

/** Pixels of a point of the map area, which is in view. */
async function pixelsOf(page, id) {
    const { record_map: map } = answer;
    const at = map.record_ids.indexOf(id);
    const area = page.locator(".map-area");
    await area.scrollIntoViewIfNeeded();
    const { width, height } = await area.evaluate(({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight }));
    const view = new MapView();
    view.resize(width, height);
    const box = await area.boundingBox();
    const [x, y] = view.toPixels(map.x[at], map.y[at]);
    return [box.x + 1 + x, box.y + 1 + y];
}

const others = ({ record_map: map }, id) => {
    const at = map.record_ids.indexOf(id);
    return map.record_ids.filter((_, other) => map.x[other] === map.x[at] && map.y[other] === map.y[at]);
};

test("hover shows the text of a record, and a click opens it", async () => {
    const { page } = opened;
    assert.equal(answer.record_map.record_ids.length, answer.feedback_record_count);
    const [id] = answer.themes[0].record_ids;
    await page.mouse.move(...await pixelsOf(page, id));
    const tip = page.locator(".map-area .tip");
    await tip.waitFor();
    const shown = await tip.locator("strong").innerText();
    assert.ok(others(answer, id).includes(shown), shown);
    assert.ok((await tip.locator("p").first().innerText()).length > 5);
    await page.mouse.down();
    await page.mouse.up();
    const dialog = page.locator(".records-dialog");
    await dialog.waitFor();
    assert.deepEqual((await dialog.locator(".record h3").allInnerTexts()).sort(), others(answer, id).sort());
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
});

test("arrow keys walk from point to point, which a live region reads, and Enter opens", async () => {
    const { page } = opened;
    await page.locator(".map-area").focus();
    const live = page.locator("#result-map .unseen[role=status]");
    await page.keyboard.press("ArrowRight");
    const first = await live.textContent();
    assert.match(first, /\S+\. .+/);
    await page.keyboard.press("ArrowRight");
    const second = await live.textContent();
    assert.notEqual(second, first);
    const id = second.split(". ")[0];
    const titles = answer.themes.filter(({ record_ids: own }) => own.includes(id)).map(({ title }) => title);
    assert.ok(second.includes(titles[0] ?? "In no theme"), second);
    await page.keyboard.press("Enter");
    const dialog = page.locator(".records-dialog");
    await dialog.waitFor();
    assert.ok((await dialog.locator(".record h3").allInnerTexts()).includes(id));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    for (let n = 0; n < 400 && await live.textContent() !== "No point in this direction"; n += 1) await page.keyboard.press("ArrowLeft");
    assert.equal(await live.textContent(), "No point in this direction");
});

test("the space bar selects, Escape clears, and the legend hides themes", async () => {
    const { page } = opened;
    await page.locator(".map-area").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press(" ");
    assert.match(await page.locator(".map-selection").innerText(), /^\d+ records? selected$/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".map-selection").innerText(), "No record selected");

    const [theme] = answer.themes;
    const entry = page.locator(".map-theme").first();
    assert.ok((await entry.innerText()).includes(theme.title));
    for (const button of await page.locator(".map-theme").all()) await button.click();
    await page.getByRole("button", { name: "Select what is shown" }).click();
    assert.equal(await page.locator(".map-selection").innerText(), "No record selected");
    await entry.click();
    assert.equal(await entry.getAttribute("aria-pressed"), "true");
    await page.getByRole("button", { name: "Select what is shown" }).click();
    assert.equal(await page.locator(".map-selection").innerText(), `${theme.record_count} records selected`);
    for (const button of (await page.locator(".map-theme").all()).slice(1)) await button.click();
    await page.getByRole("button", { name: "Clear the selection" }).click();
});

test("the table has each theme with its records", async () => {
    const { page } = opened;
    await page.locator("#result-map details > summary").click();
    const rows = await page.locator("#result-map tbody tr").evaluateAll((found) => found.map((row) => [row.querySelector("th").textContent, Number(row.querySelector("data").value)]));
    const expected = answer.themes.map(({ title, record_count }) => [title, record_count]);
    if (answer.unassigned_count) expected.push(["In no theme", answer.unassigned_count]);
    assert.deepEqual(rows, expected);
});

test("the picture has the points and the legend", async () => {
    const { page } = opened;
    const saved = async (extension) => {
        const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `Map of the records: ${extension}` }).click()]);
        const stream = await download.createReadStream();
        return Buffer.concat(await stream.toArray());
    };
    const svg = (await saved("SVG")).toString();
    const distinct = new Set(answer.record_map.x.map((x, at) => `${x} ${answer.record_map.y[at]}`)).size;
    const dots = svg.match(/<circle /g).length;
    assert.ok(dots > distinct / 2 && dots <= answer.record_map.x.length, `${dots}`);
    assert.ok(svg.includes(answer.themes[0].title.slice(0, 12)));
    assert.equal((await saved("PNG")).subarray(1, 4).toString(), "PNG");
});

test("it passes the accessibility audit wide, narrow, dark and from the right", async () => {
    const { page } = opened;
    const map = page.locator("#result-map");
    for (const [name, size, scheme, language] of [["map-wide", 1280, "light", "en"], ["map-dark", 1280, "dark", "en"], ["map-360", 360, "light", "fr"], ["map-arabic", 900, "light", "ar"], ["map-arabic-360", 360, "dark", "ar"]]) {
        await page.setViewportSize({ width: size, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        await page.locator("#language").selectOption(language);
        await map.scrollIntoViewIfNeeded();
        assert.deepEqual(await audit(page), [], name);
        assert.ok(await map.evaluate((part) => part.scrollWidth <= part.clientWidth + 1), name);
        await screenshot(page, name);
    }
    await page.locator("#language").selectOption("en");
    await page.setViewportSize({ width: 1280, height: 900 });
});

test("a print of the dark page has the colours of the light one", async () => {
    const { page } = opened;
    // Those of the legend, and of the points, from a copy: the size of the map is another one in print.
    const colours = () => page.locator("#result-map").evaluate((part) => {
        const points = part.querySelector(".map-points");
        const copy = Object.assign(document.createElement("canvas"), { width: points.width, height: points.height }).getContext("2d", { willReadFrequently: true });
        copy.drawImage(points, 0, 0);
        const { data } = copy.getImageData(0, 0, points.width, points.height);
        const opaque = new Set();
        for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) opaque.add([...data.subarray(at, at + 3)].join());
        return [[...part.querySelectorAll(".swatch rect")].map((swatch) => swatch.getAttribute("fill")), [...opaque].sort()];
    });
    const shown = {};
    for (const [name, media, colorScheme] of [["light", "screen", "light"], ["dark", "screen", "dark"], ["print", "print", "dark"]]) {
        await page.emulateMedia({ media, colorScheme });
        await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
        shown[name] = await colours();
    }
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
    assert.notDeepEqual(shown.dark, shown.light);
    assert.deepEqual(shown.print, shown.light);
});

test("a rectangle becomes a filter of the next analysis", async () => {
    const { page } = opened;
    const box = await page.locator(".map-area").boundingBox();
    await page.locator(".map-area").scrollIntoViewIfNeeded();
    await page.mouse.move(box.x + 5, (await page.locator(".map-area").boundingBox()).y + 5);
    const { y } = await page.locator(".map-area").boundingBox();
    await page.mouse.move(box.x + 5, y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, y + box.height / 2, { steps: 4 });
    await page.mouse.move(box.x + box.width / 2, y + box.height - 5, { steps: 4 });
    await page.mouse.up();
    const selected = Number((await page.locator(".map-selection").innerText()).match(/^(\d+) records selected$/)[1]);
    assert.ok(selected > 5 && selected < answer.feedback_record_count, `${selected}`);

    await page.getByRole("button", { name: "Read the selected records" }).click();
    await page.locator(".records-dialog").getByText(`${selected} records`).first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".records-dialog").waitFor({ state: "detached" });
    await screenshot(page, "map-selected");

    await page.getByRole("button", { name: "Analyse only these" }).click();
    await page.locator("#filter-map").waitFor();
    assert.equal(await page.locator("#filter-status").innerText(), text("filter.count", { count: selected, total: answer.feedback_record_count }));
    await page.locator("#prompt").fill("What is said here?");
    await page.locator("#question-form button[type=submit]").click();
    await page.locator("#cost-status:empty").waitFor({ state: "attached" });
    await start(page);
    await finished(page);
    const again = await fromServer(server, `/v1/jobs/${jobOf(page)}/result`);
    assert.equal(again.feedback_record_count, selected);
    assert.ok((await page.locator(".filter-words").innerText()).includes(`${selected} records selected on the map`));
    assert.deepEqual(opened.watched, nothing);
});
