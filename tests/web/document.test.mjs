// Checks the API document with a linter, and with a generated TypeScript client that calls every operation.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { createConfig, lint } from "@redocly/openapi-core";

import { commandsOf, sampleOf } from "./support/clients_page.mjs";
import { key, startServer, superuserKey } from "./support/server.mjs";

const run = promisify(execFile);
const here = path.dirname(fileURLToPath(import.meta.url));
const results = path.join(process.env.TEST_RESULTS ?? path.join(here, "test-results"), "client");

let server;
let document;

before(async () => {
    server = await startServer();
    await rm(results, { recursive: true, force: true });
    await mkdir(results, { recursive: true });
    await symlink(path.join(here, "node_modules"), path.join(results, "node_modules"));
    document = path.join(results, "openapi.json");
    await writeFile(document, Buffer.from(await (await fetch(`${server.address}/openapi.json`)).arrayBuffer()));
});

test("the linter finds no error and no warning with the recommended strict rules", async () => {
    const config = await createConfig({
        extends: ["recommended-strict"],
        rules: {
            // Health accepts every client; the next test requires a 4xx response of every other route.
            "operation-4xx-response": "off",
        },
    });

    const problems = await lint({ ref: document, config });

    assert.deepEqual(problems.map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`), []);
});

test("every route except health documents a 4xx response", async () => {
    const { paths } = JSON.parse(await readFile(document, "utf8"));

    const undocumented = Object.entries(paths).flatMap(([route, verbs]) => Object.values(verbs)
        .filter((operation) => !Object.keys(operation.responses).some((status) => status.startsWith("4"))).map(() => route));

    assert.deepEqual(undocumented, ["/v1/health"]);
});

test("the linter detects a broken document", async () => {
    const broken = path.join(results, "broken.json");
    const text = await readFile(document, "utf8");
    await writeFile(broken, text.replaceAll('"#/components/schemas/Error"', '"#/components/schemas/Nowhere"'));

    const problems = await lint({ ref: broken, config: await createConfig({ extends: ["recommended-strict"] }) });

    assert.ok(problems.some(({ ruleId }) => ruleId === "no-unresolved-refs"));
});

test("a generated TypeScript client type-checks strictly, calls every operation and runs the sample of the page", async () => {
    const modules = path.join(here, "node_modules");
    await run(process.execPath, [path.join(modules, "openapi-typescript", "bin", "cli.js"), document, "--output",
        path.join(results, "api.d.ts"), "--default-non-nullable", "false"], { cwd: here });

    await writeFile(path.join(results, "client.ts"), await readFile(path.join(here, "client.ts")));
    await writeFile(path.join(results, "sample.ts"), await sampleOf("ts", server.address, key));
    await writeFile(path.join(results, "package.json"), '{"type": "module"}');
    await writeFile(path.join(results, "tsconfig.json"), JSON.stringify({
        compilerOptions: {
            strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, target: "es2022",
            module: "nodenext", moduleResolution: "nodenext", types: ["node"],
            outDir: "out",
        },
        files: ["client.ts", "sample.ts"],
    }));
    await run(process.execPath, [path.join(modules, "typescript", "bin", "tsc"), "--project", results])
        .catch((failed) => assert.fail(failed.stdout));

    const { main } = await import(path.join(results, "out", "client.js"));
    const calls = await main(server.address, key, superuserKey);

    const { paths } = JSON.parse(await readFile(document, "utf8"));
    const documented = Object.entries(paths).flatMap(([route, verbs]) => Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${route}`));
    assert.deepEqual(calls.sort(), documented.sort());

    const { stdout } = await run(process.execPath, [path.join(results, "out", "sample.js")]).catch((failed) => assert.fail(failed.stderr));

    assert.match(stdout, /^(null|None) .*insulin/s); // the built-in model gives no score
});

test("the page installs the packages and gives the options that are tested", async () => {
    const { dependencies } = JSON.parse(await readFile(path.join(here, "package.json"), "utf8"));
    const commands = await commandsOf("TypeScript");

    const installed = [...commands.matchAll(/ (@?[\w/-]+)@([\d.]+)/g)].map(([, name, version]) => `${name}@${version}`);
    assert.deepEqual(installed, ["openapi-fetch", "openapi-typescript", "typescript", "@types/node"].map((name) => `${name}@${dependencies[name]}`));
    assert.match(commands, /openapi.json --output api.d.ts --default-non-nullable false$/m);
});
