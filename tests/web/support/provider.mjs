// A provider that takes requests and never answers, so that a job runs until something else ends it.
import { once } from "node:events";
import { createServer } from "node:http";

import { atEnd } from "./cleanup.mjs";

export async function silentProvider() {
    const server = createServer(() => server.emit("asked"));
    let isAsked = false;
    server.on("asked", () => { isAsked = true; });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    atEnd(() => {
        server.closeAllConnections();
        server.close();
    });
    return {
        settings: {
            LLM_MODEL: "openai/silent", LLM_API_BASE: `http://127.0.0.1:${server.address().port}`, LLM_API_KEY: "provider-key", LLM_PRICE_UNKNOWN: "allow",
        },
        /** Resolves when a request has arrived. */
        asked: async () => { if (!isAsked) await once(server, "asked"); },
    };
}
