// Edits of a list of themes, their history, the answer with edits, and the files of a list, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";

import { pageModule } from "./support/page_modules.mjs";

const edits = await pageModule("themes/theme_edits.js");
const { add, begin, change, commit, exclude, find, holdsTexts, include, merge, move, partsOf, redo, remove, requestThemes, split, themesOf, undo, withoutTexts } = edits;
const { editedAnswer, hasOtherCriteria } = await pageModule("themes/edited_answer.js");
const { codebookFramework, codebookJson, codebookQdc, codebookRows, readCodebook, withCounts } = await pageModule("themes/codebook.js");
const { wordParts } = await pageModule("themes/word_parts.js");
const { Corpus } = await pageModule("result/corpus.js");
const { csv, unguarded, harmless } = await pageModule("export/csv.js");
const { xlsx } = await pageModule("export/xlsx.js");

const ids = (text) => text.split(" ").filter(Boolean);
const theme = (id, title, records, more = {}) => ({
    id, title, definition: `${title}.`, inclusion: title, sub_themes: [], record_count: ids(records).length, share: ids(records).length / 10, record_ids: ids(records), periods: [], quotes: [], changes: [], ...more,
});
const sub = (id, title, records) => ({ id, title, definition: `${title}.`, record_count: ids(records).length, share: ids(records).length / 10, record_ids: ids(records) });

const answer = {
    feedback_record_count: 10, unassigned_count: 2, unassigned: [{ reason: "no_theme", record_count: 2, record_ids: ["i", "j"] }],
    themes: [theme("T1", "Water", "a b c d", { sub_themes: [sub("T1.1", "Pumps", "a b"), sub("T1.2", "Queues", "b c")] }), theme("T2", "Food", "d e f"), theme("T3", "Staff", "g h")],
    breakdown: [{ key: "place", values: [{ value: "North", record_count: 5, counts: [{ kind: "theme", id: "T1", title: "Water", count: 2, share: 0.4 }, { kind: "theme", id: "T3", title: "Staff", count: 1, share: 0.2 }, { kind: "code", id: "x", title: "x", count: 1, share: 0.2 }] }] }],
    comparison: { groups: [], differences: [{ kind: "theme", id: "T1", title: "Water", difference: 0.1 }, { kind: "theme", id: "T3", title: "Staff", difference: 0 }] },
};
const list = themesOf(answer);
const records = "abcdefghij".split("").map((id, at) => ({ id, content: `text ${id}`, date: `2026-03-0${(at % 3) + 1}`, metadata: {}, codes: [] }));
const corpus = new Corpus(records);
const shown = (themes) => themes.map(({ title, record_ids }) => `${title}: ${record_ids?.join(" ") ?? "-"}`);
const refused = (key, field = null) => (problem) => problem.key === key && problem.field === field;

/** Freezes all that edits must not change. */
const frozen = (value) => {
    if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
    return value;
};
frozen(list);

test("an answer that nobody edited is sent back with its texts", () => {
    assert.deepEqual(requestThemes(list)[0], { id: "T1", title: "Water", definition: "Water.", inclusion: "Water", exclusion: "", examples: [],
        sub_themes: [{ id: "T1.1", title: "Pumps", definition: "Pumps." }, { id: "T1.2", title: "Queues", definition: "Queues." }] });
});

test("joined themes have the records of both once, and the criteria of both", () => {
    const merged = merge(list, "T2", "T1");
    assert.deepEqual(shown(merged), ["Water: a b c d e f", "Staff: g h"]);
    assert.equal(merged[0].inclusion, "Water; Food");
    assert.equal(merged[0].counted, null);
    assert.deepEqual(merged[0].sources, ["T1", "T2"]);
    const long = [{ ...list[0], inclusion: "w".repeat(300) }, { ...list[1], inclusion: "f".repeat(300) }];
    const { inclusion } = merge(long, "T2", "T1")[0];
    assert.ok([...inclusion].length <= 300 && inclusion.includes("f") && inclusion.startsWith("www"));
});

