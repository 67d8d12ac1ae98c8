// A real verbatimd for a test, with its own state folder, port and keys.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { atEnd } from "./cleanup.mjs";

const program = process.env.VERBATIMD ?? fileURLToPath(new URL("../../../build/release/bin/verbatimd", import.meta.url));

export const key = "ordinary-key-0123456789";
export const superuserKey = "superuser-key-0123456789";

const keys = [
    { key_id: "k-1", name: "crm", key, tenant_id: "tenant-a" },
    { key_id: "k-2", name: "ops", key: superuserKey, tenant_id: "ops", is_superuser: true },
];

const startLimit = 120_000; // ms, on a busy machine
const stopLimit = 10_000; // ms, then it is killed: unfinished jobs take longer

/** Resolves with the address that the server logs. Rejects with its output if there is none. */
function addressOf(child, ended) {
    let output = "";
    return new Promise((resolve, reject) => {
        const fail = (problem) => reject(new Error(`${program} ${problem}:\n${output}`));
        const read = (chunk) => {
            output += chunk;
            const match = /listening on (https?:\/\/[^\s"]+)["\s]/.exec(output);
            if (match) resolve(match[1]);
        };
        child.stdout.on("data", read);
        child.stderr.on("data", read);
        child.on("error", ({ message }) => fail(message));
        ended.then(([code, signal]) => fail(`ended with ${code ?? signal}`));
        setTimeout(fail, startLimit, "did not log its address").unref();
    });
}

/** Starts a server and returns `{address, state, stop, kill}`. `stop` and `kill` remove its state; `kill` ends it as a crash would. */
export async function startServer(settings = {}) {
    const state = await mkdtemp(path.join(tmpdir(), "verbatim-web-"));
    const sanitizerOptions = Object.fromEntries(["ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"]
        .filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
    const child = spawn(program, [], {
        env: { ...sanitizerOptions, AUTH_API_KEYS: JSON.stringify(keys), STATE_DIR: state, NETWORK_PORT: "0", LOG_FORMAT: "text", ...settings },
        stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise((resolve) => child.on("close", (...reason) => resolve(reason)));
    const end = async (signal) => {
        child.kill(signal);
        await ended;
        await rm(state, { recursive: true, force: true });
    };
    const kill = () => end("SIGKILL");
    const stop = () => {
        setTimeout(() => child.kill("SIGKILL"), stopLimit).unref();
        return end("SIGTERM");
    };
    atEnd(stop);
    return { address: await addressOf(child, ended), state, stop, kill };
}

/** Sends a request with the key; a POST if there is a `body`. */
export function send(server, target, { key: apiKey = key, body } = {}) {
    return fetch(server.address + target, {
        method: body === undefined ? "GET" : "POST",
        headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
    });
}
