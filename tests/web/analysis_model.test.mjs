// How /analyze finds the records behind figures: periods, groups, citations; and the Markdown and charts of answers.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

import { pageModule } from "./support/page_modules.mjs";

const pages = new URL("../../core/pages/analyze/", import.meta.url);
const { languages } = await pageModule("texts/texts.js");
const { kindOf, periodOf, withGaps } = await pageModule("result/periods.js");
const { Corpus, inGroup, inPeriod, inPeriods, withValue } = await pageModule("result/corpus.js");
const { Citations } = await pageModule("result/citations.js");
const { parse, runs } = await pageModule("result/markdown.js");
const { visibleCount } = await pageModule("result/parts.js");
const { byTime, changeRows, heatMap, measuresOf, periodsOf, valuesOf } = await pageModule("result/model.js");
const { baseOf, cellWords, firstMap } = await pageModule("result/heat_map.js");
const { scenes } = await pageModule("export/scenes.js");
const { themeRows } = await pageModule("export/tables.js");
const { filterWords } = await pageModule("result/filters.js");
const { selectRecords } = await pageModule("reader/filters.js");
const { assessment, opinionOf, readRecords } = await pageModule("result/quality.js");
const { runJob } = await pageModule("job/watch.js");
const { describeProblem } = await pageModule("steps/problems.js");
const { directionOf, isolated, passages } = await pageModule("../shared/direction.js");
const { highestOf, mirrored, ticks, widthOf } = await pageModule("../shared/charts/scene.js");
const { bars, columns, ranges } = await pageModule("../shared/charts/bars.js");
const { heatMap: heatScene, intervals, lineChart, shifts, withCaption } = await pageModule("result/charts/charts.js");

const record = (id, more = {}) => ({ id, content: `text of ${id}`, date: "", metadata: {}, codes: [], ...more });

test("periods have the labels of the API", () => {
    for (const [date, day, week, month] of [
        ["2026-03-02 08:15:00", "2026-03-02", "2026-W10", "2026-03"], ["2024-12-30", "2024-12-30", "2025-W01", "2024-12"],
        [" 2027-01-01", "2027-01-01", "2026-W53", "2027-01"], ["2020-02-29T00:00", "2020-02-29", "2020-W09", "2020-02"],
        ["2026-02-30", null, null, "2026-02"], ["2026-03", null, null, "2026-03"], ["2026-13-01", null, null, null], ["", null, null, null], ["03/02/2026", null, null, null],
    ]) assert.deepEqual([periodOf(date, "day"), periodOf(date, "week"), periodOf(date, "month")], [day, week, month], date);
    assert.deepEqual(["2026-03-02", "2026-W10", "2026-03", "x"].map(kindOf), ["day", "week", "month", null]);
});

test("an axis of periods has no gaps, unless it would be very long", () => {
    assert.deepEqual(withGaps(["2027-W01", "2026-W51"]), ["2026-W51", "2026-W52", "2026-W53", "2027-W01"]);
    assert.deepEqual(withGaps(["2025-11", "2026-02"]), ["2025-11", "2025-12", "2026-01", "2026-02"]);
    assert.deepEqual(withGaps(["2024-02-28", "2024-03-01"]), ["2024-02-28", "2024-02-29", "2024-03-01"]);
    assert.deepEqual(withGaps(["1926-W01", "2026-W01"]), ["1926-W01", "2026-W01"]);
    assert.deepEqual(withGaps([]), []);
});

test("groups hold the records that the API counts in them", () => {
    const records = [record("a", { metadata: { place: " North " } }), record("b", { metadata: { place: "South" } }), record("c"), record("d", { metadata: { place: 7 } })];
    const ids = (found) => found.map(({ id }) => id).join("");
    assert.equal(ids(withValue(records, "place", "North", ["North"])), "a");
    assert.equal(ids(withValue(records, "place", "7", [])), "d");
    assert.equal(ids(withValue(records, "place", null, ["North"])), "bcd");
    assert.equal(ids(withValue([record("e", { metadata: { "created (column)": "x" } })], "created (column)", "x", [])), "e");
    const dated = ["2026-01-01", "2026-01-31", "2026-02-01", ""].map((date, at) => record("abcd"[at], { date }));
    const compare = { windows: [{ from: "2026-01-01", to: "2026-01-31" }, { from: "2026-02-01", to: "2026-02-28" }] };
    assert.equal(ids(inGroup(dated, compare, 0)), "ab");
    assert.equal(ids(inGroup(dated, compare, 1)), "c");
    assert.equal(ids(inGroup(records, { key: "place", values: ["South", "North"] }, 0)), "b");
    assert.equal(ids(inPeriod(dated, "2026-01", "month")), "ab");
    assert.equal(ids(inPeriods(dated, ["2026-02", "2026-05"], "month")), "c");
    assert.equal(ids(inPeriods(dated, ["2026-02", "2026-05"], "month", false)), "ab"); // no record without a date
});

