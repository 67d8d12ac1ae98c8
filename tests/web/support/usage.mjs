// Rows of model calls and the expected responses of the usage routes, computed independently of the server:
// docs/reference/operations/usage.md. Cost is in whole millionths of a dollar.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const hour = 3_600_000; // milliseconds
const span = 28 * 24 * hour; // of the rows, up to now

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

function distribution(numbers) {
    if (!numbers.length) return { avg: 0, min: 0, max: 0, p5: 0, p95: 0, total: 0 };
    const sorted = [...numbers].sort((left, right) => left - right);
    const at = (p) => {
        const rank = (sorted.length - 1) * p;
        const low = Math.floor(rank);
        return sorted[low] + (rank - low) * (sorted[Math.ceil(rank)] - sorted[low]);
    };
    return { avg: sum(sorted) / sorted.length, min: sorted[0], max: sorted.at(-1), p5: at(0.05), p95: at(0.95), total: sum(sorted) };
}

function block(records) {
    const completed = records.filter(({ failed }) => !failed);
    return {
        total_calls: records.length,
        failed_calls: records.length - completed.length,
        total_cost_usd: sum(records.map(({ cost }) => cost)) / 1e6,
        call_duration: distribution(completed.map(({ ms }) => ms)),
        input_tokens: distribution(completed.map(({ input }) => input)),
        output_tokens: distribution(completed.map(({ output }) => output)),
        unpriced_calls: records.filter(({ unpriced }) => unpriced).length,
        cached_tokens: sum(completed.map(({ cached }) => cached)),
        elapsed: distribution(completed.map(({ begin, end }) => end - begin)),
    };
}

function groupBy(rows, key) {
    const groups = new Map();
    for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
    return [...groups];
}

function statistics(rows) {
    const calls = rows.map((row) => ({ ...row, end: row.begin + row.ms }));
    const requests = groupBy(calls, ({ tenant, operation, call }) => `${tenant} ${operation} ${call}`).map(([, own]) => {
        const completed = own.filter(({ failed }) => !failed);
        const total = (name) => sum(completed.map((row) => row[name]));
        return {
            failed: !completed.length, cost: sum(own.map(({ cost }) => cost)), ms: total("ms"), input: total("input"), output: total("output"),
            unpriced: own.some(({ unpriced }) => unpriced), cached: total("cached"),
            begin: Math.min(...own.map(({ begin }) => begin)), end: Math.max(...own.map(({ end }) => end)),
        };
    });
    return { ...block(requests), llm_call_stats: block(calls) };
}

const byCost = (name) => (left, right) => right.total_cost_usd - left.total_cost_usd || (left[name] < right[name] ? -1 : 1);
const by = (rows, key, name) => groupBy(rows, key).map(([value, own]) => ({ ...statistics(own), [name]: value })).sort(byCost(name));
const operationsOf = (rows) => by(rows, ({ operation }) => operation, "operation");
const tenantsOf = (rows) => by(rows, ({ tenant }) => tenant, "tenant_id");

/** Model calls by model. */
const modelsOf = (rows) => groupBy(rows, ({ model }) => model).map(([model, own]) => {
    const { input_tokens, output_tokens, total_calls, failed_calls, total_cost_usd, unpriced_calls, cached_tokens } = statistics(own).llm_call_stats;
    return { model, total_calls, failed_calls, total_cost_usd, input_tokens: input_tokens.total, output_tokens: output_tokens.total, unpriced_calls, cached_tokens };
}).sort(byCost("model"));

/** The body of a usage route for these rows, without a time range. */
export function expectedUsage(path, rows, tenant) {
    const common = { from: null, to: null, models: modelsOf(path === "/v1/usage" ? rows.filter((row) => row.tenant === tenant) : rows) };
    const own = (name) => rows.filter((row) => row.tenant === name);
    if (path === "/v1/usage") return { ...statistics(own(tenant)), tenant_id: tenant, operations: operationsOf(own(tenant)), ...common };
    if (path === "/v1/usage/all/by-tenant") {
        const tenants = [...new Set(rows.map((row) => row.tenant))].sort()
            .map((name) => ({ ...statistics(own(name)), tenant_id: name, operations: operationsOf(own(name)) }));
        return { tenants, total: { ...statistics(rows), tenant_id: null, operations: operationsOf(rows) }, ...common };
    }
    const operations = operationsOf(rows)
        .map((block) => ({ ...block, tenants: tenantsOf(rows.filter(({ operation }) => operation === block.operation)) }));
    return { operations, total: { ...statistics(rows), operation: null, tenants: tenantsOf(rows) }, ...common };
}

