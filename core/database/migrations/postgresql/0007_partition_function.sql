-- Creates the partition of llm_calls for a month (UTC), and returns whether it was missing. The function has the rights of the
-- owner of the tables, so that the user of a running server needs no right to create or alter tables. It takes a month and no
-- name, and its search path contains only the system's schema, so that its user cannot make it use other objects.
do $migration$
declare
    home text := (select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
                  where pg_class.oid = 'llm_calls'::regclass);
begin
    execute format($definition$
        create function %1$I.create_llm_calls_partition(month date) returns boolean
        language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
        declare
            home      constant text := %1$L;
            first_day constant timestamp := date_trunc('month', month::timestamp);
            base_name constant text := 'llm_calls_' || to_char(first_day, 'YYYY_MM');
            free_name text    := base_name;
            suffix    integer := 2;
        begin
            perform pg_advisory_xact_lock(x'7061727469746e73'::bigint); -- the bytes of "partitns"
            -- A partition that an operator detached keeps its name; the new one then gets a number.
            if exists (select from pg_inherits join pg_class on pg_class.oid = inhrelid
                       where inhparent = to_regclass(format('%%I.llm_calls', home))
                       and relname ~ ('^' || base_name || '(_[0-9]+)?$')) then
                return false;
            end if;
            while to_regclass(format('%%I.%%I', home, free_name)) is not null loop
                free_name := base_name || '_' || suffix;
                suffix    := suffix + 1;
            end loop;
            -- Creating and then attaching blocks only another attach. `create table … partition of` would wait for all
            -- reports, and all inserts for it.
            execute format('create table %%I.%%I (like %%I.llm_calls including all)', home, free_name, home);
            execute format('alter table %%I.llm_calls attach partition %%I.%%I for values from (%%L) to (%%L)', home, home,
                           free_name, to_char(first_day, 'YYYY-MM-DD 00:00:00+00'),
                           to_char(first_day + interval '1 month', 'YYYY-MM-DD 00:00:00+00'));
            return true;
        end
        $body$
    $definition$, home);
    execute format('revoke all on function %I.create_llm_calls_partition(date) from public', home);
end
$migration$;
