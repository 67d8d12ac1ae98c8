// A consumer of the API as the document describes it; compiled against types that are generated from it.
import assert from "node:assert/strict";

import createClient from "openapi-fetch";

import type { components, paths } from "./api.js";

type Asked = components["schemas"]["AnalyzeBulkRequest"];

export async function main(baseUrl: string, key: string): Promise<void> {
    const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

    const health = await client.GET("/v1/health");
    const state: "ok" | undefined = health.data?.status;
    assert.equal(state, "ok");

    const question: Asked = {
        feedback_records: [{ id: "a-1", content: "The clinic ran out of insulin twice this month." }],
        prompt: "Which shortages are reported?",
    };
    const answered = await client.POST("/v1/analyze-bulk", { body: question });
    assert.ok(answered.data, "analyze-bulk was answered");
    const { analysis, quality_score, coding_trends } = answered.data;
    const score: number | null = quality_score;
    assert.match(analysis, /insulin/i);
    assert.ok(score === null || (score >= 0 && score <= 1));
    assert.equal(coding_trends, null);

    const refused = await client.POST("/v1/analyze-bulk", { body: { ...question, prompt: "" } });
    assert.equal(refused.response.status, 422);
    assert.ok(refused.error, "a refusal has a body");
    const code: components["schemas"]["Error"]["error"]["code"] = refused.error.error.code;
    assert.equal(code, "validation_error");
    assert.deepEqual(refused.error.error.fields?.map((one) => one.field), ["prompt"]);
    assert.equal(refused.response.headers.get("X-Request-ID"), refused.error.error.request_id);

    // @ts-expect-error: what the document requires cannot be left out
    const incomplete: Asked = { prompt: "Which shortages are reported?" };
    assert.ok(incomplete);
}