test("a corpus grows by portions, and equal ids belong together", () => {
    const corpus = new Corpus([record("a"), record("bcd")]);
    corpus.add([record("a", { content: "other", date: "2026-03-02" })]);
    assert.deepEqual(corpus.ofIds(["a"]).map(({ content }) => content), ["text of a", "other"]);
    assert.deepEqual([corpus.records.length, [...corpus.ids], [...corpus.idLengths], corpus.dated], [3, ["a", "bcd"], [1, 3], 1]);
});

test("cited ids are found as the server links them", () => {
    const found = (text, ...ids) => new Citations(new Corpus(ids.map((id) => record(id)))).split(text).filter(({ id }) => id !== undefined).map(({ id }) => id);
    assert.deepEqual(found("F-1, F-12 and F-123.", "F-1", "F-12"), ["F-1", "F-12"]);
    assert.deepEqual(found("xF-1 F-1x F-1-a -F-1 (F-1) F-1-", "F-1"), ["F-1", "F-1"]);
    assert.deepEqual(found("12 of 60 records [12], [7, 60]", "12", "60"), ["12", "60"]);
    assert.deepEqual(found("ملف-1، ملف-1", "ملف-1"), ["ملف-1", "ملف-1"]);
    assert.deepEqual(found("x", ""), []);
});

test("all text around citations stays", () => {
    const text = "See F-1; not F-9 (F-1).";
    assert.equal(new Citations(new Corpus([record("F-1")])).split(text).map((part) => part.text).join(""), text);
});

test("links lead below the address of the CRM only", () => {
    const targets = (text, base) => runs(text, base).map(({ target }) => target);
    for (const base of ["https://c.example/#V", " https://c.example/#V/// "]) {
        assert.deepEqual(targets("[a](https://c.example/#V/1)", base), ["https://c.example/#V/1"]);
        for (const target of ["https://evil.example", "https://c.example/#Very", "https://c.example/#V/../x", "https://c.example/#V/%2E%2e/x", "https://c.example/#V/&period;&period;/x", "javascript:alert(1)", ""])
            assert.deepEqual(runs(`[a](${target})`, base), [{ text: "a" }], target);
    }
    for (const base of [undefined, null, "", " ", "javascript:", "/"]) assert.deepEqual(targets("[a](https://c.example/1) [b](javascript:/) [c](/x)", base), [undefined], base);
});