test("a theme moves under another with its records and sub-themes, and out again", () => {
    const moved = move(list, "T2", "T1");
    assert.deepEqual(shown(moved), ["Water: a b c d e f", "Staff: g h"]);
    assert.deepEqual(shown(moved[0].sub_themes), ["Pumps: a b", "Queues: b c", "Food: d e f"]);
    const back = move(moved, "T2", null);
    assert.deepEqual(shown(back), ["Water: a b c", "Food: d e f", "Staff: g h"]); // d was in both, and leaves with the sub-theme
    assert.deepEqual(shown(move(list, "T1.1", "T3")), ["Water: b c d", "Food: d e f", "Staff: g h a b"]); // b is in another sub-theme too
});

test("parts become themes, and the rest stays; without a rest the theme is gone", () => {
    const [pumps] = partsOf(list[0]);
    assert.deepEqual(shown(split(list, "T1", [pumps])), ["Water: c d", "Pumps: a b", "Food: d e f", "Staff: g h"]);
    const whole = split(list, "T3", [{ id: null, title: "Guards", definition: "", inclusion: "guard", record_ids: ["g"], omitted: 0 }, { id: null, title: "Clerks", definition: "", inclusion: "clerk", record_ids: ["h"], omitted: 0 }]);
    assert.deepEqual(shown(whole), ["Water: a b c d", "Food: d e f", "Guards: g", "Clerks: h"]);
    assert.deepEqual(whole.slice(2).map(({ id, inclusion }) => [id, inclusion]), [["T4", "guard"], ["T5", "clerk"]]);
    assert.throws(() => split(list, "T1", []), refused("edit.noParts"));
    assert.throws(() => split(list, "T1", [{ ...pumps, title: "food" }]), refused("edit.sameTitle", "title"));
});

test("texts change, themes come and go; what the server would refuse is refused first", () => {
    assert.equal(find(change(list, "T1.2", { title: "Lines", definition: "Long lines." }), "T1.2").subTheme.title, "Lines");
    assert.deepEqual(shown(add(list, { title: "Roads" })).at(-1), "Roads: -");
    assert.deepEqual(shown(remove(list, "T2")), ["Water: a b c d", "Staff: g h"]);
    assert.deepEqual(shown(remove(list, "T1.1")[0].sub_themes), ["Queues: b c"]);
    const texts = { title: "Water", definition: "", inclusion: "", exclusion: "", examples: [] };
    for (const [changed, key, field] of [
        [{ title: " " }, "edit.noTitle", "title"], [{ title: " fOOD " }, "edit.sameTitle", "title"], [{ title: "x".repeat(121) }, "edit.tooLong", "title"], [{ definition: "🙏".repeat(301) }, "edit.tooLong", "definition"],
        [{ examples: ["1", "2", "3", "4", "5", "6"] }, "edit.tooManyExamples", "examples"], [{ examples: ["x".repeat(301)] }, "edit.tooLong", "examples"],
    ]) assert.throws(() => change(list, "T1", { ...texts, ...changed }), refused(key, field), key);
    change(list, "T1", { ...texts, title: "🙏".repeat(120) });
    const full = Array.from({ length: 100 }, (_, at) => ({ ...list[0], id: `X${at}`, title: `X${at}`, sub_themes: [] }));
    assert.throws(() => add(full, { title: "one more" }), refused("edit.tooMany"));
});

test("records become examples, or what the theme excludes, as far as there is room", () => {
    let own = include(list, "T1", "No  water\nfor days.");
    assert.deepEqual(own[0].examples, ["No water for days."]);
    assert.equal(include(own, "T1", "No water for days."), own);
    own = exclude(own, "T1", "No water for days.");
    assert.deepEqual([own[0].examples, own[0].exclusion], [[], "“No water for days.”"]);
    assert.equal(exclude(own, "T1", "No  water for days."), own);
    const back = include(exclude(change(own, "T1", { ...own[0], exclusion: "its price; “No water for days.”" }), "T1", "A “long” text. ".repeat(30)), "T1", "No water for days.")[0];
    assert.deepEqual(back.examples, ["No water for days."]);
    assert.match(back.exclusion, /^its price; “A 'long' text\. [^“”]*…”$/);
    assert.equal(include([back], "T1", "A “long” text. ".repeat(30))[0].exclusion, "its price");
    for (const text of "1234") own = include(own, "T1", text);
    own = include(own, "T1", "🙏".repeat(400));
    assert.equal([...own[0].examples[4]].length, 300);
    assert.throws(() => include(own, "T1", "6"), refused("edit.tooManyExamples"));
    own = exclude(own, "T1", "“x” ".repeat(400));
    assert.equal([...own[0].exclusion].length, 300);
    assert.throws(() => exclude(own, "T1", "more"), refused("edit.noRoom"));
    assert.deepEqual(withoutTexts(exclude([{ ...list[0], exclusion: "its price" }], "T1", "Amina paid.")).map(({ examples, exclusion }) => [examples, exclusion]), [[[], "its price"]]);
});

