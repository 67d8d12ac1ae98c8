-- Parts of the budgets of tenants that servers have taken, in millionths of a US dollar. What a server has taken and not used counts
-- towards the budget until the server returns it; what a dead server had taken stays counted.
create table budget_leases (
    tenant_id  varchar(255) not null,
    day        date         not null, -- UTC
    server_id  varchar(36)  not null, -- of one process
    leased     bigint       not null check (leased >= 0),
    used       bigint       not null check (used >= 0), -- as of renewed_at
    renewed_at bigint       not null, -- microseconds since 1970-01-01T00:00:00Z
    primary key (tenant_id, day, server_id)
);
