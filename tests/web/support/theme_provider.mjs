// A provider that answers the calls of an analysis with themes by words: what a model would decide is known to the test.
import { once } from "node:events";
import { createServer } from "node:http";

import { atEnd } from "./cleanup.mjs";

/** The text of a request between the tags. */
export const between = (content, tag) => new RegExp(`<${tag}>\\n?([^]*?)\\n?</${tag}>`).exec(content)?.[1] ?? "";

/** `answer(user, system)` returns the text of the model, or a promise of it. The messages of all calls are in `calls`. */
export async function scriptedProvider(answer) {
    const calls = [];
    const server = createServer(async (request, response) => {
        if (request.method !== "POST") return response.writeHead(404).end();
        const chunks = [];
        for await (const chunk of request) chunks.push(chunk);
        const { messages } = JSON.parse(Buffer.concat(chunks).toString());
        const [system, user] = ["system", "user"].map((role) => messages.filter((message) => message.role === role).map(({ content }) => (typeof content === "string" ? content : content.map(({ text }) => text).join(""))).join("\n"));
        calls.push({ system, user });
        const content = await answer(user, system);
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify({ id: "1", object: "chat.completion", model: "scripted", choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }], usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } }));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    atEnd(() => {
        server.closeAllConnections();
        server.close();
    });
    return { calls, settings: { LLM_MODEL: "openai/scripted", LLM_API_BASE: `http://127.0.0.1:${server.address().port}`, LLM_API_KEY: "provider-key", LLM_PRICE_UNKNOWN: "allow", LLM_STREAM: "false" } };
}
