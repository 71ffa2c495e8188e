-- Parts of names are found by an index whose keys contain the workspace, because lists of parts that all workspaces share grow with
-- how common a part is. Databases of unreleased versions have indexes with such lists, from 0049.

-- Every three consecutive characters, hashed together with the workspace. A text contains another only if it has all
-- of its parts. The cost keeps the planner from computing them for rows instead of reading the index.
create function parts_of(workspace text, value text) returns integer[]
language plpgsql immutable parallel safe cost 10000 as $$
declare
  folded constant text := lower(value);
  parts integer[];
begin
  for place in 1 .. length(folded) - 2 loop
    parts[place] := hashtext(workspace || substr(folded, place, 3));
  end loop;
  return parts;
end $$;

-- For this migration: with little memory, these indexes are written many times over.
set local maintenance_work_mem = '256MB';

create index bookings_parts on bookings using gin (parts_of(workspace_id, booking_text(code, customer, notes, service)))
  with (gin_pending_list_limit = 256);
drop index if exists bookings_workspace_id_booking_text_idx;
create index customers_parts on customers using gin (parts_of(workspace_id, search)) with (gin_pending_list_limit = 256);
drop index if exists customers_workspace_id_search_idx;

-- Parts and hashes are looked up apart from the rest, which might mislead the planner to another index. Fewer than three characters have
-- no parts, and find nothing here.
drop function find_bookings(text, text, bytea[]);
create function find_bookings(wanted text, pattern text, wanted_phone text, hashes bytea[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  with candidates as materialized (
    select workspace_id, id, booking_text(code, customer, notes, service) as value from bookings
    where parts_of(workspace_id, booking_text(code, customer, notes, service)) @> (select parts_of(current_workspace(), wanted))
  ), persons as materialized (select workspace_id, id from bookings where person_hashes && hashes)
  select id from candidates where workspace_id = current_workspace() and value ilike pattern
  union select id from bookings where workspace_id = current_workspace() and phone = wanted_phone
  union select id from persons where workspace_id = current_workspace()
$$;

drop function find_customers(text[], bytea[]);
-- Of `wanted`, one has to be found, and all of `others`. It returns the places of rows, because the planner would look up ids by
-- reading an index of the whole workspace: it takes each workspace for an average one.
create function find_customers(wanted text[], others text[], hashes bytea[]) returns setof tid
language sql stable security definer set search_path = public, pg_temp as $$
  with other_parts as materialized (
    select array_agg(part) as parts from unnest(others) as other, unnest(parts_of(current_workspace(), other)) as part
  ), candidates as materialized (
    select c.workspace_id, c.ctid as place, c.search from unnest(wanted) as w (part)
    join customers c on parts_of(c.workspace_id, c.search)
      @> (parts_of(current_workspace(), w.part) || (select parts from other_parts))
  ), persons as materialized (select workspace_id, ctid as place from customers where person_hashes && hashes)
  select place from candidates where workspace_id = current_workspace()
    and not exists (select from unnest(others) as other where strpos(search, other) = 0)
  union select place from persons where workspace_id = current_workspace()
$$;

-- As it was before 0049, because a limit that is not known when a plan is made misleads the planner.
drop function find_mentions(text, text, integer);
create function find_mentions(q text, pattern text) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select conversation_id from messages where workspace_id = current_workspace() and words @@ (select to_search(q))
  union
  select id from conversations where workspace_id = current_workspace() and contact_of(customer) ilike pattern
$$;

-- How often messages have these words, as known from samples of the table: of the rarest of them, the most common word that begins
-- with it. Counting in the index would take longer the more common they are.
create function word_frequency(q text) returns real
language sql stable security definer set search_path = public, pg_temp as $$
  with known as materialized (
    select unnest(most_common_elems::text::text[]) as word, unnest(most_common_elem_freqs) as frequency
    from pg_stats where schemaname = 'public' and tablename = 'messages' and attname = 'words'
  )
  select coalesce(min(coalesce((select max(frequency) from known where starts_with(word, lexeme)), 0)), 0)
  from unnest(to_tsvector('simple', q))
$$;

-- Those without anything of theirs that are past their time are found among the oldest, not among all.
create index on customers (workspace_id, updated_at) where merged_into is null;

-- As before, but these read indexes by workspace: parameters have the collation of what they are called with, and that of an id
-- is not that of workspace_id. Indexes were read for all workspaces whenever the team answered and a conversation was removed.
create or replace function mark_conversation(workspace text, conversation text) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  insert into analytics_marks (workspace_id, at)
  select w.id, quarter_of(t.at) from workspaces w cross join lateral (
    select created_at from conversations where workspace_id = w.id and id = conversation
    union select created_at from messages where workspace_id = w.id and conversation_id = conversation
    union select created_at from bookings where workspace_id = w.id and conversation_id = conversation
    union select occurred_at from events where workspace_id = w.id and (data ->> 'id') collate "C" = conversation
      and type in ('conversation.handoff', 'conversation.resolved')
  ) as t (at) where w.id = workspace collate "default"
  on conflict do nothing;
end $$;

create or replace function send_by_channel(workspace text, conversation text, message text)
returns void language plpgsql as $$
begin
  perform send_by_channel(workspace, conversation, message, latest.connection_id, latest.key)
  from (
    select t.connection_id, t.key from channel_threads t
    join channel_connections c on c.workspace_id = t.workspace_id and c.id = t.connection_id
    where t.workspace_id = workspace collate "default" and t.conversation_id = conversation
    order by c.status = 'active' desc, t.last_received_at desc limit 1
  ) latest;
end $$;

create or replace function alert_team(workspace text, conversation text) returns void language plpgsql as $$
begin
  if exists (select from workspaces where id = workspace collate "default" and mode = 'live') then
    insert into unmailed_handoffs values (workspace, conversation, now())
    on conflict (workspace_id, conversation_id) do update set at = excluded.at;
    perform enqueue('handoff.mail', json_build_object('workspaceId', workspace), 'handoff mail ' || workspace);
    perform enqueue('handoff.push', json_build_object('workspaceId', workspace, 'conversationId', conversation));
  end if;
end $$;
