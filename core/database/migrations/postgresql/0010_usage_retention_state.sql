-- As before, but it drops nothing if a time is null or usage_rollup_state has no row: least() ignores null. The rights stay.
do $migration$
declare
    home text := (select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
                  where pg_class.oid = 'llm_calls'::regclass);
begin
    execute format($definition$
        create or replace function %1$I.drop_llm_calls_partition(before timestamptz) returns boolean
        language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '250ms' as $body$
        declare
            home      constant text := %1$L;
            final     timestamptz;
            expired   regclass;
        begin
            perform pg_advisory_xact_lock(x'7061727469746e73'::bigint); -- the bytes of "partitns"
            execute format('select timestamptz ''epoch'' + rows_from * interval ''1 microsecond'' from %%I.usage_rollup_state', home)
                into strict final;
            select bounds.oid into expired from (
                select inhrelid as oid, substring(pg_get_expr(relpartbound, inhrelid) from ' TO \(''([^'']+)''\)$')::timestamptz as upper_bound
                from pg_inherits join pg_class on pg_class.oid = inhrelid
                where inhparent = to_regclass(format('%%I.llm_calls', home))) as bounds
            where upper_bound <= before and upper_bound <= final order by upper_bound limit 1;
            if expired is null then
                return false;
            end if;
            execute format('drop table %%s', expired);
            return true;
        end
        $body$
    $definition$, home);
end
$migration$;
