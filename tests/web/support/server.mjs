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

/** Starts a server and returns `{address, state, stop}`; `stop` ends it and removes its state. */
export async function startServer(settings = {}) {
    const state = await mkdtemp(path.join(tmpdir(), "verbatim-web-"));
    const kept = Object.fromEntries(["ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"]
        .filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
    const child = spawn(program, [], {
        env: { ...kept, AUTH_API_KEYS: JSON.stringify(keys), STATE_DIR: state, NETWORK_PORT: "0", LOG_FORMAT: "text", ...settings },
        stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit");
    let said = "";
    const address = await new Promise((resolve, reject) => {
        const hear = (chunk) => {
            said += chunk;
            const found = /listening on (https?:\/\/[^\s"]+)["\s]/.exec(said);
            if (found) resolve(found[1]);
        };
        child.stdout.on("data", hear);
        child.stderr.on("data", hear);
        setTimeout(() => reject(new Error(`verbatimd never said where it listens:\n${said}`)), 60_000).unref();
        ended.then(([code]) => reject(new Error(`verbatimd ended with ${code}:\n${said}`)));
    });
    return {
        address,
        state,
        async stop() {
            child.kill("SIGTERM");
            await ended;
            await rm(state, { recursive: true, force: true });
        },
    };
}

/** A request with the key; `body` makes it a POST. */
export function ask(server, target, { key: presented = key, body } = {}) {
    return fetch(server.address + target, {
        method: body === undefined ? "GET" : "POST",
        headers: { Authorization: `Bearer ${presented}`, "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
    });
}
