-- One row for each provider attempt. Times are microseconds since 1970-01-01T00:00:00Z; costs are millionths of a US dollar,
-- so that sums are exact. cost_usd is computed, for humans.
create table llm_calls (
    attempt_id       text    not null check (length(attempt_id) = 36),
    tenant_id        text    not null check (length(tenant_id) between 1 and 255),
    operation        text    not null check (length(operation) between 1 and 64),
    call_id          text    not null check (length(call_id) = 36),
    timestamp        integer not null,
    call_duration_ms integer not null check (call_duration_ms between 0 and 2147483647),
    model            text    not null check (length(model) <= 255),
    input_tokens     integer not null check (input_tokens between 0 and 2147483647),
    output_tokens    integer not null check (output_tokens between 0 and 2147483647),
    cost_micro_usd   integer not null check (cost_micro_usd between 0 and 999999999999),
    cost_usd         real    generated always as (cost_micro_usd / 1000000.0) virtual,
    status           text    not null check (status in ('ok', 'error')),
    error_class      text    check (length(error_class) between 1 and 128),
    created_at       integer not null,
    check ((status = 'error') = (error_class is not null)),
    primary key (timestamp, attempt_id)
) strict, without rowid;

-- The primary key serves reports over all tenants.
create index llm_calls_by_tenant on llm_calls (tenant_id, timestamp);
create index llm_calls_by_call on llm_calls (call_id);
