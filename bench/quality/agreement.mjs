#!/usr/bin/env node
// How often the coding review of /analyze says wrongly that suggestions can be relied on. Simulated reviewers use the review of the page
// (core/pages/analyze/codes) and coding-agreement of a real server; the true codes are known. Exits with 1 if a share of wrong
// verdicts or of wrong thresholds exceeds 5 %.
//
//     bench/quality/agreement.mjs [RUNS]
import { pageModule } from "../../tests/web/support/page_modules.mjs";
import { send, startServer } from "../../tests/web/support/server.mjs";

const { Coding } = await pageModule("codes/coding.js");
const { leastDecisions, sampleSize } = await pageModule("codes/sample.js");

const runs = Number(process.argv[2] ?? 200);
const recordCount = 800;
const wantedPrecision = 0.9;
const reliableAlpha = 0.8;
const highestShare = 0.05;
const atOnce = 4;

/** A generator of numbers from 0 to 1 (mulberry32): the same for the same seed. */
function randomNumbers(seed) {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

const codes = ["Cash", "Food", "Health", "Protection", "Shelter", "Water"];
const other = (random, code) => codes.filter((name) => name !== code)[Math.floor(random() * (codes.length - 1))];

/** Truths: `right` is the share of right suggestions, `first` that of records with the first code. */
const truths = [
    { name: "suggestions by chance", right: 1 / 6, first: 1 / 6 },
    { name: "just not reliable", right: 0.815, first: 1 / 6 },
    { name: "one code in 90 %", right: 0.955, first: 0.9 },
    { name: "reliable", right: 0.96, first: 1 / 6 },
];

function corpusOf({ right, first }, random) {
    return Array.from({ length: recordCount }, (_, at) => {
        const code = random() < first ? codes[0] : codes[1 + Math.floor(random() * (codes.length - 1))];
        const isRight = random() < right;
        const confidence = Math.round(100 * (isRight ? 1 - random() ** 2 / 2 : 1 - random() / 2)) / 100;
        return { record: { id: `F-${at}`, content: `${random()}`, metadata: {} }, code, suggested: isRight ? code : other(random, code), confidence };
    });
}

const entryOf = ({ suggested, confidence }) => ({ assigned_codes: [{ coding_level_1_name: suggested, confidence_aggregate: confidence, explanation: "" }], error: null });
const framework = { root_codes: codes.map((name, at) => ({ id: `C${at}`, name })) };

let server;

async function measure(body) {
    const response = await send(server, "/v1/coding-agreement", { body });
    if (response.status !== 200) throw new Error(await response.text());
    return response.json();
}

/** A review by the steps of the page. What it shows is kept: a verdict that was shown once can be acted on. */
class Review {
    constructor(corpus) {
        this.coding = new Coding(corpus.map(entryOf), corpus.map(({ record }) => record), framework);
        this.truth = new Map(corpus.map(({ record, code }) => [record.id, code]));
        this.shown = [];
    }

    blind(size, decision) {
        this.coding.startBlind(size);
        for (const row of this.coding.sample) if (row.blind === null) this.coding.decideBlind(row, decision(row));
    }

    async measure() {
        const body = this.coding.agreementRequest(wantedPrecision);
        if (body.records.length) this.shown.push(await measure({ ...body, max_codes: 0, max_confusions: 0 }));
    }

    confirmAll() {
        this.coding.startWork();
        for (const row of this.coding.rows) this.coding.confirm(row);
    }

    /** What would count as blind if decisions could be replaced after the suggestion is known. */
    copySuggestions() {
        for (const row of this.coding.rows) this.coding.decideBlind(row, row.suggested.map(({ path }) => path));
    }
}

const size = sampleSize(0.1, recordCount);

const reviewers = {
    /** Takes what is there: nothing, "no code", or the first code of the list in the blind review; then confirms all suggestions. */
    async "blind click"(review, random) {
        const way = Math.floor(random() * 3);
        if (way > 0) review.blind(size, () => (way === 1 ? [] : [review.coding.paths[0]]));
        await review.measure();
        review.confirmAll();
        await review.measure();
    },
    async careful(review) {
        review.blind(size, (row) => [[review.truth.get(row.record.id)]]);
        await review.measure();
        review.confirmAll();
        await review.measure();
    },
    async "80 % careful"(review, random) {
        review.blind(size, (row) => {
            const code = review.truth.get(row.record.id);
            return [[random() < 0.8 ? code : other(random, code)]];
        });
        await review.measure();
        review.confirmAll();
        await review.measure();
    },
    /** Adds records until the verdict is the wanted one, tries to replace decisions, and confirms everything at the end. */
    async adversarial(review) {
        for (let next = leastDecisions; ; next = Math.min(2 * next, recordCount)) {
            review.blind(next, (row) => [[review.truth.get(row.record.id)]]);
            await review.measure();
            review.copySuggestions();
            await review.measure();
            if (next === recordCount || review.shown.at(-1).verdict.grade === "reliable") break;
        }
        review.confirmAll();
        review.copySuggestions();
        await review.measure();
    },
};

/** Precision of suggestions from a confidence on, over all records. */
function precisionFrom(corpus, threshold) {
    const accepted = corpus.filter(({ confidence }) => confidence >= threshold);
    return accepted.filter(({ code, suggested }) => code === suggested).length / accepted.length;
}

async function run(truth, reviewer, seed) {
    const random = randomNumbers(seed);
    const corpus = corpusOf(truth, random);
    const exact = await measure({ bootstrap_resamples: 0, max_codes: 0, max_confusions: 0, records: corpus.map(({ record, code, suggested }) => ({ id: record.id, human: [[code]], suggested: [{ code: [suggested] }] })) });
    const review = new Review(corpus);
    await reviewers[reviewer](review, random);
    const isReliable = review.shown.some(({ verdict }) => verdict.grade === "reliable");
    const thresholds = review.shown.map(({ blind }) => blind?.overall.confidence.assured_precision).filter(Boolean);
    const alpha = exact.overall.alpha.value;
    return { alpha, kappa: review.shown.at(-1)?.overall.kappa.value ?? null, isReliable, isWrong: isReliable && alpha < reliableAlpha,
        hasThreshold: thresholds.length > 0, isThresholdWrong: thresholds.some(({ threshold }) => precisionFrom(corpus, threshold) < wantedPrecision) };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (share) => `${(100 * share).toFixed(1)} %`;

server = await startServer();
let worst = 0;
console.log(`${runs} runs each, ${recordCount} records, blind sample of ${size}\n`);
console.log("| Suggestions | True alpha | Reviewer | Kappa of all decisions | \"Rely on it\" | Wrongly | Threshold | Wrongly |\n|---|---|---|---|---|---|---|---|");
for (const truth of truths)
    for (const reviewer of Object.keys(reviewers)) {
        const results = [];
        for (let at = 0; at < runs; at += atOnce)
            results.push(...await Promise.all(Array.from({ length: Math.min(atOnce, runs - at) }, (_, more) => run(truth, reviewer, 1 + at + more))));
        const share = (member) => mean(results.map((result) => (result[member] ? 1 : 0)));
        worst = Math.max(worst, share("isWrong"), share("isThresholdWrong"));
        const kappas = results.map(({ kappa }) => kappa).filter((value) => value !== null);
        console.log(`| ${truth.name} | ${mean(results.map(({ alpha }) => alpha)).toFixed(2)} | ${reviewer} | ${kappas.length ? mean(kappas).toFixed(2) : "–"} | ${percent(share("isReliable"))} | ${percent(share("isWrong"))} | ${percent(share("hasThreshold"))} | ${percent(share("isThresholdWrong"))} |`);
    }
await server.stop();
if (worst > highestShare) {
    console.error(`wrong in ${percent(worst)}, more than ${percent(highestShare)}`);
    process.exitCode = 1;
}
