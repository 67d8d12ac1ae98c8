-- The process that made the attempt, and the key of the caller. Null in rows of earlier versions; key_id is also null for calls of the
-- server itself. Constraints are not validated, as before.
alter table llm_calls
    add column server_id varchar(36),
    add column key_id    varchar(255),
    add constraint llm_calls_server_id_check check (server_id <> '') not valid,
    add constraint llm_calls_key_id_check check (key_id <> '') not valid;

-- The costs of the rows of a tenant by day (UTC) and server, in millionths of a US dollar: what budgets count of servers without a lease.
-- The transaction that adds a row adds its cost, in servers of this version or later. Two months are kept.
create table tenant_costs (
    tenant_id      varchar(255) not null,
    day            date         not null, -- UTC
    server_id      varchar(36)  not null,
    cost_micro_usd bigint       not null check (cost_micro_usd >= 0),
    primary key (tenant_id, day, server_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
