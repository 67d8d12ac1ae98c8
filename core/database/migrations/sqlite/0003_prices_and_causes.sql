-- cached_tokens is the part of input_tokens that the provider read from its cache. priced is 0 if no price was known: the cost
-- is then 0. Earlier rows keep the cost that was stored.
alter table llm_calls add column cached_tokens integer not null default 0 check (cached_tokens between 0 and 2147483647);
alter table llm_calls add column priced integer not null default 1 check (priced in (0, 1));
alter table llm_calls add column cause text check (length(cause) between 1 and 32);
