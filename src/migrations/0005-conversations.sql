-- Conversations: what the assistant remembers and rested on, health data sealed.

-- `state` is the assistant's own memory of the episode. Of a sealed conversation the plain columns are empty and `sealed`
-- holds customer, metadata, preview and state, or text and details, as one value.
alter table conversations
  add column state jsonb not null default '{}',
  add column sealed bytea,
  add check (sealed is null or (customer = '{}' and metadata = '{}' and state = '{}' and preview = '')),
  -- Each turn updates its row: room on the page keeps the indexes out of it.
  set (fillfactor = 80);
alter table messages
  add column details jsonb,
  add column sealed bytea,
  add check (sealed is null or (text = '' and details is null));

create index on conversations (workspace_id, status, id);
create index on conversations (workspace_id, channel, id);
create index on conversations (workspace_id, created_at);

---------------------------------------------------------------------------------------------- search

create extension if not exists btree_gin;
create extension if not exists pg_trgm;

-- Words as they are written: customers write in any language, and names, codes and brands have no stem. Sealed messages
-- have no words.
alter table messages add column words tsvector generated always as (to_tsvector('simple', text)) stored;

create function contact_of(customer jsonb) returns text language sql immutable
  return coalesce(customer ->> 'name', '') || ' ' || coalesce(customer ->> 'phone', '') || ' ' || coalesce(customer ->> 'email', '');

-- New words wait in a list that every search reads through: a short one.
create index on messages using gin (workspace_id, words) with (gin_pending_list_limit = 256);
create index on conversations using gin (workspace_id, contact_of(customer) gin_trgm_ops) with (gin_pending_list_limit = 256);

-- "quoted words" together, OR, -without; the last word may be the beginning of one.
create function to_search(q text) returns tsquery language sql stable
  return (select case when words like '%''' then (words || ':*')::tsquery else words::tsquery end
          from (select websearch_to_tsquery('simple', q)::text) as written (words));

-- Conversations of this workspace in which this was said, or whose customer has it in name, phone or e-mail. It runs as
-- the owner because row-level security keeps these operators, which could leak, out of index look-ups.
create function find_mentions(q text, pattern text) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select conversation_id from messages where workspace_id = current_workspace() and words @@ (select to_search(q))
  union
  select id from conversations where workspace_id = current_workspace() and contact_of(customer) ilike pattern
$$;
