// A provider that answers the calls of an analysis with themes by words: what a model would decide is known to the test.
import { once } from "node:events";
import { createServer } from "node:http";

import { atEnd } from "./cleanup.mjs";

/** The text of a request between the tags. */
export const between = (content, tag) => new RegExp(`<${tag}>\\n?([^]*?)\\n?</${tag}>`).exec(content)?.[1] ?? "";

const wordsOf = (criteria) => criteria.toLowerCase().split(";").map((word) => word.trim()).filter(Boolean);

/** Whether a text holds one of the words of a criterion, which have semicolons between. */
export const holds = (content, criteria) => wordsOf(criteria).some((word) => content.toLowerCase().includes(word));

/** The themes of a prompt: [{id, criteria}]. */
export function promptThemes(user) {
    const themes = [];
    for (const line of between(user, "themes").split("\n")) {
        const [, id, title] = /^(T[\d.]+): (.*)$/.exec(line) ?? [];
        if (id) themes.push({ id, criteria: title });
        const [, criteria] = /^\s*criteria: (.*)$/.exec(line) ?? [];
        if (criteria) themes.at(-1).criteria = criteria;
    }
    return themes;
}

/** The records of a prompt: [{number, content}]. */
export const recordsOf = (user) => [...user.matchAll(/<record number="(\d+)"[^>]*>([^]*?)<\/record>/g)].map(([, number, content]) => ({ number: Number(number), content }));

/** What a model says that knows these themes, {title: criteria}: a record has the themes whose criteria it holds. */
export function themeModel(subjects, user, system) {
    if (system.includes("make the list of themes")) return JSON.stringify({ themes: Object.entries(subjects).map(([title, inclusion]) => ({ title, definition: `About ${title}.`, inclusion, sub_themes: [] })) });
    if (system.includes("<themes> holds the themes")) {
        const themes = promptThemes(user);
        return JSON.stringify({ assignments: recordsOf(user).map(({ number, content }) => ({ record: number, themes: themes.filter(({ criteria }) => holds(content, criteria)).map(({ id }) => id) })), quotes: [] });
    }
    return system.includes("quality_score") ? JSON.stringify({ quality_score: 0.8, uncertainty_explanation: "Checked." }) : `The themes are ${Object.keys(subjects).join(", ")}.`;
}

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
