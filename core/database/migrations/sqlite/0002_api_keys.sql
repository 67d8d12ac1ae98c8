-- Keys created at run time. The key itself is never stored: digest is `sha256:` and 64 lower-case hexadecimal digits.
create table api_keys (
    key_id       text    not null primary key check (length(key_id) = 36),
    name         text    not null check (length(name) between 1 and 255),
    digest       text    not null unique check (length(digest) = 71 and digest like 'sha256:%'),
    tenant_id    text    not null check (length(tenant_id) between 1 and 255),
    is_superuser integer not null check (is_superuser in (0, 1)),
    created_at   integer not null
) strict, without rowid;

create index api_keys_by_tenant on api_keys (tenant_id);