test("texts of records leave a list, whatever edits cut, and lists of requests and answers", () => {
    const long = exclude(change(list, "T1", { ...list[0], exclusion: "its price" }), "T1", "Amina paid at the pump. ".repeat(20));
    const joined = merge(exclude(long, "T2", `${"Rice. ".repeat(45)}Bilal`), "T2", "T1");
    assert.match(joined[0].exclusion, /Amina[^”]*; “Rice/, "the mark that closes the first quote was cut");
    for (const [exclusion, kept] of [
        [joined[0].exclusion, "its price"], ["“Amina”; its price; “Bilal”; its smell", "its price; its smell"], ["“Amina “and” Bilal”; its price", "its price"], ["“Amina; “Bilal”; its price", ""], ["its “price", "its "], ["a;b; c", "a;b; c"], ["” x", "” x"],
    ]) assert.equal(withoutTexts([{ exclusion }])[0].exclusion, kept, exclusion);
    assert.deepEqual(withoutTexts([{ id: "T1", title: "x", exclusion: null }]), [{ id: "T1", title: "x", exclusion: null }]);
    for (const [theme, holds] of [[{}, false], [{ exclusion: null, examples: [] }, false], [{ exclusion: "its price" }, false], [{ examples: ["x"] }, true], [{ exclusion: "“x”" }, true]]) assert.equal(holdsTexts([theme]), holds, JSON.stringify(theme));
});

test("records whose ids the answer left out are not counted in joined and divided themes", () => {
    const cutAnswer = { ...answer, themes: [{ ...answer.themes[0], record_count: 9, record_ids_omitted: 5, sub_themes: [{ ...answer.themes[0].sub_themes[0], record_ids_omitted: 3 }, answer.themes[0].sub_themes[1]] }, ...answer.themes.slice(1)] };
    const cutList = frozen(themesOf(cutAnswer));
    const counts = (themes) => editedAnswer(cutAnswer, themes, { corpus, kind: "day" });
    const joined = merge(cutList, "T2", "T1");
    assert.deepEqual(shown(joined), ["Water: -", "Staff: g h"]);
    assert.deepEqual(shown(merge(joined, "T3", "T1")), ["Water: -"], "nothing known is added to what is not known");
    assert.deepEqual(counts(joined).themes.map(({ title }) => title), ["Staff"]);
    assert.deepEqual([counts(joined).leftThemes, counts(joined).unassigned_count], [1, 2], "records of a theme that is not counted are not outside of all");
    const gone = (themes) => counts(themes).unassigned.filter(({ reason }) => reason === "edited").map(({ record_ids, unlisted }) => [record_ids.join(" "), unlisted]);
    assert.deepEqual(gone(remove(cutList, "T1")), [["a b c", 5]], "up to 5 more may be in no theme");
    assert.deepEqual([gone(remove(cutList, "T3")), gone(change(cutList, "T1", { ...cutList[0], title: "Wells" }))], [[["g h", undefined]], []]);
    assert.deepEqual(partsOf(cutList[0]).map(({ omitted }) => omitted), [3, 0]);
    const [pumps, queues] = partsOf(cutList[0]);
    assert.deepEqual(shown(split(cutList, "T1", [pumps, queues])), ["Water: -", "Pumps: -", "Queues: b c", "Food: d e f", "Staff: g h"]);
    assert.deepEqual(shown(split(cutList, "T1", [{ id: null, title: "Wells", definition: "", inclusion: "well", record_ids: ["a"], omitted: 5 }])).slice(0, 2), ["Water: -", "Wells: -"]);
    assert.deepEqual(shown(move(cutList, "T1.1", "T3")), ["Water: -", "Food: d e f", "Staff: -"]);
    assert.equal(counts(move(cutList, "T1.1", null)).themes.length, 2);
    const under = move(cutList, "T1", "T2");
    assert.deepEqual(counts(under).themes.map(({ title }) => title), ["Staff"]);
    assert.deepEqual(under[0].sub_themes.map(({ counted }) => counted), ["T1", "T1.1", "T1.2"], "sub-themes keep the counts of the answer");
});

