-- Usage by hour, day and month, computed from llm_calls in the background. Levels: 0 hour, 1 day, 2 month. Times are microseconds since
-- 1970-01-01T00:00:00Z. Rows of record `call` count model calls by model and outcome. Rows of record `invocation` count requests; their
-- model, outcome, cost and tokens read from a cache are empty. Totals and distributions are those of successful records.
create table usage_rollups (
    level          smallint     not null check (level between 0 and 2),
    start          bigint       not null,
    tenant_id      varchar(255) not null,
    operation      varchar(64)  not null,
    record         varchar(16)  not null check (record in ('call', 'invocation')),
    model          varchar(255) not null,
    outcome        varchar(16)  not null check (outcome in ('ok', 'error', '')),
    calls          bigint       not null,
    failed         bigint       not null,
    unpriced       bigint       not null,
    cost_micro_usd bigint       not null,
    cached_tokens  bigint       not null,
    duration_ms    bigint       not null,
    input_tokens   bigint       not null,
    output_tokens  bigint       not null,
    distributions  text         not null,
    primary key (level, start, tenant_id, operation, record, model, outcome)
) with (toast_tuple_target = 8160);

-- The part within one hour, day or month of each request that also has model calls outside it.
create table usage_rollup_calls (
    level         smallint     not null check (level between 0 and 2),
    start         bigint       not null,
    tenant_id     varchar(255) not null,
    operation     varchar(64)  not null,
    call_id       uuid         not null,
    duration_ms   bigint       not null,
    input_tokens  bigint       not null,
    output_tokens bigint       not null,
    first_start   bigint       not null,
    last_end      bigint       not null,
    any_ok        boolean      not null,
    any_unpriced  boolean      not null,
    primary key (level, start, tenant_id, operation, call_id)
);

create index usage_rollup_calls_by_call on usage_rollup_calls (call_id, level);

-- Hours, days and months whose roll-ups differ from the rows. Marks of hours are appended in the transaction that writes the rows, so
-- that writers do not wait for each other.
create table usage_rollup_marks (
    id        bigint   generated always as identity primary key,
    level     smallint not null check (level between 0 and 2),
    start     bigint   not null,
    marked_at bigint   not null default cast(extract(epoch from now()) as bigint) -- seconds
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- A single row. Each change of the roll-ups raises version. Hours before built_from have no roll-ups yet. Rows of hours before
-- rows_from may be deleted: set it before you delete them, and the roll-ups of these hours stay as they are.
create table usage_rollup_state (
    version    bigint not null,
    built_from bigint not null,
    rows_from  bigint not null
);

create function mark_usage_rollups() returns trigger language plpgsql set search_path from current as $$
begin
    insert into usage_rollup_marks (level, start)
        select distinct 0, cast(extract(epoch from date_trunc('hour', timestamp, 'UTC')) as bigint) * 1000000 from changed_rows;
    return null;
end
$$;

create trigger llm_calls_inserted after insert on llm_calls referencing new table as changed_rows
    for each statement execute function mark_usage_rollups();
create trigger llm_calls_updated after update on llm_calls referencing new table as changed_rows
    for each statement execute function mark_usage_rollups();

-- After the triggers, which wait for running inserts.
insert into usage_rollup_state (version, built_from, rows_from)
    select 0, coalesce(cast(extract(epoch from date_trunc('hour', max(timestamp), 'UTC')) as bigint) * 1000000 + 3600000000, 0), 0 from llm_calls;
