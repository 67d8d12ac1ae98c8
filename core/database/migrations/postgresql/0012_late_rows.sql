-- Finds the rows that arrived more than three days after their attempt, for the bills of later months: few, so writes cost nothing. Of
-- partitions only those that are created later get it, because building it would block writers. To build it for an old one:
-- create index concurrently on llm_calls_2026_11 (created_at) where created_at - timestamp > interval '72 hours'.
create index llm_calls_late on only llm_calls (created_at) where created_at - timestamp > interval '72 hours';
