-- Webhooks: endpoints, and a delivery for each event that an endpoint wants.

create table webhook_endpoints (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  url text not null,
  events text[] not null,
  description text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  disabled_because text check (disabled_because in ('asked', 'gone', 'failing')),
  -- Those that sign now, as one sealed value: the newest, and for a day those that it has replaced.
  secrets bytea not null,
  -- Since when nothing but failures has come back.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  check ((status = 'disabled') = (disabled_because is not null))
);
create unique index on webhook_endpoints (id);
call make_tenant_table('webhook_endpoints');

create table webhook_deliveries (
  workspace_id text not null,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  type text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- When it is tried next: null is at once. How often it was tried since it was begun, and until when somebody has it alone.
  due_at timestamptz,
  tries integer not null default 0,
  leased_until timestamptz,
  attempts jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints on delete cascade,
  foreign key (workspace_id, event_id) references events on delete cascade
)
-- Taking a lease touches no indexed column: room on the page keeps the indexes out of it. What is done leaves the index of
-- what is due, which every claim reads: its leavings are cleared early.
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- Two queues: what is to be sent now, by endpoint, and what waits for its time.
create index on webhook_deliveries (endpoint_id, id) where status = 'pending' and due_at is null;
create index on webhook_deliveries (due_at) where status = 'pending' and due_at is not null;
create index on webhook_deliveries (workspace_id, endpoint_id, status, id);
create index on webhook_deliveries (workspace_id, endpoint_id, id);
create index on webhook_deliveries (workspace_id, event_id);
create index on webhook_deliveries using brin (created_at);
call make_tenant_table('webhook_deliveries');

-- Of its event's and its endpoint's id, so that it sorts by time and no event goes to an endpoint twice.
create function delivery_id(event_id text, endpoint_id text) returns text language sql immutable
  return 'dlv_' || substr(event_id, 5) || right(endpoint_id, 16);

-- In the transaction of the event itself: who gets it is settled when it happens, and no event that commits late is missed.
create function fan_out() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, type)
  select e.workspace_id, delivery_id(e.id, w.id), w.id, e.id, e.type
  from added e join webhook_endpoints w on w.workspace_id = e.workspace_id
  where w.status = 'enabled' and e.type <> 'ping'
    and w.events && array['*', e.type, split_part(e.type, '.', 1) || '.*'];
  return null;
end $$;
create trigger fan_out after insert on events referencing new table as added
  for each statement execute function fan_out();

---------------------------------------------------------------------------------------------- delivery

-- The plans of both functions are settled when the tables are still empty, and must hold when they are not.

-- Leases what is to be sent: a few of each endpoint, fewer of one that fails, none of one that is busy. Endpoints are found
-- by leaping through the index from one to the next, so that a long queue of one is not read for the sake of the others.
create function claim_deliveries(most integer, each_ok integer, each_failing integer, busy text[], busy_with integer[], lease interval)
returns table (
  workspace_id text, id text, endpoint_id text, tries integer, url text, secrets bytea,
  event_id text, type text, data jsonb, occurred_at timestamptz, timezone text, created_at timestamptz
) language plpgsql security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  update webhook_deliveries d set due_at = null from (
    select workspace_id, id from webhook_deliveries
    where status = 'pending' and due_at is not null and due_at <= clock_timestamp()
    order by due_at limit 1000 for update skip locked
  ) ripe where d.workspace_id = ripe.workspace_id and d.id = ripe.id;
  return query
  with recursive waiting (id) as (
    (select endpoint_id from webhook_deliveries where status = 'pending' and due_at is null order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_deliveries d
            where d.status = 'pending' and d.due_at is null and d.endpoint_id > w.id order by d.endpoint_id limit 1)
    from waiting w where w.id is not null
  ), chosen as materialized (
    select e.id, (case when e.failing_since is null then each_ok else each_failing end) - coalesce(b.count, 0) as room
    from waiting w join webhook_endpoints e on e.id = w.id
    left join unnest(busy, busy_with) as b (id, count) on b.id = e.id
    order by e.failing_since is not null, random()
  ), due as materialized (
    select d.workspace_id, d.id from chosen c cross join lateral (
      select d.workspace_id, d.id from webhook_deliveries d
      where d.endpoint_id = c.id and d.status = 'pending' and d.due_at is null
        and (d.leased_until is null or d.leased_until < clock_timestamp())
      order by d.id limit greatest(c.room, 0) for update skip locked
    ) d limit most
  ), leased as (
    update webhook_deliveries d set
      leased_until = clock_timestamp() + lease,
      -- One of an endpoint that was disabled while its event was on its way.
      status = case when e.status = 'enabled' then 'pending' else 'failed' end
    from due, webhook_endpoints e
    where d.workspace_id = due.workspace_id and d.id = due.id and e.workspace_id = d.workspace_id and e.id = d.endpoint_id
    returning d.*, e.url, e.secrets
  )
  select l.workspace_id, l.id, l.endpoint_id, l.tries, l.url, l.secrets, l.event_id, l.type, v.data, v.occurred_at, w.timezone,
    l.created_at
  from leased l
  join events v on v.workspace_id = l.workspace_id and v.id = l.event_id
  join workspaces w on w.id = l.workspace_id
  where l.status = 'pending';
end $$;

-- Writes down how attempts went, and answers with the endpoints that have to be disabled. A failure changes nothing about a
-- delivery that ended meanwhile: its endpoint was disabled, or another has delivered it.
create function record_attempts(results json, patience interval)
returns table (workspace_id text, endpoint_id text, because text)
language plpgsql security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  with result as materialized (
    select * from json_to_recordset(results) as r
      (workspace_id text, id text, outcome text, wait_ms double precision, gone boolean, attempt jsonb)
  ), recorded as (
    update webhook_deliveries d set
      status = case when r.outcome = 'delivered' or d.status = 'pending' then r.outcome else d.status end,
      due_at = clock_timestamp() + r.wait_ms * interval '1 millisecond',
      tries = d.tries + 1,
      leased_until = null,
      attempts = d.attempts || r.attempt
    from result r where d.workspace_id = r.workspace_id and d.id = r.id
    returning d.workspace_id, d.endpoint_id, r.outcome = 'delivered' as delivered, r.gone
  ), summed as materialized (
    select r.workspace_id, r.endpoint_id, bool_or(r.delivered) as delivered, bool_or(r.gone) as gone
    from recorded r group by 1, 2
  ), marked as (
    update webhook_endpoints e set failing_since = case when s.delivered then null else clock_timestamp() end
    from summed s
    where e.workspace_id = s.workspace_id and e.id = s.endpoint_id and s.delivered = (e.failing_since is not null)
  )
  select s.workspace_id, s.endpoint_id, case when s.gone then 'gone' else 'failing' end
  from summed s join webhook_endpoints e on e.workspace_id = s.workspace_id and e.id = s.endpoint_id
  where e.status = 'enabled' and (s.gone or (not s.delivered and e.failing_since < clock_timestamp() - patience));
end $$;

-- To whom it is told that an endpoint was disabled. A sandbox has the members of its workspace.
create function owners_of(workspace text) returns table (email text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.email from workspaces w
  join members m on m.workspace_id = w.live_id and m.role = 'owner'
  join auth_users u on u.id = m.user_id
  where w.id = workspace
$$;

create function purge_deliveries(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  purged integer;
begin
  delete from webhook_deliveries d using (
    select workspace_id, id from webhook_deliveries
    where status <> 'pending' and created_at < now() - interval '30 days' limit most
  ) old where d.workspace_id = old.workspace_id and d.id = old.id;
  get diagnostics purged = row_count;
  return purged;
end $$;
