-- The process that made the attempt, and the key of the caller. Null in rows of earlier versions; key_id is also null for calls of the
-- server itself.
alter table llm_calls add column server_id text check (length(server_id) between 1 and 36);
alter table llm_calls add column key_id text check (length(key_id) between 1 and 255);

-- The costs of the rows of a tenant by day (UTC) and server, in millionths of a US dollar: what budgets count of servers without a lease.
-- The transaction that adds a row adds its cost. Two months are kept.
create table tenant_costs (
    tenant_id      text    not null,
    day            text    not null, -- UTC, YYYY-MM-DD
    server_id      text    not null,
    cost_micro_usd integer not null check (cost_micro_usd >= 0),
    primary key (tenant_id, day, server_id)
) strict, without rowid;
