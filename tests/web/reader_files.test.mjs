// Files as tools write them (tests/reader_files, each with its source): the page and the command read the same records.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { pageModule } from "./support/page_modules.mjs";

const folder = new URL("../reader_files/", import.meta.url);
const examples = JSON.parse(readFileSync(new URL("expected.json", folder)));
const notExamples = ["expected.json", "frameworks", "requirements.txt", "workbooks.py"];

const waiting = new Map();
globalThis.self = { postMessage({ id, part, ...answer }) { if (!part) waiting.get(id)(answer); else waiting.get(id).parts.push(...part); } };
await pageModule("reader/worker.js");
let last = 0;
/** Runs an action of the page's worker. */
function ask(action, values = {}) {
    const id = (last += 1);
    return new Promise((resolve) => {
        const parts = [];
        waiting.set(id, Object.assign((answer) => resolve({ ...answer, parts }), { parts }));
        self.onmessage({ data: { id, action, values } });
    });
}

/** What the page makes of a file without a change by a person. */
async function readByPage(name) {
    const bytes = readFileSync(new URL(name, folder)); // a complete path replaces the folder
    const { problem, result } = await ask("open", { file: { name, size: bytes.length, arrayBuffer: async () => new Uint8Array(bytes).buffer } });
    if (problem) return { problem };
    const { names, roles, order, separator, notes } = result;
    const { result: { problems } } = await ask("match", { mapping: { roles, order, separator, keys: [] } });
    const { parts: records } = await ask("records");
    const column = (role) => names[roles.indexOf(role)];
    return {
        records, text: column("text"), id: column("id"), date: column("date"), notes: notes.map(({ kind }) => kind),
        codes: names.filter((_, at) => roles[at] === "codes"), groups: names.filter((_, at) => roles[at] === "group"), merged: problems.find(({ kind }) => kind === "merged")?.count ?? 0,
    };
}

/** Runs a command and prints the memory that it needed at most, in KiB. */
const measured = ["python3", "-c", "import resource, subprocess, sys; subprocess.run(sys.argv[1:]); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"];

