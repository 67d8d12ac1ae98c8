-- A key is refused from expires_at on.
alter table api_keys add column expires_at integer;

-- The hour in which a key was last accepted, of created keys and of those of the configuration.
create table api_key_uses (
    key_id    text    not null primary key check (length(key_id) between 1 and 255),
    last_used integer not null
) strict, without rowid;

-- Keys that were created or removed through the interface; not by statements of an operator. Rows stay when the key is removed.
create table api_key_changes (
    change_id    integer primary key,
    changed_at   integer not null,
    change       text    not null check (change in ('created', 'removed')),
    key_id       text    not null,
    name         text    not null,
    tenant_id    text    not null,
    is_superuser integer not null check (is_superuser in (0, 1)),
    changed_by   text    not null, -- key_id of the superuser
    request_id   text    not null
) strict;
