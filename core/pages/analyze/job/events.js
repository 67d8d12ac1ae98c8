// Server-sent events of a job, read with fetch because EventSource cannot send a key.
import { RequestError, send } from "../../shared/api.js";

/** The events in a text of complete lines: [{event, data}]. */
function eventsOf(block) {
    const lines = block.split("\n");
    const value = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart()).join("\n");
    return value("data") ? [{ event: value("event"), data: JSON.parse(value("data")) }] : [];
}

async function* blocks(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        rest += value;
        const complete = rest.split("\n\n");
        rest = complete.pop();
        yield* complete;
    }
}

/** The states of a job as they change (docs/reference/jobs.md#events). Ends with the stream; throws RequestError if it breaks. */
export async function* jobEvents(id, signal) {
    const response = await send(`/v1/jobs/${id}/events`, { signal });
    if (!response.body) return;
    try {
        for await (const block of blocks(response.body)) for (const { data } of eventsOf(block)) yield data;
    } catch (failure) {
        if (failure.name === "AbortError") throw failure;
        throw new RequestError(0);
    }
}
