-- Keys created at run time. The key itself is never stored: digest is `sha256:` and 64 lower-case hexadecimal digits.
create table api_keys (
    key_id       uuid         not null primary key,
    name         varchar(255) not null check (name <> ''),
    digest       text         not null unique check (digest ~ '^sha256:[0-9a-f]{64}$'),
    tenant_id    varchar(255) not null check (tenant_id <> ''),
    is_superuser boolean      not null,
    created_at   timestamptz  not null default now()
);

create index api_keys_by_tenant on api_keys (tenant_id);

-- Notifies every server of this database of any change, including an operator's own statements.
create function announce_api_keys() returns trigger language plpgsql as $$
begin
    notify verbatim_api_keys;
    return null;
end
$$;

create trigger api_keys_changed after insert or update or delete or truncate on api_keys
    for each statement execute function announce_api_keys();