/** Millionths of a dollar for a token: input and output. */
const prices = { "gpt-5.4-2026-03-05": [2.5, 15], "gpt-5.4-mini": [0.75, 4.5], "claude-sonnet-4-5": [3, 15] };

/** Rows of three tenants over four weeks, the same on each call. The calls of a request follow each other; `begin` is in milliseconds. */
export function sampleRows() {
    let state = 42;
    const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
    const kinds = [
        ["analyze", 30, 9000, 42_000, 900, 3, "gpt-5.4-2026-03-05"], ["summarize_aggregate", 24, 5200, 18_000, 500, 2, "gpt-5.4-2026-03-05"],
        ["assign_codes", 90, 1900, 2_400, 160, 3, "gpt-5.4-mini"], ["detect_sensitive", 110, 800, 600, 40, 1, "gpt-5.4-mini"],
        ["summarize", 70, 1300, 500, 90, 2, "claude-sonnet-4-5"],
    ];
    const rows = [];
    for (const [at, tenant] of ["tenant-a", "country-office-nl", "field-office-07"].entries())
        for (const [operation, requests, ms, input, output, calls, name] of kinds)
            for (let call = 0, count = Math.ceil(requests / (at + 1)); call < count; ++call)
                for (let n = 0, begin = Math.round(((call + random()) / count) * (span - hour)); n < calls; ++n) {
                    const failed = random() < 0.05;
                    const spread = 0.4 + random() * random() * 2.4;
                    const used = { input: failed ? 0 : Math.round(input * spread), output: failed ? 0 : Math.round(output * spread) };
                    const unpriced = !failed && tenant === "field-office-07" && operation === "summarize";
                    const cost = unpriced ? 0 : Math.round(used.input * prices[name][0] + used.output * prices[name][1]);
                    const model = failed ? "azure/gpt-5.4" : unpriced ? "our-own-model" : name;
                    rows.push({ at: rows.length, tenant, operation, call, model, failed, begin, ms: Math.round(ms * spread), ...used, cached: used.input >> 2, unpriced, cost });
                    begin += rows.at(-1).ms;
                }
    return rows;
}

const text = (value) => `'${value.replaceAll("'", "''")}'`;
/** A UUID from small numbers. */
const id = (...parts) => `00000000-0000-4000-8000-${parts.map((part) => String(part).padStart(4, "0")).join("").padStart(12, "0")}`;

/** Writes the rows into the database of a running server. */
export async function store(server, rows) {
    const kinds = [...new Set(rows.map(({ operation }) => operation))];
    const tenants = [...new Set(rows.map(({ tenant }) => tenant))];
    const origin = Date.now() - span;
    const lines = rows.map(({ at, tenant, operation, call, model, failed, begin, ms, input, output, cost, cached, unpriced }) => {
        const when = (origin + begin) * 1000;
        const invocation = id(tenants.indexOf(tenant), kinds.indexOf(operation), call);
        return `(${[text(id(at)), text(tenant), text(operation), text(invocation), when, ms, text(model), input, output, cost,
            failed ? "'error','llm_error'" : "'ok',null", when, cached, unpriced ? 0 : 1]})`;
    });
    const shell = spawn("sqlite3", ["-bail", "-cmd", ".timeout 20000", path.join(server.state, "verbatim.db")], { stdio: ["pipe", "ignore", "inherit"] });
    shell.stdin.end(`insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, model, input_tokens, output_tokens, cost_micro_usd, status, error_class, created_at, cached_tokens, priced) values ${lines.join(",\n")};`);
    const [code] = await once(shell, "exit");
    if (code !== 0) throw new Error("the rows could not be stored");
}
