-- Jobs, and requests with an idempotency key whose client waits (is_job is false). Times are microseconds since
-- 1970-01-01T00:00:00Z by the clock of the server that wrote them, except lease_end, which is by the clock of the database.
-- Sealed and wrapped texts are encrypted by the servers.

-- Counters of each tenant with rows in `jobs`, changed in the transaction that changes these. A transaction that changes a job's status or
-- bytes locks the row of the tenant before that of the job. Tenants with queued jobs take turns: the one with the smallest turn is next.
create table job_tenants (
    tenant_id     varchar(255) not null primary key check (tenant_id <> ''),
    queued        bigint       not null default 0 check (queued >= 0),
    running       bigint       not null default 0 check (running >= 0),
    bytes         bigint       not null default 0 check (bytes >= 0),
    last_position bigint       not null,
    turn          bigint,
    check ((queued = 0) = (turn is null))
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

create index job_tenants_by_turn on job_tenants (turn, tenant_id) where turn is not null;

-- position grows with creation and is unique among the jobs of a tenant. fence grows whenever a server takes the job; a server whose
-- fence is older writes nothing. server_id and lease_end belong to the server that runs the job.
create table jobs (
    id             varchar(32)  not null primary key check (id ~ '^[0-9a-f]{32}$'),
    tenant_id      varchar(255) not null check (tenant_id <> ''),
    position       bigint       not null,
    operation      text         not null check (operation <> ''),
    request_id     text         not null,
    is_job         boolean      not null,
    status         varchar(16)  not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    created        bigint       not null,
    started        bigint,
    finished       bigint,
    expires        bigint,
    phase          text         not null default '',
    done           bigint       not null default 0 check (done >= 0),
    total          bigint       not null default 0 check (total >= 0),
    attempts       bigint       not null default 0 check (attempts >= 0),
    cost_micro_usd bigint       not null default 0 check (cost_micro_usd >= 0),
    version        bigint       not null default 1,
    key_digest     text,
    body_digest    text,
    master_key_id  text         not null,
    wrapped_key    text,
    sealed_failure text,
    bytes          bigint       not null check (bytes > 0),
    server_id      text,
    fence          bigint       not null default 0,
    lease_end      bigint,
    takeovers      bigint       not null default 0,
    check ((status = 'running') = (server_id is not null)),
    check ((status = 'running') = (lease_end is not null)),
    check ((status in ('queued', 'running')) = (finished is null)),
    check ((finished is null) = (expires is null)),
    check ((key_digest is null) = (body_digest is null)),
    check (is_job or status <> 'queued')
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

create unique index jobs_by_key on jobs (tenant_id, key_digest) where key_digest is not null;
create unique index jobs_by_position on jobs (tenant_id, position) where is_job;
create index jobs_queued on jobs (tenant_id, operation, master_key_id, position) where status = 'queued';
create index jobs_queued_by_age on jobs (created) where status = 'queued';
create index jobs_running on jobs (lease_end) where status = 'running';
create index jobs_by_expiry on jobs (expires) where expires is not null;

create table job_parts (
    job_id varchar(32) not null references jobs (id) on delete cascade,
    kind   varchar(16) not null check (kind in ('request', 'answer', 'result')),
    number bigint      not null check (number >= 0),
    sealed text        not null,
    primary key (job_id, kind, number)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
        toast.autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_threshold = 500);

-- Encrypted texts do not compress.
alter table job_parts alter column sealed set storage external;
