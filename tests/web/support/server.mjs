// A real verbatimd for a test, with its own state folder, port and keys.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const program = process.env.VERBATIMD ?? fileURLToPath(new URL("../../../build/release/bin/verbatimd", import.meta.url));

export const key = "ordinary-key-0123456789";
export const superuserKey = "superuser-key-0123456789";

const keys = [
    { key_id: "k-1", name: "crm", key, tenant_id: "tenant-a" },
    { key_id: "k-2", name: "ops", key: superuserKey, tenant_id: "ops", is_superuser: true },
];

/** Starts a server and returns `{address, state, stop, kill}`; `stop` and `kill` end it and remove its state. */
export async function startServer(settings = {}) {
    const state = await mkdtemp(path.join(tmpdir(), "verbatim-web-"));
    const sanitizerOptions = Object.fromEntries(["ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"]
        .filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
    const child = spawn(program, [], {
        env: { ...sanitizerOptions, AUTH_API_KEYS: JSON.stringify(keys), STATE_DIR: state, NETWORK_PORT: "0", LOG_FORMAT: "text", ...settings },
        stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit");
    let output = "";
    const address = await new Promise((resolve, reject) => {
        const read = (chunk) => {
            output += chunk;
            const match = /listening on (https?:\/\/[^\s"]+)["\s]/.exec(output);
            if (match) resolve(match[1]);
        };
        child.stdout.on("data", read);
        child.stderr.on("data", read);
        setTimeout(() => reject(new Error(`verbatimd did not log its address:\n${output}`)), 60_000).unref();
        ended.then(([code]) => reject(new Error(`verbatimd ended with ${code}:\n${output}`)));
    });
    return {
        address,
        state,
        async stop() {
            child.kill("SIGTERM");
            await ended;
            await rm(state, { recursive: true, force: true });
        },
        /** Ends it as a crash would. */
        async kill() {
            child.kill("SIGKILL");
            await ended;
            await rm(state, { recursive: true, force: true });
        },
    };
}

/** Sends a request with the key; a POST if there is a `body`. */
export function send(server, target, { key: apiKey = key, body } = {}) {
    return fetch(server.address + target, {
        method: body === undefined ? "GET" : "POST",
        headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
    });
}
