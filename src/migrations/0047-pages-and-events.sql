---------------------------------------------------------------------------------------- pages both ways

-- With `after`, the requests that are newer than it, the oldest first.
drop function plan_requests_for(text, text[], integer, text, text);
create function plan_requests_for(person text, states text[], most integer, before text default null, only_id text default null,
  after text default null)
returns table (workspace_id text, id text, plan text, note text, status text, reason text, created_at timestamptz,
  decided_at timestamptz, name text, current_plan text, since timestamptz, used integer, asker_name text,
  asker_email text, decider_name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.workspace_id, r.id, r.plan, r.note, r.status, r.reason, r.created_at, r.decided_at, w.name, w.plan,
    w.created_at, coalesce(c.month_used, 0), asker.name, asker.email, decider.name
  from plan_requests r join workspaces w on w.id = r.workspace_id
  left join call_counters c on c.workspace_id = w.id and c.month = date_trunc('month', now() at time zone 'UTC')
  left join auth_users asker on asker.id = r.asked_by
  left join auth_users decider on decider.id = r.decided_by
  where exists (select from operators o where o.user_id = person) and r.status = any(states)
    and (before is null or r.id < before) and (after is null or r.id > after) and (only_id is null or r.id = only_id)
  order by case when after is not null then r.id end, r.id desc limit most
$$;

---------------------------------------------------------------------------------------- events about an object

create index events_by_id_of_object on events (workspace_id, ((data ->> 'id') collate "C")) where data ->> 'id' is not null;
create index events_by_conversation on events (workspace_id, ((data ->> 'conversationId') collate "C"))
  where data ->> 'conversationId' is not null;
create index events_by_booking on events (workspace_id, ((data ->> 'bookingId') collate "C"))
  where data ->> 'bookingId' is not null;

-- Runs as the owner, because row-level security keeps the service's role from using an index on an expression.
create function events_about(object text) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select id from events where workspace_id = current_workspace() and (data ->> 'id') collate "C" = object
  union
  select id from events where workspace_id = current_workspace() and (data ->> 'conversationId') collate "C" = object
  union
  select id from events where workspace_id = current_workspace() and (data ->> 'bookingId') collate "C" = object
$$;

---------------------------------------------------------------------------------------- known hosts

-- Whether a business has named this domain as its own, proven or not: links in earlier mails go on to work on it.
create function is_brand_domain(wanted text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from brand_domains where domain = wanted)
$$;