test("undo and redo restore each state itself", () => {
    const states = [list, merge(list, "T2", "T1"), remove(list, "T3"), add(list, { title: "Roads" })];
    let history = begin(states[0]);
    assert.equal(undo(history), history);
    for (const state of states.slice(1)) history = commit(history, state);
    for (const state of states.slice(0, -1).reverse()) assert.equal((history = undo(history)).present, state);
    for (const state of states.slice(1)) assert.equal((history = redo(history)).present, state);
    assert.equal(redo(history), history);
    history = commit(undo(undo(history)), states[3]);
    assert.deepEqual(history.future, []);
    assert.equal(undo(history).present, states[1]);
});

test("the answer with edits counts joined themes by their records, with periods, and names what it lacks", () => {
    const edited = editedAnswer(answer, remove(merge(change(list, "T3", { title: "Conduct" }), "T2", "T1"), "T1.1"), { corpus, kind: "day" });
    const [water, conduct] = edited.themes;
    assert.deepEqual([water.record_count, water.share, water.isComputed, water.first_seen], [6, 0.6, true, "2026-03-01"]);
    assert.deepEqual(water.periods, [{ period: "2026-03-01", count: 2 }, { period: "2026-03-02", count: 2 }, { period: "2026-03-03", count: 2 }]);
    assert.deepEqual([conduct.title, conduct.record_count, conduct.isComputed], ["Conduct", 2, undefined]);
    assert.deepEqual(edited.breakdown[0].values[0].counts.map(({ title }) => title), ["Conduct", "x"]);
    assert.deepEqual(edited.comparison.differences.map(({ title }) => title), ["Conduct"]);
    assert.equal(edited.leftThemes, 1);
    assert.equal(edited.unassigned_count, 2);

    const deleted = editedAnswer(answer, add(remove(list, "T2"), { title: "Roads" }), { corpus: null, kind: "day" });
    assert.deepEqual(deleted.themes.map(({ title }) => title), ["Water", "Staff"]); // what is not counted has no place in the views
    assert.deepEqual(deleted.unassigned.at(-1), { reason: "edited", record_count: 2, record_ids: ["e", "f"] }); // d is in Water too
    assert.equal(deleted.unassigned_count, 4);
    assert.ok(editedAnswer(answer, merge(list, "T2", "T1"), { corpus: null, kind: "day" }).themes[0].isUnknownOverTime);
});

test("counts over time stay hidden if those of a part are, and only texts count as criteria", () => {
    const hidden = { ...answer, themes: [answer.themes[0], { ...answer.themes[1], suppressed_over_time: true }] };
    assert.equal(editedAnswer(hidden, merge(themesOf(hidden), "T2", "T1"), { corpus, kind: "day" }).themes[0].suppressed_over_time, true);
    assert.ok(!hasOtherCriteria(change(list, "T1", { title: "Wells" })[0], answer.themes[0]));
    assert.ok(hasOtherCriteria(change(list, "T1", { title: "Water", exclusion: "its price" })[0], answer.themes[0]));
});

test("words divide a theme: frequent in some of its records, rare elsewhere", () => {
    const contents = ["the pump is broken", "a broken pump again", "pump of the school", "queue for hours", "the queue is long", "thanks for all", "the rice", "the beans", "the oil", "the tent"];
    const own = new Corpus(contents.map((content, at) => ({ id: `${at}`, content, date: "" })));
    const parts = wordParts({ title: "Water", record_ids: ["0", "1", "2", "3", "4"] }, own);
    assert.deepEqual(parts.map(({ title, record_ids }) => [title, record_ids.join("")]), [["pump", "012"], ["queue", "34"]]);
    assert.deepEqual(wordParts({ title: "Thanks", record_ids: ["5"] }, own), []);
    assert.ok(wordParts({ title: "Water", record_ids: ["0", "1", "2", "3", "4"], omitted: 3 }, own).every(({ omitted }) => omitted === 3));
});

