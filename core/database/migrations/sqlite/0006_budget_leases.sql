-- Parts of the budgets of tenants that servers have taken, in millionths of a US dollar. What a server has taken and not used counts
-- towards the budget until the server returns it; what a dead server had taken stays counted.
create table budget_leases (
    tenant_id  text    not null,
    day        text    not null, -- UTC, YYYY-MM-DD
    server_id  text    not null, -- of one process
    leased     integer not null check (leased >= 0),
    used       integer not null check (used >= 0), -- as of renewed_at
    renewed_at integer not null, -- microseconds since 1970-01-01T00:00:00Z
    primary key (tenant_id, day, server_id)
) strict, without rowid;
