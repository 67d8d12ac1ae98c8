-- A key is refused from expires_at on.
alter table api_keys add column expires_at timestamptz;

-- The hour in which a key was last accepted, of created keys and of those of the configuration. Not a column of api_keys, whose
-- changes make every server read all keys.
create table api_key_uses (
    key_id    varchar(255) not null primary key check (key_id <> ''),
    last_used timestamptz  not null
);

-- Keys that were created or removed through the interface; not by statements of an operator. Rows stay when the key is removed.
create table api_key_changes (
    change_id    bigint       generated always as identity primary key,
    changed_at   timestamptz  not null default now(),
    change       varchar(16)  not null check (change in ('created', 'removed')),
    key_id       varchar(36)  not null,
    name         varchar(255) not null,
    tenant_id    varchar(255) not null,
    is_superuser boolean      not null,
    changed_by   varchar(255) not null, -- key_id of the superuser
    request_id   varchar(64)  not null
);
