-- Searches that read every row of a workspace now read an index, and big tables are vacuumed before a fifth of them has changed.
-- The functions run as the owner because row-level security keeps these operators, which could leak, out of index look-ups.

create function booking_text(code text, customer jsonb, notes text, service jsonb) returns text language sql immutable
  return concat_ws(' ', code, customer ->> 'name', customer ->> 'phone', customer ->> 'email', notes, service ->> 'name');

create function find_bookings(pattern text, wanted_phone text, hashes bytea[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select id from bookings where workspace_id = current_workspace() and booking_text(code, customer, notes, service) ilike pattern
  union select id from bookings where workspace_id = current_workspace() and phone = wanted_phone
  union select id from bookings where workspace_id = current_workspace() and person_hashes && hashes
$$;

create function find_customers(patterns text[], hashes bytea[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id from unnest(patterns) as p (pattern) join customers c on c.search like p.pattern
  where c.workspace_id = current_workspace()
  union select id from customers where workspace_id = current_workspace() and person_hashes && hashes
$$;

-- As before, but of common words only as many as are asked for.
drop function find_mentions(text, text);
create function find_mentions(q text, pattern text, most integer default null) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select * from (
    (select conversation_id from messages where workspace_id = current_workspace() and words @@ (select to_search(q)) limit most)
    union all
    (select id from conversations where workspace_id = current_workspace() and contact_of(customer) ilike pattern limit most)
  ) as mentions (id)
$$;

-- The newest events of a type, without reading all that lie between them.
create index on events (workspace_id, type, id);

-- With all that is needed to count the questions of a gap.
drop index analytics_questions_workspace_id_gap_id_at_idx;
create index on analytics_questions (workspace_id, gap_id, at) include (capability);

alter table conversations set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table messages set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table events set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table bookings set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
