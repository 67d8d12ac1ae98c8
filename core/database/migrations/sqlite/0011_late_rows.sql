-- Finds the rows that arrived more than three days after their attempt, for the bills of later months: few, so writes cost nothing.
create index llm_calls_late on llm_calls (created_at) where created_at - timestamp > 259200000000;
