-- cached_tokens is the part of input_tokens that the provider read from its cache. priced is false if no price was known: the
-- cost is then 0. Earlier rows keep the cost that was stored. Constraints are not validated, because the defaults satisfy them
-- and a scan of all rows would block writers.
alter table llm_calls
    add column cached_tokens integer not null default 0,
    add column priced        boolean not null default true,
    add column cause         varchar(32),
    add constraint llm_calls_cached_tokens_check check (cached_tokens >= 0) not valid,
    add constraint llm_calls_cause_check check (cause <> '') not valid;
