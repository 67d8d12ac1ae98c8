-- Jobs, and requests with an idempotency key whose client waits (is_job is 0). Times are microseconds since 1970-01-01T00:00:00Z
-- by the clock of the server that wrote them, except lease_end, which is by the clock of the database. Sealed and wrapped texts are
-- encrypted by the servers.

-- Counters of each tenant with rows in `jobs`, changed in the transaction that changes these. Tenants with queued jobs take turns: the
-- one with the smallest turn is next.
create table job_tenants (
    tenant_id     text    not null primary key check (length(tenant_id) between 1 and 255),
    queued        integer not null default 0 check (queued >= 0),
    running       integer not null default 0 check (running >= 0),
    bytes         integer not null default 0 check (bytes >= 0),
    last_position integer not null,
    turn          integer,
    check ((queued = 0) = (turn is null))
) strict, without rowid;

create index job_tenants_by_turn on job_tenants (turn, tenant_id) where turn is not null;

-- position grows with creation and is unique among the jobs of a tenant. fence grows whenever a server takes the job; a server whose
-- fence is older writes nothing. server_id and lease_end belong to the server that runs the job.
create table jobs (
    id             text    not null primary key check (length(id) = 32 and id not glob '*[^0-9a-f]*'),
    tenant_id      text    not null check (length(tenant_id) between 1 and 255),
    position       integer not null,
    operation      text    not null check (operation <> ''),
    request_id     text    not null,
    is_job         integer not null check (is_job in (0, 1)),
    status         text    not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    created        integer not null,
    started        integer,
    finished       integer,
    expires        integer,
    phase          text    not null default '',
    done           integer not null default 0 check (done >= 0),
    total          integer not null default 0 check (total >= 0),
    attempts       integer not null default 0 check (attempts >= 0),
    cost_micro_usd integer not null default 0 check (cost_micro_usd >= 0),
    version        integer not null default 1,
    key_digest     text,
    body_digest    text,
    master_key_id  text    not null,
    wrapped_key    text,
    sealed_failure text,
    bytes          integer not null check (bytes > 0),
    server_id      text,
    fence          integer not null default 0,
    lease_end      integer,
    takeovers      integer not null default 0,
    check ((status = 'running') = (server_id is not null)),
    check ((status = 'running') = (lease_end is not null)),
    check ((status in ('queued', 'running')) = (finished is null)),
    check ((finished is null) = (expires is null)),
    check ((key_digest is null) = (body_digest is null)),
    check (is_job or status <> 'queued')
) strict;

create unique index jobs_by_key on jobs (tenant_id, key_digest) where key_digest is not null;
create unique index jobs_by_position on jobs (tenant_id, position) where is_job;
create index jobs_queued on jobs (tenant_id, operation, master_key_id, position) where status = 'queued';
create index jobs_queued_by_age on jobs (created) where status = 'queued';
create index jobs_running on jobs (lease_end) where status = 'running';
create index jobs_by_expiry on jobs (expires) where expires is not null;

create table job_parts (
    job_id text    not null references jobs (id) on delete cascade,
    kind   text    not null check (kind in ('request', 'answer', 'result')),
    number integer not null check (number >= 0),
    sealed text    not null,
    primary key (job_id, kind, number)
) strict;
