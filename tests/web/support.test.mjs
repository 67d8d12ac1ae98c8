// A suite whose server does not start ends, and reports why.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const suite = fileURLToPath(new URL("analyze_failures.test.mjs", import.meta.url));

test("a suite ends with the output of a server that does not start", async (context) => {
    const folder = await mkdtemp(path.join(tmpdir(), "verbatim-support-"));
    context.after(() => rm(folder, { recursive: true }));
    const program = path.join(folder, "verbatimd");
    await writeFile(program, "#!/bin/sh\necho the setting is unknown\nexit 3\n");
    await chmod(program, 0o755);
    for (const [server, reason] of [[program, "ended with 3:\nthe setting is unknown"], [path.join(folder, "missing"), "ENOENT"]]) {
        const { NODE_TEST_CONTEXT: _, ...environment } = process.env; // else it would report to this run
        const { status, stdout } = spawnSync(process.execPath, ["--test", "--test-reporter=tap", suite], { env: { ...environment, VERBATIMD: server }, encoding: "utf8", maxBuffer: 16 * 1024 * 1024 });
        assert.equal(status, 1);
        assert.ok(stdout.replaceAll(/\n +/g, "\n").includes(reason), stdout.slice(0, 4000));
        assert.match(stdout, /^# pass 0$/m);
    }
});
