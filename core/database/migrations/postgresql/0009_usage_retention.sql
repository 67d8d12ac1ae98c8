-- Drops the oldest partition of llm_calls whose rows are older than both a time and usage_rollup_state.rows_from, and returns
-- whether there was one. The roll-ups of these rows are final. The function has the rights of the owner of the tables, like
-- create_llm_calls_partition(date); its user may set rows_from and delete rows anyway. It waits a quarter of a second for reports,
-- because rows cannot be written meanwhile.
do $migration$
declare
    home text := (select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
                  where pg_class.oid = 'llm_calls'::regclass);
begin
    execute format($definition$
        create function %1$I.drop_llm_calls_partition(before timestamptz) returns boolean
        language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '250ms' as $body$
        declare
            home      constant text := %1$L;
            final     timestamptz;
            expired   regclass;
        begin
            perform pg_advisory_xact_lock(x'7061727469746e73'::bigint); -- the bytes of "partitns"
            execute format('select timestamptz ''epoch'' + rows_from * interval ''1 microsecond'' from %%I.usage_rollup_state', home)
                into final;
            select bounds.oid into expired from (
                select inhrelid as oid, substring(pg_get_expr(relpartbound, inhrelid) from ' TO \(''([^'']+)''\)$')::timestamptz as upper_bound
                from pg_inherits join pg_class on pg_class.oid = inhrelid
                where inhparent = to_regclass(format('%%I.llm_calls', home))) as bounds
            where upper_bound <= least(before, final) order by upper_bound limit 1;
            if expired is null then
                return false;
            end if;
            execute format('drop table %%s', expired);
            return true;
        end
        $body$
    $definition$, home);
    execute format('revoke all on function %I.drop_llm_calls_partition(timestamptz) from public', home);
end
$migration$;
