-- One row for each provider attempt. Each partition covers one month (UTC). The server creates them ahead of time, and for
-- the month of any row. There is no default partition: attaching the next one would have to lock and scan it.
create table llm_calls (
    attempt_id       uuid          not null,
    tenant_id        varchar(255)  not null check (tenant_id <> ''),
    operation        varchar(64)   not null check (operation <> ''),
    call_id          uuid          not null,
    timestamp        timestamptz   not null,
    call_duration_ms integer       not null check (call_duration_ms >= 0),
    model            varchar(255)  not null,
    input_tokens     integer       not null check (input_tokens >= 0),
    output_tokens    integer       not null check (output_tokens >= 0),
    cost_usd         numeric(12,6) not null check (cost_usd >= 0),
    status           varchar(16)   not null check (status in ('ok', 'error')),
    error_class      varchar(128)  check (error_class <> ''),
    created_at       timestamptz   not null default now(),
    check ((status = 'error') = (error_class is not null)),
    primary key (timestamp, attempt_id)
) partition by range (timestamp);

-- The primary key serves reports over all tenants.
create index llm_calls_by_tenant on llm_calls (tenant_id, timestamp);
create index llm_calls_by_call on llm_calls (call_id);
