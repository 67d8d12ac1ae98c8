// The commands and samples of docs/integrations/clients.md.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

async function page() {
    return readFile(new URL("../../../docs/integrations/clients.md", import.meta.url), "utf8");
}

/** The sample in a language, with the address and the key of a test server. */
export async function sampleOf(language, address, key) {
    const blocks = [...(await page()).matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language);
    assert.equal(blocks.length, 1);
    const [, , code] = blocks[0];
    assert.ok(code.includes("http://127.0.0.1:8000") && code.includes("a-long-random-secret"));
    return code.replaceAll("http://127.0.0.1:8000", address).replaceAll("a-long-random-secret", key);
}

/** The commands of a chapter. */
export async function commandsOf(chapter) {
    const text = (await page()).split(`\n## ${chapter}\n`)[1].split("\n## ")[0];
    return /^```sh\n(.*?)^```$/ms.exec(text)[1];
}
