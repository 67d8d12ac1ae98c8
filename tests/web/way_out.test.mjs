// What CommonMark's reference implementation makes of texts of responses: no link, image or HTML but the links to the CRM.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { Parser } from "commonmark";

import { pageModule } from "./support/page_modules.mjs";

const { parse } = await pageModule("result/markdown.js");

const base = "https://crm.example/#View";
const records = [{ id: "F-1", url_id: "aa" }, { id: "F-12", url_id: "b(b) c" }, { id: "a[b", url_id: "c" }, { id: "x`y", url_id: "d" }, { id: "<z", url_id: "e" }];

const wayOut = (items) => JSON.parse(execFileSync(process.env.WAY_OUT, { input: JSON.stringify(items), maxBuffer: 1 << 28 }));

/** The live elements of a text: links as their target. */
function liveIn(markdown) {
    const walker = new Parser().parse(markdown).walker();
    const live = [];
    for (let event = walker.next(); event; event = walker.next()) {
        if (!event.entering) continue;
        const { type, destination } = event.node;
        if (type === "link") live.push(destination);
        else if (["image", "html_inline", "html_block"].includes(type)) live.push(type);
    }
    return live;
}

const targetsOf = (blocks) => JSON.stringify(blocks, (key, value) => (value === undefined ? null : value)).match(/"target":"[^"]*"/g) ?? [];
const isCrm = (target) => target.startsWith(`${base}/`) || target === base || target.startsWith(`${base}?`) || target.startsWith(`${base}#`);

function requireHarmless(items) {
    const texts = wayOut(items);
    assert.equal(texts.length, items.length);
    for (const [at, text] of texts.entries()) {
        const context = JSON.stringify({ ...items[at], records: undefined, text });
        assert.deepEqual(liveIn(text).filter((target) => !isCrm(target)), [], context);
        // The page shows the same text.
        assert.deepEqual(targetsOf(parse(text, base)).filter((target) => !isCrm(target.slice(10))), [], context);
    }
    return texts;
}

const item = (output, ...originals) => ({ output, originals, base, records });

test("the oracle sees what is live", () => {
    assert.deepEqual(liveIn("[a](http://x.example) ![](y) <b> <http://z.example> [r]\n\n[r]: //w.example"),
        ["http://x.example", "image", "html_inline", "http://z.example", "//w.example"]);
    assert.deepEqual(liveIn("<div>\n\n> <a@x.example>"), ["html_block", "mailto:a@x.example"]);
});

test("no original of a record becomes a link, an image or HTML", () => {
    const hostile = ["http://e.example/a](http://evil.example/?q=", "![x](http://evil.example/p.png)", "<img src=//evil.example>", "[x]: //evil.example", "x\n[x]: //evil.example\n",
        "http://evil.example>", "](//evil.example)", "<a@evil.example>", "<1@evil.example>", "http://evil.example", "//evil.example", "\\", "\\[", "`", "!", "]", "(", "<", "[", "a](<//evil.example>)"];
    const outputs = ["<URL_0>", "<<URL_0>>", "[<URL_0>", "![<URL_0>", "![see <URL_0> now)", "[x](<URL_0>)", "[x]<URL_0>(y)", "<URL_0>(//evil.example)", "[x]: <URL_0>", "[x]:\n<URL_0>\n\n[x]",
        "> [x]:\n> <URL_0>\n\n[x]", "[x]<URL_0>", "\\<URL_0>", "<b <URL_0>", "<URL_0><URL_0>", "- <URL_0>)\n- ![a](b) F-1", "&lt;URL_0&gt;", "&lt;&lt;URL_0&gt;&gt;", "`<URL_0>`", "!<URL_0>[x](//evil.example)", "[x][<URL_0>]"];
    requireHarmless(hostile.flatMap((original) => outputs.map((output) => item(output, original))));
});

test("links of a model become text, and cited ids links to the CRM", () => {
    const [links, images, cited] = requireHarmless([
        item("[a](http://evil.example) [b][r] <http://evil.example> <a@evil.example> <7@evil.example>\n\n[r]: //evil.example"),
        item("![a](http://evil.example) ![b][r] ![c]\n\n[r]: //evil.example\r[c]: x"),
        item("F-1 and [F-12], !F-1, a[b, [pump](https://crm.example/#View/aa), ![pump](https://crm.example/#View/aa)")]);
    assert.deepEqual([liveIn(links), liveIn(images)], [[], []]);
    assert.deepEqual(liveIn(cited), [`${base}/aa`, `${base}/b%28b%29%20c`, `${base}/aa`, `${base}/c`, `${base}/aa`]);
});

/** Numbers from 0 to below 1, the same in every run (mulberry32). */
function numbers(seed) {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
}

test("no mixture of a model's output, originals and ids becomes live", () => {
    const parts = ["[", "]", "(", ")", "!", "<", ">", ":", "\\", "`", "\n", "\r", "\n\n", " ", "\t", "    ", "> ", "- ", "1. ", "\"", "'", "&", ";", "#", "*", "_", "|", "x", "a b", "[x]", "[x]:", "](", "![", "][",
        "[x](", "/u", "//evil.example", "http://evil.example/?q=", "<b>", "</b>", "<!--", "-->", "<?", "<a href=//x>", "a@x.example", "7@x.example", "&lt;", "&#91;", "F-1", "F-12", "a[b", "x`y", "<z",
        `${base}/aa`, `(${base}/aa)`, `[x](${base}/aa)`, `<${base}/aa>`, `${base}/&period;&period;/`, "..", "%2e%2e", "\u00a0", "\u2028", "\0"];
    const next = numbers(20261126);
    const pick = (list) => list[Math.floor(next() * list.length)];
    const textOf = (list, length) => Array.from({ length: Math.floor(next() * length) }, () => pick(list)).join("");
    const withPlaceholders = [...parts, "<URL_0>", "<URL_1>", "&lt;URL_0&gt;", "<URL_2>"];
    const count = Number(process.env.WAY_OUT_TEXTS ?? 30_000);
    requireHarmless(Array.from({ length: count }, () => item(textOf(withPlaceholders, 14), textOf(parts, 6), textOf(parts, 6))));
});
