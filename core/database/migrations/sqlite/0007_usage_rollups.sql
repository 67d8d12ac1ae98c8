-- Usage by hour, day and month, computed from llm_calls in the background. Levels: 0 hour, 1 day, 2 month. Times are microseconds since
-- 1970-01-01T00:00:00Z. Rows of record `call` count model calls by model and outcome. Rows of record `invocation` count requests; their
-- model, outcome, cost and tokens read from a cache are empty. Totals and distributions are those of successful records.
create table usage_rollups (
    level          integer not null check (level between 0 and 2),
    start          integer not null,
    tenant_id      text    not null,
    operation      text    not null,
    record         text    not null check (record in ('call', 'invocation')),
    model          text    not null,
    outcome        text    not null check (outcome in ('ok', 'error', '')),
    calls          integer not null,
    failed         integer not null,
    unpriced       integer not null,
    cost_micro_usd integer not null,
    cached_tokens  integer not null,
    duration_ms    integer not null,
    input_tokens   integer not null,
    output_tokens  integer not null,
    distributions  text    not null,
    primary key (level, start, tenant_id, operation, record, model, outcome)
) strict;

-- The part within one hour, day or month of each request that also has model calls outside it.
create table usage_rollup_calls (
    level         integer not null check (level between 0 and 2),
    start         integer not null,
    tenant_id     text    not null,
    operation     text    not null,
    call_id       text    not null,
    duration_ms   integer not null,
    input_tokens  integer not null,
    output_tokens integer not null,
    first_start   integer not null,
    last_end      integer not null,
    any_ok        integer not null,
    any_unpriced  integer not null,
    primary key (level, start, tenant_id, operation, call_id)
) strict, without rowid;

create index usage_rollup_calls_by_call on usage_rollup_calls (call_id, level);

-- Hours, days and months whose roll-ups differ from the rows. A later row of the same hour replaces its mark by one with a new id.
create table usage_rollup_marks (
    id        integer primary key autoincrement,
    level     integer not null check (level between 0 and 2),
    start     integer not null,
    marked_at integer not null default (unixepoch()), -- seconds
    unique (level, start) on conflict replace
) strict;

-- A single row. Each change of the roll-ups raises version. Hours before built_from have no roll-ups yet. Rows of hours before
-- rows_from may be deleted: set it before you delete them, and the roll-ups of these hours stay as they are.
create table usage_rollup_state (
    version    integer not null,
    built_from integer not null,
    rows_from  integer not null
) strict;

-- The conflict clause of a statement like `insert or ignore` applies to its triggers too, hence `delete`.
create trigger llm_calls_inserted after insert on llm_calls begin
    delete from usage_rollup_marks where level = 0 and start = new.timestamp - new.timestamp % 3600000000;
    insert into usage_rollup_marks (level, start) values (0, new.timestamp - new.timestamp % 3600000000);
end;
create trigger llm_calls_updated after update on llm_calls begin
    delete from usage_rollup_marks where level = 0 and start = new.timestamp - new.timestamp % 3600000000;
    insert into usage_rollup_marks (level, start) values (0, new.timestamp - new.timestamp % 3600000000);
end;

insert into usage_rollup_state (version, built_from, rows_from)
    select 0, coalesce(max(timestamp) / 3600000000 * 3600000000 + 3600000000, 0), 0 from llm_calls;