test("words are counted in a sample of many records, and parts have all records that hold them", () => {
    const contents = Array.from({ length: 20_000 }, (_, at) => ["the pump is broken", "the queue is long", "waterpumps", "the rice"][at % 7 % 4]);
    const own = new Corpus(contents.map((content, at) => ({ id: `${at}`, content, date: "" })));
    const inTheme = own.records.filter(({ content }) => content !== "the rice");
    const original = Intl.Segmenter.prototype.segment;
    let read = 0;
    Intl.Segmenter.prototype.segment = function segment(text) {
        read += 1;
        return original.call(this, text);
    };
    const parts = wordParts({ title: "Water", record_ids: inTheme.map(({ id }) => id), omitted: 0 }, own);
    Intl.Segmenter.prototype.segment = original;
    assert.ok(read <= 10_001, `${read} texts`);
    const pumps = parts.find(({ title }) => title === "pump" || title === "broken");
    assert.deepEqual(pumps.record_ids, own.records.filter(({ content }) => content === "the pump is broken").map(({ id }) => id));
    const chinese = new Corpus(["大米很贵", "没有大米", "给大米", "谢谢你们", "水不干净", "医生", "道路"].map((content, at) => ({ id: `${at}`, content, date: "" })));
    assert.deepEqual(wordParts({ title: "水", record_ids: ["0", "1", "2", "3", "4"], omitted: 0 }, chinese).map(({ title: word, record_ids }) => [word, record_ids.join("")]), [["大米", "012"]]);
});

const hostile = frozen(themesOf({ themes: [theme("=1+1", '<img src=x onerror="alert(1)">', "a", { definition: "=HYPERLINK(1)", examples: ["first", "- second"], exclusion: "not, “quoted”", sub_themes: [sub("s 1", "\u202eright \u2067marks", "a")] }), theme("T2", "-5 & ]]>", "b")] }));

test("a list comes back from each file that holds all of it", async () => {
    const bytes = (text) => new TextEncoder().encode(text);
    for (const [name, content] of [["list.json", bytes(codebookJson(hostile))], ["list.csv", bytes(csv(codebookRows(hostile)))], ["list.xlsx", await xlsx([{ name: "themes", rows: codebookRows(hostile) }])]])
        assert.deepEqual(requestThemes(readCodebook(content, name)), requestThemes(hostile), name);
    const counted = withCounts(readCodebook(bytes(codebookJson(hostile)), "list.json"), hostile);
    assert.deepEqual(counted, hostile);
});

test("an id alone gives a loaded theme no records: it may be that of another month", () => {
    const read = (text) => withCounts(readCodebook(new TextEncoder().encode(text), "list.csv"), list);
    const loaded = read("id,title,parent\nT1,Water,\nT2,Roads,\nT1.1,Pumps,T1\nT1.2,Wells,T1\n");
    assert.deepEqual(shown(loaded), ["Water: a b c d", "Roads: -"]);
    assert.deepEqual(shown(loaded[0].sub_themes), ["Pumps: a b", "Wells: -"]);
    assert.deepEqual(loaded[1].sources, []);
});

