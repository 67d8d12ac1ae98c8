// Generates a Python client from the API document and calls every operation with it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { commandsOf, sampleOf } from "./support/clients_page.mjs";
import { key, startServer, superuserKey } from "./support/server.mjs";

const run = promisify(execFile);
const here = path.dirname(fileURLToPath(import.meta.url));
const results = path.join(process.env.TEST_RESULTS ?? path.join(here, "test-results"), "python_client");
// Installed by `tools/install-deps test`.
const tools = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "verbatim", "python-client", "bin");

let server;

before(async () => {
    server = await startServer();
    await rm(results, { recursive: true, force: true });
    await mkdir(results, { recursive: true });
});

test("a Python client is generated without a warning, calls every operation and runs the sample of the page", async () => {
    const document = path.join(results, "openapi.json");
    const config = path.join(results, "config.json");
    await writeFile(document, await (await fetch(`${server.address}/openapi.json`)).text());
    await writeFile(config, JSON.stringify({ post_hooks: [] })); // no formatting

    await run(path.join(tools, "openapi-python-client"), ["generate", "--path", document, "--meta", "none", "--fail-on-warning",
        "--config", config, "--output-path", path.join(results, "verbatim_client")])
        .catch((failed) => assert.fail(failed.stdout + failed.stderr));
    await run(path.join(tools, "python"), ["-B", path.join(here, "client.py"), results, server.address, key, superuserKey])
        .catch((failed) => assert.fail(failed.stderr));

    const sample = path.join(results, "sample.py");
    await writeFile(sample, await sampleOf("python", server.address, key));

    const { stdout } = await run(path.join(tools, "python"), ["-B", sample]).catch((failed) => assert.fail(failed.stderr));

    assert.match(stdout, /^(null|None) .*insulin/s); // the built-in model gives no score
});

test("the page installs the generator and gives the options that are tested", async () => {
    const requirements = await readFile(path.join(here, "requirements.txt"), "utf8");
    const commands = await commandsOf("Python");

    assert.equal(/openapi-python-client==\S+/.exec(commands)[0], /^openapi-python-client==\S+/m.exec(requirements)[0]);
    assert.match(commands, /generate --path openapi.json --meta none --output-path verbatim_client$/m);
});