/** The body of the request that the command sends, its message, and what it prints: {body, problem, output}. */
async function requestOf(words, [program, ...options] = [process.env.VERBATIM]) {
    let body = null;
    const server = createServer((request, response) => {
        const parts = [];
        request.on("data", (part) => parts.push(part));
        request.on("end", () => {
            if (request.method === "POST") body = JSON.parse(Buffer.concat(parts));
            response.writeHead(401, { "content-type": "application/json" }).end('{"error":{"code":"unauthorized","message":"enough"}}');
        });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address();
    const environment = { PATH: process.env.PATH, HOME: "/nonexistent", VERBATIM_KEY: "key-of-the-reader-test-0001", LANG: "C.UTF-8" };
    const [output, problem] = await new Promise((done) => {
        execFile(program, [...options, ...words, "--server", `http://127.0.0.1:${port}`, "--wait", "0"], { env: environment }, (_, ...printed) => done(printed));
    });
    await new Promise((done) => server.close(done));
    return { body, problem, output };
}

/** What the command would send: {records, mode} or {problem}, its message. */
async function readByCommand(file) {
    const { body, problem } = await requestOf(["analyze", file]);
    return body ? { records: body.feedback_records, mode: body.mode } : { problem };
}

const { autoMode, requestRecord, summarise } = await pageModule("reader/records.js");
const { limits } = await pageModule("reader/rules.js");
const { default: sentences } = await pageModule("texts/reader.js");

test("each example names its source, and what of it was verified there", () => {
    for (const { file, source, verified, made } of examples) {
        assert.match(source, /^(https:\/\/[^\s/]+\/\S*|docs\/reference\/\S+\.md)$/, file);
        assert.ok(verified ? verified.length > 10 && !made : made === "by us, after a public report", file);
    }
    assert.ok(examples.filter(({ verified }) => verified).length >= 60);
    assert.deepEqual(readdirSync(folder).filter((name) => !notExamples.includes(name)).sort(), examples.map(({ file }) => file).sort());
});

for (const { file, source, verified, made, problem, records, first, first_id: firstId, day, notes = [], merged = 0, codes = [], groups, ...columns } of examples) {
    test(`${file}, as of ${source}`, async () => {
        const page = await readByPage(file);
        const command = await readByCommand(fileURLToPath(new URL(file, folder)));
        if (problem) {
            assert.equal(page.problem, problem);
            const sentence = problem === "file.codebook" ? "is a coding framework" : sentences[problem].en.split(/[{}]/).at(-1).replace(/^[^a-zA-Z]+/, "").trim();
            assert.ok(command.problem.includes(sentence), command.problem);
            return;
        }
        assert.equal(page.problem, undefined);
        assert.deepEqual(Object.fromEntries(Object.keys(columns).map((role) => [role, page[role]])), columns);
        assert.deepEqual(page.notes, notes);
        assert.deepEqual([page.records.length, page.records[0].content, page.records[0].date || undefined, page.merged, page.codes], [records, first, day, merged, codes]);
        if (groups) assert.deepEqual(page.groups, groups);
        if (firstId) assert.equal(page.records[0].id, firstId);
        const sent = ({ id, content, metadata: { created, coding_level_1: first, coding_level_2: second, coding_level_3: third } }) => ({ id, content, created, codes: [first, second, third] });
        assert.ok(command.records, command.problem);
        assert.deepEqual(command.records.map(sent), page.records.map((record) => sent(requestRecord(record))));
    });
}

test("page and command take coding frameworks of the same formats and send the same codes", async () => {
    const frameworks = new URL("frameworks/", folder);
    const expected = JSON.parse(readFileSync(new URL("nested.json", frameworks)));
    const feedback = fileURLToPath(new URL("bom.csv", folder));
    const read = async (place) => {
        const bytes = readFileSync(place);
        const { result, problem } = await ask("framework", { file: { name: basename(place.pathname), size: bytes.length, arrayBuffer: async () => new Uint8Array(bytes).buffer } });
        return { page: result, problem, command: await requestOf(["code", feedback, "--framework", fileURLToPath(place)]) };
    };
    const names = readdirSync(frameworks).filter((name) => name !== "refused");
    assert.deepEqual(names, ["nested.json", "older.json", "request.json", "rows.csv", "rows.json", "rows.tsv", "rows.xlsx", "rows_semicolons.csv"]);
    for (const name of names) {
        const { page, problem, command } = await read(new URL(name, frameworks));
        assert.equal(problem, undefined, name);
        assert.deepEqual(page, expected, name);
        assert.equal((await readByPage(fileURLToPath(new URL(name, frameworks)))).problem, "file.codebook", name);
        assert.deepEqual(command.body?.coding_levels, expected, `${name}: ${command.problem}`);
    }
    for (const name of readdirSync(new URL("refused/", frameworks))) {
        const { page, problem, command } = await read(new URL(`refused/${name}`, frameworks));
        assert.deepEqual([page, command.body], [undefined, null], name);
        const words = sentences[problem].en.split(/[{}]/).at(-1).replace(/^[^a-zA-Z]+/, "").trim();
        assert.ok(command.problem.includes(words), `${name}: ${command.problem}`);
    }
});

test("a table needs the stated memory, and one with more cells than the limit is refused by both", async () => {
    const place = await mkdtemp(join(tmpdir(), "reader-"));
    try {
        const columns = 40;
        const name = join(place, "wide.csv");
        const head = `id,feedback,${Array.from({ length: columns - 2 }, (_, at) => `q${at}`).join(",")}\n`;
        const rows = 30_000;
        const text = head + Array.from({ length: rows }, (_, row) => `F-${row},The pump of village ${row % 977} is broken again,${Array.from({ length: columns - 2 }, (_, at) => (row + at) % 5).join(",")}\n`).join("");
        writeFileSync(name, text);
        const { body, output } = await requestOf([process.env.VERBATIM, "analyze", name], measured);
        assert.equal(body.feedback_records.length, rows);
        const bound = 64 * 1024 + 10 * text.length / 1024 + 60 * rows * columns / 1024; // docs/command.md#files
        if (!process.env.SANITIZERS) assert.ok(Number(output) < bound, `${output} KiB of ${bound}`); // they need memory of their own

        const cells = ",".repeat(columns - 1);
        writeFileSync(name, `${head}${`${cells}\n`.repeat(limits.cells / columns)}`); // the header is one row too many
        assert.equal((await readByPage(name)).problem, "file.tooLarge");
        assert.ok((await readByCommand(name)).problem.includes("is too large. The limits are 300 MiB and 12 million cells"));
    } finally {
        await rm(place, { recursive: true });
    }
});

test("both choose the same mode, whatever the size of the file", async () => {
    const place = await mkdtemp(join(tmpdir(), "reader-"));
    try {
        for (const [characters, mode] of [[59_000, "single_pass"], [61_000, "hierarchical"], [390_000, "hierarchical"], [410_000, "hierarchical"]]) {
            const file = join(place, `${characters}.csv`);
            writeFileSync(file, `text\n${"The pump of our village is broken again: é\n".repeat(characters / 42)}`);
            const { records } = await readByPage(file);
            assert.equal(autoMode(summarise(records, [])), mode);
            assert.equal((await readByCommand(file)).mode, mode);
        }
    } finally {
        await rm(place, { recursive: true });
    }
});