test("a list is a coding framework and a REFI-QDA codebook", () => {
    const framework = codebookFramework(hostile);
    assert.deepEqual(framework.root_codes[0], { id: "=1+1", name: hostile[0].title, description: "=HYPERLINK(1)", include: [hostile[0].inclusion], exclude: ["not, “quoted”"], examples: ["first", "- second"],
        children: [{ id: "s 1", name: hostile[0].sub_themes[0].title, description: hostile[0].sub_themes[0].definition }] });
    assert.deepEqual(requestThemes(readCodebook(new TextEncoder().encode(JSON.stringify(framework)), "f.json")), requestThemes(hostile));
    const qdc = codebookQdc(hostile, { inclusion: "Counts if:", exclusion: "Does not count if:", example: "Example:" });
    const guids = [...qdc.matchAll(/<Code guid="([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12})" name="([^"<]*)" isCodable="true">/g)];
    assert.equal(new Set(guids.map(([, guid]) => guid)).size, 3);
    assert.equal(guids[0][2], "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    assert.match(qdc, /<CodeBook xmlns="urn:QDA-XML:codebook:1\.0" origin="Verbatim"><Codes>/);
    assert.match(qdc, /Example: first\nExample: - second<\/Description><Code guid/);
    assert.equal(qdc, codebookQdc(hostile, { inclusion: "Counts if:", exclusion: "Does not count if:", example: "Example:" }));
    const read = readCodebook(new TextEncoder().encode(qdc), "f.qdc");
    assert.deepEqual(read.map(({ id, title, sub_themes: [below = null] }) => [id, title, below && [below.id, below.title]]),
        [[guids[0][1], hostile[0].title, [guids[1][1], hostile[0].sub_themes[0].title]], [guids[2][1], hostile[1].title, null]], "a codebook of the same program has the same ids in each month");
    assert.match(read[0].definition, /^=HYPERLINK\(1\)\nCounts if: .*\nDoes not count if: not, “quoted”\nExample: first\nExample: - second$/);
    const other = `\ufeff<?xml version="1.0"?><q:CodeBook xmlns:q="urn:QDA-XML:codebook:1.0"><q:Codes><q:Code guid="g1" name="A &amp; &quot;B&quot;" isCodable="false"><q:Code guid="g2" name="Below"><q:Description>Rain &lt;b&gt; <![CDATA[& wind]]></q:Description>
        <q:Code guid="g3" name="Deep"/></q:Code></q:Code></q:Codes><q:Sets><q:Set guid="s" name="Set"><q:Description>Not of a code.</q:Description></q:Set></q:Sets></q:CodeBook>`;
    assert.deepEqual(requestThemes(readCodebook(new TextEncoder().encode(other), "f.qdc")), [{ id: "g1", title: 'A & "B"', definition: "", inclusion: "", exclusion: "", examples: [], sub_themes: [{ id: "g2", title: "Below", definition: "Rain <b> & wind" }] }]);
    assert.equal(readCodebook(new TextEncoder().encode(other.replace("codebook:1.0", "codebook:1:0")), "f.qdc").length, 1);
    for (const text of ["<html><body>no</body></html>", '<CodeBook xmlns="urn:QDA-XML:codebook:1.0"><Codes/></CodeBook>', "<"]) assert.throws(() => readCodebook(new TextEncoder().encode(text), "f.qdc"), ({ key, message }) => ["codebook.unknown", "file.broken"].includes(key ?? message), text);
    const guidsOf = (themes) => [...codebookQdc(themes, { inclusion: "", exclusion: "", example: "" }).matchAll(/guid="([^"]+)"/g)].map(([, guid]) => guid);
    const [first, ...others] = [list[2], { ...list[2], title: "Roads" }, { ...list[2], definition: "Another." }].map((theme) => guidsOf([theme])[0]);
    assert.equal(new Set([first, ...others]).size, 3, "the first theme of another analysis is another code");
});

test("files without a list are refused, and ids that cannot be are replaced", () => {
    const read = (text) => readCodebook(new TextEncoder().encode(text), "list.json");
    for (const [text, key] of [["[1, 2]", "codebook.unknown"], ["{", "codebook.unknown"], ["[]", "codebook.none"], ["a,b\n1,2\n", "codebook.noTitle"], ["id,title,parent\n1,x,9\n", "codebook.noParent"], ['{"themes": 3}', "codebook.unknown"]])
        assert.throws(() => read(text), ({ key: own }) => own === key, text);
    const many = (count) => Array.from({ length: count }, (_, at) => ({ title: `t${at}` }));
    for (const [value, key, count] of [[many(101), "edit.tooMany", 100], [many(20_000), "edit.tooMany", 100], [[{ title: "a", sub_themes: many(21) }], "edit.tooManySubThemes", 20]])
        assert.throws(() => read(JSON.stringify(value)), (problem) => problem.key === key && problem.values.count === count);
    assert.throws(() => readCodebook(new TextEncoder().encode(`title,parent\n${"a,\n".repeat(10_000)}${"b,c\n".repeat(10_000)}`), "list.csv"), ({ key }) => key === "edit.tooMany");
    assert.equal(read(JSON.stringify(many(100))).length, 100);
    const [first, second, third] = read(JSON.stringify({ themes: [{ title: "a", id: "T2" }, { title: "b", id: "T2", examples: "one" }, { title: 3, id: "x".repeat(65), sub_themes: "none" }] }));
    assert.equal(new Set([first.id, second.id, third.id]).size, 3);
    assert.deepEqual([first.id, second.examples, third.title, third.sub_themes], ["T2", ["one"], "3", []]);
});

test("the guard of a spreadsheet is taken off when a list is read", () => {
    for (const text of ["=1", "a,=b", "-5", "- x", "plain", "'quoted'", "it's", "", "\u00a0=x"]) assert.equal(unguarded(harmless(text)), text, text);
});
