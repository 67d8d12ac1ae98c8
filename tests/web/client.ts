// Calls every operation with a client whose types are generated from the API document.
import assert from "node:assert/strict";

import createClient from "openapi-fetch";

import type { components, paths } from "./api.js";

type Schemas = components["schemas"];

/** Returns the calls made, as "METHOD path". */
export async function main(baseUrl: string, key: string, superuserKey: string): Promise<string[]> {
    const calls = new Set<string>();
    const clientOf = (apiKey: string) => {
        const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });
        client.use({ onRequest: ({ request, schemaPath }) => void calls.add(`${request.method} ${schemaPath}`) });
        return client;
    };
    const client = clientOf(key);
    const superuser = clientOf(superuserKey);

    const metadata: Schemas["FeedbackRecordMetadata"] = { created: "2026-03-02 08:15:00", coding_level_1: "Health", any: [1] };
    const feedback = (id: string, content: string): Schemas["FeedbackRecord"] => ({ id, content, metadata });
    const record = feedback("a-1", "The clinic ran out of insulin twice this month.");
    const bribe = feedback("a-2", "The man at the desk asks for a bribe before he puts a family on the list.");

    /** The answer of a request that asked neither for a job nor for its cost. */
    const answer = <T>(data: T | undefined): Exclude<T, Schemas["Job"] | Schemas["DryRun"]> => {
        assert.ok(data && !(typeof data === "object" && ("job_id" in data || "dry_run" in data)));
        return data as Exclude<T, Schemas["Job"] | Schemas["DryRun"]>;
    };

    const health = await client.GET("/v1/health");
    const state: "ok" | undefined = health.data?.status;
    assert.equal(state, "ok");

    const mode: Schemas["AnalysisMode"] = "single_pass";
    const period: Schemas["TrendPeriod"] = "week";
    const question: Schemas["AnalyzeBulkRequest"] = { feedback_records: [record], prompt: "Which shortages are reported?", mode, period };
    const analysis = answer((await client.POST("/v1/analyze-bulk", { body: question })).data);
    const score: number | null = analysis.quality_score;
    assert.match(analysis.analysis, /insulin/i);
    assert.ok(score === null || (score >= 0 && score <= 1));
    assert.equal(analysis.coding_trends?.cells[0]?.code, "Health");

    const summary = answer((await client.POST("/v1/summarize", { body: { feedback_record: record } })).data);
    assert.equal(summary.id, "a-1");

    const together = answer((await client.POST("/v1/summarize-bulk", { body: { feedback_records: [record, bribe] } })).data);
    assert.deepEqual(together.ids, ["a-1", "a-2"]);

    const framework: Schemas["CodingFramework"] = { root_codes: [{ id: "L1", name: "Insulin clinic", children: [] }] };
    const plan = (await client.POST("/v1/summarize-bulk", { body: { feedback_records: [record, bribe], dry_run: true } })).data;
    assert.ok(plan && "dry_run" in plan);
    const cost: number | null = plan.highest.cost_usd;
    assert.equal(cost, 0);
    assert.equal(plan.models[0]?.connection, "main");

    const coded = answer((await client.POST("/v1/assign-codes", { body: { feedback_record: record, coding_levels: framework } })).data);
    assert.equal(coded.assigned_codes.length, 1);

    const allCoded = answer((await client.POST("/v1/assign-codes-bulk", { body: { feedback_records: [record, bribe], coding_levels: framework } })).data);
    assert.deepEqual(allCoded.records.map(({ record_id }) => record_id), ["a-1", "a-2"]);

    const checked = answer((await client.POST("/v1/detect-sensitive-bulk", { body: { feedback_records: [record, bribe] } })).data);
    const sensitive: (boolean | null)[] = checked.records.map(({ is_sensitive }) => is_sensitive);
    assert.deepEqual(sensitive, [false, true]);

    const proposed = answer((await client.POST("/v1/suggest-codes", {
        body: { feedback_records: [record, bribe], coding_levels: framework },
    })).data);
    const proposals: Schemas["ProposedCode"][] = proposed.proposed_codes;
    assert.ok(proposals.length <= 10);

    const translated = await client.POST("/v1/translate-themes", { body: { themes: [{ title: "Water" }], output_language: "fr" } });
    assert.equal(translated.error?.error.code, "translation_unavailable"); // the built-in model

    const pairs: Schemas["CodedRecord"][] = [
        { id: "a-1", human: [["Health", "Medicine"]], suggested: [{ code: ["Health", "Medicine"], confidence: 0.9 }] },
        { id: "a-2", human: [["Staff"]], suggested: [] },
    ];
    const agreement = await client.POST("/v1/coding-agreement", { body: { records: pairs, by: ["language"] } });
    const kappa: number | null | undefined = agreement.data?.overall.kappa.value;
    assert.equal(agreement.data?.overall.exact_match, 0.5);
    assert.notEqual(kappa, undefined);

    const finding = answer((await client.POST("/v1/detect-sensitive", { body: { feedback_record: bribe } })).data);
    const types: Schemas["SensitivityType"][] = finding.sensitivity_types;
    assert.ok(types.length);

    const accepted = await client.POST("/v1/summarize", {
        body: { feedback_record: record }, params: { header: { Prefer: "respond-async", "Idempotency-Key": "summary-of-a-1" } },
    });
    assert.equal(accepted.response.status, 202);
    assert.ok(accepted.data && "job_id" in accepted.data);
    const path = { job_id: accepted.data.job_id };
    assert.equal(accepted.response.headers.get("Location"), `/v1/jobs/${path.job_id}`);
    let job: Schemas["Job"] = accepted.data;
    while (job.status === "queued" || job.status === "running") {
        const current = await client.GET("/v1/jobs/{job_id}", { params: { path } });
        assert.ok(current.data);
        job = current.data;
    }
    const status: Schemas["JobStatus"] = job.status;
    assert.equal(status, "succeeded");
    const result = await client.GET("/v1/jobs/{job_id}/result", { params: { path } });
    assert.ok(result.data && "title" in result.data);
    assert.equal(result.data.title, summary.title);
    const events = await client.GET("/v1/jobs/{job_id}/events", { params: { path }, parseAs: "text" });
    assert.match(events.data ?? "", /^id: \d+\nevent: end\ndata: \{"job_id":/);
    const list = await client.GET("/v1/jobs", { params: { query: { limit: 1 } } });
    assert.equal(list.data?.jobs[0]?.job_id, path.job_id);
    assert.equal((await client.POST("/v1/jobs/{job_id}/cancel", { params: { path } })).data?.status, "succeeded");
    assert.equal((await client.DELETE("/v1/jobs/{job_id}", { params: { path } })).data?.status, "succeeded");
    assert.equal((await client.GET("/v1/jobs/{job_id}/result", { params: { path } })).error?.error.code, "not_found");
    assert.equal((await client.DELETE("/v1/idempotency-keys", { params: { header: { "Idempotency-Key": "no-such-key" } } })).error?.error.code, "not_found");

    /** A report in JSON, which also has a form in CSV. */
    const report = <T>(data: T | undefined): Exclude<T, string> => {
        assert.equal(typeof data, "object");
        return data as Exclude<T, string>;
    };
    const own = report((await client.GET("/v1/usage", { params: { query: { group_by: "month" } } })).data);
    assert.equal(own.tenant_id, "tenant-a");
    const months: Schemas["PeriodUsage"][] = own.series ?? [];
    assert.equal(months.reduce((sum, { total_calls }) => sum + total_calls, 0), own.total_calls);
    const models: Schemas["ModelUsage"][] = own.models;
    assert.equal(models.reduce((sum, { total_calls }) => sum + total_calls, 0), own.llm_call_stats.total_calls);
    const table = await client.GET("/v1/usage", { headers: { Accept: "text/csv" }, parseAs: "text" });
    assert.match(table.data ?? "", /^tenant_id,operation,total_calls,.*\r\ntenant-a,/);
    assert.equal(table.response.headers.get("Content-Disposition"), 'attachment; filename="usage.csv"');
    const limits = await client.GET("/v1/limits");
    const rate: Schemas["RateLimit"] | null | undefined = limits.data?.requests_per_minute;
    assert.equal(rate, null);
    assert.equal(limits.data?.tenant_id, "tenant-a");
    const ofTenant = await superuser.GET("/v1/limits", { params: { query: { tenant_id: "tenant-a" } } });
    assert.equal(ofTenant.data?.tenant_id, "tenant-a");
    assert.deepEqual((await superuser.GET("/v1/limits/all")).data?.tenants, []);
    const bill = report((await superuser.GET("/v1/bills", { params: { query: { month: "2026-01" } } })).data);
    const lines: Schemas["BillLine"][] = bill.lines;
    assert.deepEqual([bill.month, bill.is_closed, lines], ["2026-01", true, []]);
    const since = { from: "2026-01-01T00:00:00Z" };
    const byTenant = report((await superuser.GET("/v1/usage/all/by-tenant", { params: { query: since } })).data);
    assert.equal(byTenant.tenants[0]?.tenant_id, "tenant-a");
    const byOperation = report((await superuser.GET("/v1/usage/all/by-operation")).data);
    assert.equal(byOperation.total.operation, null);

    const created = await superuser.POST("/v1/auth/keys", { body: { key_name: "crm", tenant_id: "tenant-b" } });
    assert.ok(created.data?.api_key);
    const keys = await superuser.GET("/v1/auth/keys", { params: { query: { tenant_id: "tenant-b" } } });
    const listed: Schemas["Key"] | undefined = keys.data?.keys[0];
    assert.equal(listed?.key_id, created.data.key_id);
    const byId = { params: { path: { key_id: created.data.key_id } } };
    assert.equal((await superuser.DELETE("/v1/auth/keys/{key_id}", byId)).data?.origin, "database");
    assert.equal((await superuser.DELETE("/v1/auth/keys/{key_id}", byId)).error?.error.code, "not_found");

    const refused = await client.POST("/v1/analyze-bulk", { body: { ...question, prompt: "" } });
    assert.equal(refused.response.status, 422);
    assert.ok(refused.error);
    const details: Schemas["ErrorDetails"] = refused.error.error;
    const code: Schemas["ErrorCode"] = details.code;
    assert.equal(code, "validation_error");
    assert.deepEqual(details.fields?.map((issue: Schemas["FieldIssue"]) => issue.field), ["prompt"]);
    assert.equal(refused.response.headers.get("X-Request-ID"), details.request_id);

    // @ts-expect-error: a required member cannot be left out
    const incomplete: Schemas["AnalyzeBulkRequest"] = { prompt: "Which shortages are reported?" };
    assert.ok(incomplete);
    return [...calls];
}
