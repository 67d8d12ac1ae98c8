// The Postman collection: it is the one of the document, and Postman's own program runs all its requests.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import newman from "newman";

import { startServer, superuserKey } from "../web/support/server.mjs";

const file = fileURLToPath(new URL("../../docs/integrations/verbatim.postman_collection.json", import.meta.url));
const tool = fileURLToPath(new URL("../../tools/postman-collection", import.meta.url));
const run = promisify(newman.run.bind(newman));

let server;
let document;

before(async () => {
    server = await startServer();
    document = await (await fetch(`${server.address}/openapi.json`)).text();
});

const collection = async () => JSON.parse(await readFile(file, "utf8"));
const variables = () => ({ envVar: [{ key: "base_url", value: server.address }, { key: "api_key", value: superuserKey }] });

/** Name, method, path and status of each request that was sent, in order. */
async function sent(options) {
    const { run: { executions, failures } } = await run({ reporters: [], ...variables(), ...options });
    assert.deepEqual(failures.map(({ error, source }) => `${source?.name}: ${error.message}`), []);
    return executions.map(({ item, request, response }) => ({
        name: item.name, method: request.method, path: request.url.getPath(), status: response.code,
        headers: request.headers.members.filter(({ disabled }) => !disabled).map(({ key }) => key),
    }));
}

test("the collection is made from the document", async () => {
    const made = execFileSync(process.execPath, [tool], { input: document, encoding: "utf8" });

    assert.equal(await readFile(file, "utf8"), made,
        "run: AUTH_API_KEYS=[] build/release/bin/verbatimd --print-openapi | tools/postman-collection > docs/integrations/verbatim.postman_collection.json");
});

test("the collection has the operations of the document in folders by tag, with all examples of bodies", async () => {
    const { paths, tags } = JSON.parse(document);
    const { item: folders } = await collection();

    assert.deepEqual(folders.map(({ name }) => name), tags.map(({ name }) => name));
    const requests = folders.flatMap(({ name, item }) => item.map(({ request }) => `${name}: ${request.method} ${request.url.raw}`));
    const expected = Object.entries(paths).flatMap(([route, verbs]) => Object.entries(verbs).flatMap(([method, { tags: [tag], requestBody }]) =>
        Object.keys(requestBody?.content["application/json"].examples ?? { none: {} })
            .map(() => `${tag}: ${method.toUpperCase()} {{base_url}}${route.replaceAll(/\{(\w+)\}/g, ":$1")}`)));
    assert.deepEqual(requests.sort(), expected.sort());
});

test("every request succeeds with an address and a key", async () => {
    const edited = await collection();
    const summarize = edited.item.flatMap(({ item }) => item).find(({ request }) => request.url.raw === "{{base_url}}/v1/summarize");
    for (const header of summarize.request.header) header.disabled = false; // a job, for the requests about jobs

    const requests = await sent({ collection: edited });

    const erasures = requests.filter(({ path }) => path === "/v1/idempotency-keys"); // no request used their key
    assert.deepEqual(erasures.map(({ status }) => status), [404]);
    const translations = requests.filter(({ path }) => path === "/v1/translate-themes"); // the built-in model makes none
    assert.deepEqual(translations.map(({ status }) => status), [501]);
    assert.deepEqual(requests.filter((request) => request.status >= 300 && !erasures.includes(request) && !translations.includes(request)), []);
    assert.equal(requests.length, edited.item.flatMap(({ item }) => item).length);
    assert.deepEqual(requests.filter(({ status }) => status > 200 && status < 300).map(({ method, path, status }) => `${status} ${method} ${path}`),
        ["202 POST /v1/summarize", "201 POST /v1/auth/keys"]);
    assert.ok(requests.filter(({ path }) => /^\/v1\/jobs\/[0-9a-f]{32}/.test(path)).length >= 5, "requests have the id of the job");
});

test("optional headers and parameters are sent only after they are enabled", async () => {
    const requests = await sent({ collection: await collection(), folder: ["Inference", "Usage Tracking"] });

    assert.ok(requests.length > 5);
    for (const { name, headers, path } of requests) {
        assert.ok(headers.includes("Authorization"), name);
        const isRequired = path.startsWith("/v1/bills?month=");
        assert.ok(!headers.includes("Prefer") && !headers.includes("Idempotency-Key") && (!path.includes("?") || isRequired), name);
    }
});

test("the key is an empty variable, and without it every request except health is refused", async () => {
    const envVar = ["job_id", "key_id"].map((id) => ({ key: id, value: "unknown" }));
    const requests = await sent({ collection: await collection(), envVar: [...envVar, { key: "base_url", value: server.address }] });

    assert.equal((await collection()).variable.find(({ key }) => key === "api_key").value, "");
    assert.deepEqual(requests.filter(({ status }) => status !== 401).map(({ path, status }) => `${status} ${path}`), ["200 /v1/health"]);
});
