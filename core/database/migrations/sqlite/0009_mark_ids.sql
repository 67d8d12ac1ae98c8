-- Ids of marks without AUTOINCREMENT, which writes a page of sqlite_sequence for each usage row. An id above those of all marks may be
-- used again. Only a change of roll-ups lowers the highest id; it raises usage_rollup_state.version, which the other changes compare.
-- The server compacts marks by inserting new ones before it deletes others.
create table new_usage_rollup_marks (
    id        integer primary key,
    level     integer not null check (level between 0 and 2),
    start     integer not null,
    marked_at integer not null default (unixepoch()) -- seconds
) strict;
insert into new_usage_rollup_marks (id, level, start, marked_at) select id, level, start, marked_at from usage_rollup_marks;

drop trigger llm_calls_inserted;
drop trigger llm_calls_updated;
drop table usage_rollup_marks;
alter table new_usage_rollup_marks rename to usage_rollup_marks;

create trigger llm_calls_inserted after insert on llm_calls begin
    insert into usage_rollup_marks (level, start) values (0, new.timestamp - new.timestamp % 3600000000);
end;
create trigger llm_calls_updated after update on llm_calls begin
    insert into usage_rollup_marks (level, start) values (0, new.timestamp - new.timestamp % 3600000000);
end;