test("Markdown of hostile texts stays text", () => {
    for (const text of ["<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "![i](https://evil.example/p.png)", "[".repeat(5_000), "*".repeat(5_000), "# ".repeat(5_000), "|".repeat(5_000), " ".repeat(50_000) + "x"]) {
        const blocks = parse(text);
        assert.ok(blocks.every(({ kind }) => ["heading", "paragraph", "list", "table"].includes(kind)));
    }
    assert.deepEqual(runs("a [x\\]](https://e.example/(1)) b", "https://e.example/"), [{ text: "a " }, { text: "x]", target: "https://e.example/(1)" }, { text: " b" }]);
    assert.deepEqual(parse("a\nb\n\n- c\n  d\n- e"), [{ kind: "paragraph", runs: [{ text: "a b" }] },
        { kind: "list", ordered: false, items: [{ depth: 0, runs: [{ text: "c" }, { text: " " }, { text: "d" }] }, { depth: 0, runs: [{ text: "e" }] }] }]);
});

const answer = {
    themes: [{ id: "T1", title: "Water", record_ids: ["a", "b"], periods: [{ period: "2026-W10", count: 2 }] }],
    coding_trends: { periods: ["2026-W10", "2026-W12"], cells: [{ code: "Pump", period: "2026-W12", count: 1 }] },
    breakdown: [{ key: "place", values: [
        { value: "North", record_count: 6, counts: [{ kind: "theme", id: "T1", title: "Water", count: null, share: null }] },
        { value: null, record_count: 5, counts: [{ kind: "theme", id: "T1", title: "Water", count: 0, share: 0 }] }] }],
};

test("a heat map has the counts of the answer and the records behind them", () => {
    const corpus = new Corpus([record("a", { date: "2026-03-02" }), record("b", { date: "2026-03-03", metadata: { place: "North" } }), record("c", { date: "2026-03-17", codes: ["Pump"] })]);
    const view = { answer, corpus, periods: periodsOf(answer), kind: "week" };
    const themes = heatMap(view, "theme", byTime);
    assert.deepEqual(themes.columns.map(({ title }) => title), ["2026-W10", "2026-W11", "2026-W12"]);
    assert.deepEqual(themes.rows[0].cells.map(({ value }) => value), [2, 0, 0]);
    assert.deepEqual(themes.rows[0].cells[0].records().map(({ id }) => id), ["a", "b"]);
    assert.deepEqual(heatMap(view, "code", byTime).rows[0].cells[2].records().map(({ id }) => id), ["c"]);
    const places = heatMap(view, "theme", "place");
    assert.deepEqual(places.columns.map(({ title }) => title), ["North", null]);
    assert.deepEqual(places.rows[0].cells.map(({ value }) => value), [null, 0]);
    assert.deepEqual(places.rows[0].cells[0].records().map(({ id }) => id), ["b"]);
});

test("changes are those of themes and codes, the clearest first, and none if nothing was tested", () => {
    const change = (kind, q_value) => ({ kind, q_value, periods: ["2026-W12", "2026-W12"], counts: [1, 2], totals: [3, 4], shares: [0.3333, 0.5] });
    const themes = [{ ...answer.themes[0], changes: [change("fall", 0.03)] }];
    const trends = { ...answer.coding_trends, changes: [{ code: "Pump", ...change("spike", 0.001) }] };
    const rows = changeRows({ answer: { ...answer, themes, coding_trends: trends }, corpus: new Corpus([record("a"), record("c", { codes: ["Pump"] })]) });
    assert.deepEqual(rows.map(({ what, title, change: { kind }, records }) => [what, title, kind, records().map(({ id }) => id).join("")]),
        [["code", "Pump", "spike", "c"], ["theme", "Water", "fall", "a"]]);
    assert.deepEqual(changeRows({ answer }), []);
    for (const untested of [{ ...answer, coding_trends: null }, { ...answer, coding_trends: { ...trends, periods: ["2026-W12"] } }, { coding_trends: answer.coding_trends }])
        assert.equal(changeRows({ answer: untested }), null);
});

test("a column may be named period", () => {
    const view = { answer: { feedback_record_count: 11, themes: answer.themes, breakdown: [{ ...answer.breakdown[0], key: "period" }] }, corpus: null, periods: [], kind: null };
    const titles = (own, by) => heatMap(own, "theme", by).columns.map(({ title }) => title);
    assert.deepEqual(firstMap(view), { what: "theme", by: "period", measure: null });
    assert.deepEqual(titles(view, "period"), ["North", null]);
    const dated = { ...view, periods: ["2026-W10"], kind: "week" };
    assert.deepEqual([titles(dated, "period"), titles(dated, byTime)], [["North", null], ["2026-W10"]]);
});

test("a chart of many values has the most frequent ones, and one of many periods the last ones", () => {
    const periods = Array.from({ length: 50 }, (_, at) => `2026-W${String(at + 1).padStart(2, "0")}`);
    const values = periods.map((_, at) => ({ value: `V${at + 1}.`, record_count: 100 - at, counts: [{ kind: "theme", id: "T1", title: "Water", count: 5, share: 0.05 }] }));
    const view = { answer: { feedback_record_count: 100, themes: [{ ...answer.themes[0], periods: [] }], breakdown: [{ key: "place", values }] }, periods, kind: "week", oriented: (scene) => scene };
    const labels = (by) => scenes({ ...view, selected: { what: "theme", by, measure: "count" } }).heat.marks.map(({ text }) => text ?? "");
    const [byPlace, overTime] = [labels("place"), labels(byTime)];
    assert.deepEqual(["V1. (100)", "V50. (51)"].map((title) => byPlace.includes(title)), [true, false]);
    assert.deepEqual(["2026-W01", "2026-W11"].map((title) => overTime.includes(title)), [false, true]);
});

test("a map of many codes counts those that it leaves out", () => {
    const counts = Array.from({ length: 60 }, (_, at) => ({ kind: "code", id: `C${at}`, title: `Code ${at}`, count: 5, share: 0.5 }));
    const trends = { periods: ["2026-W10", "2026-W11"], cells: counts.map(({ id }) => ({ code: id, period: "2026-W10", count: 1 })) };
    const view = { answer: { feedback_record_count: 10, breakdown: [{ key: "place", values: [{ value: "North", record_count: 10, counts }] }], coding_trends: trends }, periods: trends.periods, kind: "week", oriented: (scene) => scene };
    for (const by of ["place", byTime]) {
        const selected = { what: "code", by, measure: "count" };
        const { rows, rowCount } = heatMap(view, "code", by);
        assert.deepEqual([rows.length, rowCount, heatMap(view, "code", by, Infinity).rows.length], [40, 60, 60]);
        const words = scenes({ ...view, selected }).heat.marks.map(({ text }) => text);
        assert.ok(words.includes("The first 40 of 60 rows are shown."), by);
    }
});

test("shares have the records of their column as base, and are the default if the bases differ", () => {
    const dated = { ...answer, feedback_record_count: 4 };
    const corpus = new Corpus([record("a", { date: "2026-03-02" }), record("b", { date: "2026-03-03" }), record("c", { date: "2026-03-17", codes: ["Pump"] }), record("d")]);
    const view = { answer: dated, corpus, periods: periodsOf(answer), kind: "week" };
    const themes = heatMap(view, "theme", byTime);
    assert.deepEqual(themes.columns.map(({ base }) => base), [2, 0, 1]);
    assert.deepEqual(themes.rows[0].cells.map(({ share }) => share), [1, null, 0]);
    assert.deepEqual(measuresOf(themes), ["share", "count", "both"]);
    assert.deepEqual(["count", "share", "both"].map((measure) => cellWords(themes.rows[0].cells[0], themes.columns[0], measure)), ["2", "100%", "2 of 2 (100%)"]);
    assert.equal(cellWords(themes.rows[0].cells[1], themes.columns[1], "share"), "–");
    assert.equal(baseOf(themes.columns[0]), "(2)");
    assert.equal(visibleCount({ corpus: null }, 2, { exact: null, shown: "–" }), "–"); // no number "null" behind the dash

    for (const own of [null, new Corpus([record("a")])]) { // records of another file count for no base
        const unknown = heatMap({ ...view, corpus: own }, "theme", byTime);
        assert.deepEqual([unknown.columns[0].base, unknown.rows[0].cells[0].share, measuresOf(unknown), baseOf(unknown.columns[0])], [null, null, ["count"], ""]);
    }
    const places = heatMap(view, "theme", "place");
    assert.deepEqual([places.columns.map(({ base }) => base), cellWords(places.rows[0].cells[0], places.columns[0], "share"), places.rows[0].cells[1].share], [[6, 5], "*", 0]);
    assert.deepEqual(measuresOf({ columns: [{ base: 5 }, { base: 5 }, { base: null }] }), ["count", "share", "both"]);
});

test("filters choose records by values and days", () => {
    const all = [["a", "2026-01-01", { place: "North", sex: "f" }], ["b", "2026-01-31", { place: "South" }], ["c", "", { place: "North" }], ["d", "2026-02-01", {}], ["e", "2026-02-02", { place: "East", sex: "f" }]]
        .map(([id, date, metadata]) => record(id, { date, metadata }));
    const ids = (filters) => selectRecords(all, { values: [], from: "", to: "", ...filters }).map(({ id }) => id).join("");
    const is = (key, value) => ({ key, value });
    for (const [filters, expected] of [
        [{}, "abcde"], [{ values: [is("place", "North")] }, "ac"], [{ values: [is("place", "North"), is("place", "East")] }, "ace"],
        [{ values: [is("place", "North"), is("sex", "f"), is("place", "East")] }, "ae"], [{ values: [is("place", "north")] }, ""], [{ values: [is("toString", "x")] }, ""],
        [{ from: "2026-01-31" }, "bde"], [{ to: "2026-01-31" }, "ab"], [{ from: "2026-01-31", to: "2026-02-01" }, "bd"], [{ from: "2026-02-01", to: "2026-01-01" }, ""],
        [{ values: [is("place", "North")], from: "2026-01-01" }, "a"],
    ]) assert.equal(ids(filters), expected, JSON.stringify(filters));
});

test("filters are named in words, or not at all", () => {
    const words = (filters) => filterWords({ filters, answer: { feedback_record_count: 1500 } });
    const none = { values: [], from: "", to: "", of: 6000 };
    assert.deepEqual([words(null), words(undefined), words(none)], ["", "", ""]);
    const values = [{ key: "place", value: "North" }, { key: "sex", value: "f" }, { key: "place", value: "شمال" }];
    assert.equal(words({ ...none, values, from: "2026-01-01" }), "Only records with: place = North, \u2068شمال\u2069; sex = f; date from 2026-01-01 · 1,500 of 6,000 records");
    assert.match(words({ ...none, from: "2026-01-01", to: "2026-02-01" }), /with: date from 2026-01-01 to 2026-02-01 ·/);
    assert.match(words({ ...none, to: "2026-02-01" }), /with: date to 2026-02-01 ·/);
});

test("a caption is below its chart, in lines that fit", () => {
    const chart = bars([{ label: "a", value: 1, text: "1" }], { heading: "Themes" });
    const captioned = withCaption(chart, "word ".repeat(80).trim());
    const added = captioned.marks.slice(chart.marks.length);
    assert.ok(added.length > 1 && added.every(({ y }) => y > chart.height && y < captioned.height));
    assert.equal(added.map(({ text }) => text).join(" "), "word ".repeat(80).trim());
    assert.deepEqual(withCaption(chart, "x".repeat(400)).marks.slice(chart.marks.length).length, 1); // cut, as all labels
});

test("opinions have the limits of the dots of pretty_output", () => {
    assert.deepEqual([1, 0.9, 0.89, 0.7, 0.5, 0.3, 0.29, 0].map(opinionOf), ["strong", "strong", "good", "good", "mixed", "weak", "poor", "poor"]);
});

const models = (...names) => ({ provenance: { models: names.map((model) => ({ model, calls: 1 })) } });

test("a score is shown only if a model gave it, and is called the opinion of that model", () => {
    const scoreOf = (answer) => assessment(answer).score;
    assert.equal(scoreOf({ quality_score: 0.85, confidence: null, ...models("local/extractive") }), null);
    assert.equal(scoreOf({ quality_score: 0, ...models("local/lexical", "local/extractive") }), null);
    assert.equal(scoreOf({ quality_score: null, ...models("gpt-5.4") }), null);
    assert.equal(scoreOf({ quality_score: 0, ...models("gpt-5.4", "local/lexical") }), 0);
    assert.equal(scoreOf({ quality_score: 0.85 }), 0.85); // no provenance: a word counter would have no score

    const counted = assessment({ quality_score: 0.85, confidence: 0.9, ...models("local/extractive") });
    assert.equal(counted.confidence, null);
    assert.match(counted.words.join(" "), /^Words were counted; nobody checked meaning\. .* is not known/);
    assert.match(assessment({ quality_score: null, ...models("gpt-5.4") }).words.join(" "), /is not known/);
    const scored = assessment({ quality_score: 0.85, confidence: 0.78, ...models("gpt-5.4") }).words.join(" ");
    assert.match(scored, /^The model finds that .* 78% on average\. A second reading by a model .* nobody has measured/);
    const own = assessment({ quality_score: 0.85, provenance: { models: [{ model: "gpt-5.4", calls: 2 }], judge_is_writer: true } }).words;
    assert.equal(own[1], "The same model wrote the answer: this is an opinion on its own work.");
    assert.doesNotMatch(scored, /its own work/);
    for (const { words } of [counted, assessment({ quality_score: null })]) assert.doesNotMatch(words.join(" "), /good|second reading|%/);
});

test("the readers of an answer are named in words", () => {
    const named = (answer) => readRecords({ answer: { feedback_record_count: 1200, ...answer } });
    assert.equal(named(models("local/extractive", "local/lexical")), "1,200 records with text were read · read by: word counter, does not understand text");
    assert.equal(named(models("local/semantic")), "1,200 records with text were read · read by: word comparison, does not understand text");
    assert.equal(named(models("gpt-5.4", "gpt-5.4", "local/lexical")), "1,200 records with text were read · read by: gpt-5.4");
    assert.equal(named({}), "1,200 records with text were read");
});

test("words of the other direction, dates and isolated texts are parts of their own", () => {
    const others = (text, direction) => passages(text, direction).filter(({ isOther }) => isOther).map((part) => part.text);
    for (const [text, direction, expected] of [
        ["pump, water point — 79 من 787", "rtl", ["pump, water point"]], ["المعرّفات: CF-011, CF-037", "rtl", ["CF-011, CF-037"]],
        ["من 2026-W10 إلى 2026-03-02 و 2026-03", "rtl", ["2026-W10", "2026-03-02", "2026-03"]], ["10 من 20 (50%)", "rtl", []],
        ["المياه والصرف — 79 of 787", "ltr", ["المياه والصرف"]], ["Wasser, вода: 2026-03-02", "ltr", []], ["", "rtl", []],
        [`${isolated("24/7")}: 12`, "rtl", ["24/7"]], [`${isolated("شكرا 24")}: 12`, "ltr", ["شكرا 24"]], ["\u2068 open", "ltr", []],
    ]) {
        assert.deepEqual(others(text, direction), expected, text);
        assert.equal(passages(text, direction).map((part) => part.text).join(""), text === "\u2068 open" ? text : text.replace(/[\u2068\u2069]/g, ""));
    }
    assert.equal(isolated("a\u202eb\u2069c"), "\u2068abc\u2069");
    assert.deepEqual([directionOf("abc 1", "rtl"), directionOf("شكرا", "ltr"), directionOf("abc شكرا", "rtl"), directionOf("12", "ltr")], ["ltr", "rtl", "rtl", "ltr"]);
    const started = Date.now();
    for (const text of ["a ".repeat(50_000), "a,".repeat(50_000), "\u2068".repeat(50_000), "a-".repeat(50_000), "1234-".repeat(20_000)]) passages(text, "rtl");
    assert.ok(Date.now() - started < 60_000); // quadratic time would take far longer
});

test("axes end at a whole tick above the highest count", () => {
    for (const highest of [0, 1, 3, 7, 10, 99, 1234, 1e6]) {
        const { step, last } = ticks(highest);
        assert.ok(last >= highest && last / step <= 5 && Number.isInteger(step) && Number.isInteger(last / step), `${highest}`);
    }
});

test("the highest value is found among those of 40 themes in 4,000 periods", () => {
    assert.equal(highestOf(Array.from({ length: 40 }, (_, theme) => Array.from({ length: 4_000 }, (_, at) => theme + (at % 7)))), 45);
    assert.equal(highestOf([[0, null], []]), 1);
});

test("bars are as long as their counts, and all marks are within the picture", () => {
    const scene = bars([{ label: "a", value: 10, text: "10" }, { label: "b".repeat(200), value: 5, text: "5" }], { heading: "Themes" });
    const [first, second] = scene.marks.filter(({ kind }) => kind === "rect");
    assert.ok(Math.abs(first.width - 2 * second.width) < 0.01);
    assert.ok(scene.marks.every((mark) => (mark.x ?? 0) >= 0 && (mark.x ?? 0) + (mark.width ?? 0) <= scene.width));
});

test("the two shares of a change lie in their order on an axis that holds both", () => {
    for (const [outside, inside] of [[0.001, 0.042], [0.3, 0], [0, 1], [0.00004, 0.00002]]) {
        const scene = shifts("Changes", [{ label: "a", outside, inside }, { label: "b", outside: 0, inside }], String);
        const [before, after, none] = scene.marks.filter(({ kind }) => kind === "dot").map(({ x }) => x);
        assert.equal(Math.sign(after - before), Math.sign(inside - outside));
        assert.ok(scene.marks.every((mark) => !(mark.x < 0) && !(mark.x > scene.width)) && none <= Math.min(before, after));
    }
});

test("a chart for a language from the right is the mirror image", () => {
    const scene = lineChart({ label: "a", values: [0, 3, 1] }, ["p", "q", "r"], 3);
    assert.deepEqual(mirrored(mirrored(scene)), scene);
    const line = mirrored(scene).marks.find(({ kind }) => kind === "path");
    assert.ok(line.points[0][0] > line.points.at(-1)[0]);
});

test("counts over time that the server suppressed are hidden, not zero", () => {
    const theme = (id, more) => ({ id, title: id, definition: "", inclusion: "", record_count: 3, share: 0.3, record_ids: [], ...more });
    const answer = { feedback_record_count: 10, themes: [theme("A", { periods: [{ period: "2026-01", count: 3 }] }), theme("B", { periods: [], suppressed_over_time: true })],
        coding_trends: { periods: ["2026-01", "2026-02"], cells: [{ code: "Water", period: "2026-01", count: 3 }], changes: [], suppressed_codes: ["Bribes"] } };
    const periods = periodsOf(answer);
    assert.deepEqual(answer.themes.map((each) => valuesOf(each, periods)), [[3, 0], [null, null]]);
    const view = { answer, periods, kind: "month", oriented: (scene) => scene };
    for (const [what, shown] of [["theme", { A: [3, 0], B: [null, null] }], ["code", { Water: [3, 0], Bribes: [null, null] }]])
        assert.deepEqual(Object.fromEntries(heatMap(view, what, byTime).rows.map(({ id, cells }) => [id, cells.map(({ value }) => value)])), shown);
    assert.deepEqual(themeRows(view).slice(1).map((row) => row.slice(-2)), [[3, 0], ["*", "*"]]);
    assert.deepEqual(Object.keys(scenes(view)).includes("lines"), true);
    assert.equal(scenes({ ...view, answer: { ...answer, themes: [answer.themes[1]] } }).lines, undefined);
});

const counts = { words: String, least: 1 };
const kinds = (scene, kind) => scene.marks.filter((mark) => mark.kind === kind);

test("the failed part of a bar continues the other part, and a column has its parts above each other", () => {
    const rows = [{ label: "a", value: 10, failed: 4, text: "10", tip: ["a", "6 succeeded", "4 failed"] }, { label: "b", value: 0, text: "0" }];
    const [succeeded, failed, pointed, none] = kinds(bars(rows, { width: 600, axis: counts }), "rect");
    assert.deepEqual([succeeded.fill, failed.fill, pointed.tip], ["accent", "failed", ["a", "6 succeeded", "4 failed"]]);
    assert.equal(failed.x, succeeded.x + succeeded.width);
    assert.ok(Math.abs(failed.width / succeeded.width - 4 / 6) < 1e-9);
    assert.equal(none.width, 2, "no value is still seen");

    const all = kinds(bars([{ label: "c", value: 5, failed: 5, text: "5" }], { width: 600, axis: counts }), "rect");
    assert.deepEqual(all.map(({ fill }) => fill), ["failed"]);

    const [below, above] = kinds(columns(rows, { width: 600, axis: counts }), "rect");
    assert.deepEqual([below.fill, above.fill, above.y + above.height], ["accent", "failed", below.y]);
});

test("the labels below an axis do not overlap and stay within the chart, however many values and however little room there are", () => {
    const names = Array.from({ length: 400 }, (_, at) => ({ label: `${at} Nov, 08:00`, value: at }));
    const range = { label: "a very long name of an operation", min: 1, p5: 2, avg: 3, p95: 4, max: 3_600_000 };
    for (const width of [200, 360, 520, 1200])
        for (const scene of [columns(names, { width, axis: counts }), ranges([range], { width, axis: { words: (value) => `${value} of a long unit`, least: 1 } })]) {
            const below = kinds(scene, "text").filter(({ anchor }) => anchor === "middle");
            const ends = below.map(({ x, text }) => [x - widthOf(text, 12) / 2, x + widthOf(text, 12) / 2]);
            assert.ok(below.length >= 1 && ends.every(([left, right], at) => left >= -0.01 && right <= width + 0.01 && (at === 0 || left >= ends[at - 1][1])), `${width}: ${ends}`);
        }
});

test("charts of a single period, of zeros and of hidden counts have finite positions", () => {
    const scenes = [lineChart({ label: "a", values: [0] }, ["p"], 0), heatScene("h", ["a"], ["b"], [[{ weight: null, text: "*" }]], 1), intervals("i", [{ label: "a", difference: 0, low: 0, high: 0, significant: false }], String),
        shifts("c", [{ label: "a", outside: 0, inside: 0 }], String), bars([{ label: "a", value: 0, text: "0" }], { width: 300, axis: counts }), bars([], {}),
        ranges([{ label: "a", min: 0, p5: 0, avg: 0, p95: 0, max: 0 }], { width: 300, axis: counts }), columns([{ label: "a", value: 0 }], { width: 300, axis: counts })];
    for (const { marks } of scenes)
        for (const mark of marks)
            for (const value of Object.values(mark).flat(2)) assert.ok(typeof value !== "number" || Number.isFinite(value) || value === Infinity, JSON.stringify(mark));
});

test("a job that is cancelled elsewhere is no cancellation of the person, and none starts for one who has left", async (context) => {
    const sent = [];
    const job = { job_id: "j1", status: "cancelled", error: null, progress: {} };
    context.mock.method(globalThis, "fetch", async (path) => {
        sent.push(path);
        return path === "/v1/x" ? Response.json(job, { status: 202 }) : path.endsWith("/events") ? new Response(`data: ${JSON.stringify(job)}\n\n`) : Response.json(job);
    });
    const attempt = { idempotencyKey: "k" };
    const run = (signal) => runJob("/v1/x", {}, attempt, { signal, onJob: () => {} });
    await assert.rejects(run(new AbortController().signal), (failure) => failure.name !== "AbortError" && describeProblem(failure) === "The analysis was cancelled.");
    assert.notEqual(attempt.idempotencyKey, "k", "a repetition is another job");
    assert.deepEqual(sent, ["/v1/x", "/v1/jobs/j1/events"]);
    await assert.rejects(run(AbortSignal.abort()), { name: "AbortError" });
    assert.equal(sent.length, 2);
});

test("the columns of a heat map are as wide as their labels, as long as the chart has room", () => {
    const labels = Array.from({ length: 5 }, (_, at) => `2026-W0${at + 1} (205)`);
    const { width, marks } = heatScene("h", ["Water"], labels, [labels.map(() => ({ weight: 1, text: "29%" }))], 1);
    assert.deepEqual(marks.filter(({ fill, size }) => fill === "muted" && size === 11).map(({ text }) => text), labels);
    assert.equal(width, 720);
    const many = Array.from({ length: 60 }, (_, at) => `2026-W${at + 1}`);
    assert.ok(heatScene("h", ["Water"], many, [many.map(() => ({ weight: 1, text: "29%" }))], 1).marks.filter(({ size }) => size === 11).length < 60, "others are left out");
});

const sentences = Object.assign({}, ...await Promise.all((await readdir(new URL("texts", pages))).filter((name) => name !== "texts.js")
    .map(async (name) => (await pageModule(`texts/${name}`)).default)));
const formsOf = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry));

test("each text exists in all languages, with the same values and the forms of their plurals", () => {
    const values = (entry) => [...new Set(formsOf(entry).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
    for (const [key, entry] of Object.entries(sentences)) {
        assert.deepEqual(Object.keys(entry), Object.keys(languages), key);
        for (const [language, own] of Object.entries(entry)) {
            assert.deepEqual(values(own), values(entry.en), `${key} ${language}`);
            assert.ok(formsOf(own).every(Boolean), `${key} ${language}`);
            if (typeof own === "string" || Object.keys(own).join() === "other") continue;
            const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== "zero" && (form !== "many" || !["fr", "es"].includes(language)));
            for (const form of plurals) assert.ok(form in own, `${key} ${language} ${form}`);
        }
    }
});

test("each text is used, each that is used exists, and none stands twice", async () => {
    const sources = (await readdir(pages, { recursive: true })).filter((name) => /\.(js|json|html)$/.test(name) && !name.startsWith("texts"));
    const source = (await Promise.all(sources.map((name) => readFile(new URL(name, pages), "utf8")))).join("\n");
    const topics = new Set(Object.keys(sentences).map((key) => key.split(".")[0]));
    const written = new Set([...source.matchAll(/["`]([a-z]\w*(?:\.\w+)+)["`]/gi)].map(([, key]) => key).filter((key) => topics.has(key.split(".")[0])));
    const made = [...source.matchAll(/`([a-z]\w*\.(?:\w+\.)*)\$\{[^}]+\}(\w*)`/gi)].map(([, start, end]) => new RegExp(`^${start.replaceAll(".", "\\.")}\\w+${end}$`));
    assert.ok(written.size > 500 && made.length > 30);

    const keys = Object.keys(sentences);
    assert.deepEqual(keys.filter((key) => !written.has(key) && !made.some((pattern) => pattern.test(key))), [], "not used");
    assert.deepEqual([...written].filter((key) => !(key in sentences) && !["note.encoding", "note.sheets"].includes(key)), [], "missing; the command alone has the two notes");

    const fixed = keys.filter((key) => !made.some((pattern) => pattern.test(key)));
    const first = new Map(fixed.map((key) => [JSON.stringify(sentences[key]), key]).reverse());
    assert.deepEqual(fixed.filter((key) => first.get(JSON.stringify(sentences[key])) !== key), [], "twice");
});
