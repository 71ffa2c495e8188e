-- Who did what, how long things are kept, and how they go: retention, erasing a customer, deleting a workspace. And the
-- inbox by last activity, why a request was refused, webhooks that are late.

---------------------------------------------------------------------------------------------- the inbox by last activity

-- The list is sorted within a quarter of an hour and read by an index from quarter to quarter. An index on updated_at itself
-- would be written anew, and all the others with it, by every message; this one changes with the first of a quarter.
alter table conversations add column active_quarter timestamptz generated always as (quarter_of(updated_at)) stored;
create index on conversations (workspace_id, active_quarter);
create index on conversations (workspace_id, status, active_quarter);

---------------------------------------------------------------------------------------------- requests that were refused

-- The problem that was answered, without what the caller had written.
alter table request_log add column problem jsonb;
create index on request_log (workspace_id, actor, id);
create index on request_log (workspace_id, request_id);

-- Keys belong to the live workspace, also where its sandbox asks.
create function name_of_key(key text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select k.name from workspaces w join api_keys k on k.workspace_id = w.live_id
  where w.id = current_workspace() and k.id = key
$$;

create or replace function log_requests(entries json) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into request_log (workspace_id, id, request_id, actor, method, route, parameters, status, ms, created_at, problem)
  select e.workspace_id, e.id, e.request_id, e.actor, e.method, e.route, e.parameters, e.status, e.ms, e.created_at, e.problem
  from json_populate_recordset(null::request_log, entries) e join workspaces w on w.id = e.workspace_id
$$;

---------------------------------------------------------------------------------------------- webhooks that are late

-- Nobody has come for them, though their endpoints answer.
create function overdue_deliveries() returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from (
    select from webhook_deliveries where status = 'pending' and due_at < now() - interval '5 minutes'
    union all
    select from webhook_deliveries d join webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id
    where d.status = 'pending' and d.due_at is null and d.tries = 0 and d.created_at < now() - interval '5 minutes'
      and e.failing_since is null
    limit 10000) as late
$$;

---------------------------------------------------------------------------------------------- retention

-- What the newest document says, kept by the database itself where it can be joined.
alter table workspaces add column retention_days integer not null default 365;

create function keep_retention() returns trigger language plpgsql as $$
begin
  update workspaces set retention_days = (new.document ->> 'retentionDays')::integer
  where id = new.workspace_id and retention_days <> (new.document ->> 'retentionDays')::integer;
  return null;
end $$;
create trigger keep_retention after insert on business_versions for each row execute function keep_retention();
update workspaces w set retention_days = (v.document ->> 'retentionDays')::integer from (
  select distinct on (workspace_id) workspace_id, document from business_versions order by workspace_id, version desc
) v where v.workspace_id = w.id and v.document ->> 'retentionDays' is not null;

-- A version changes when somebody is erased from it; instances that hold it in memory have to hear of that.
drop trigger tell_change on business_versions;
create trigger tell_change after insert or update on business_versions for each row execute function tell_change('workspace_id');

-- A booking stays as a figure when nobody is to be known by it any more.
alter table bookings add column erased_at timestamptz;
create index on bookings (workspace_id, ends_at) where erased_at is null;
create index on events (workspace_id, occurred_at);

create function all_workspaces() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select id from workspaces order by id
$$;

-- Requests are forgotten after the operator's days, or the workspace's own where those are fewer.
create or replace function purge_request_log(days integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  purged integer;
begin
  with gone as (
    delete from request_log r using workspaces w
    where w.id = r.workspace_id and r.logged_at < now() - make_interval(days => least(days, w.retention_days))
      and r.logged_at < now() - make_interval(days => least(days, (select min(retention_days) from workspaces)))
    returning r as request_log
  ), facts as (
    select (g.request_log).workspace_id, quarter_of((g.request_log).created_at) as at, f.part, f.name, sum(f.value)::bigint as value
    from gone g cross join lateral facts_of_call(g.request_log) f group by 1, 2, 3, 4
  ), summed as (
    select workspace_id, at, coalesce(jsonb_object_agg(name, value) filter (where not part), '{}') as counts,
      coalesce(jsonb_object_agg(name, value) filter (where part), '{}') as parts
    from facts group by 1, 2
  ), kept as (
    insert into analytics_calls select workspace_id, at, counts, parts from summed
    on conflict (workspace_id, at) do update set counts = add_counts(analytics_calls.counts, excluded.counts),
      parts = add_counts(analytics_calls.parts, excluded.parts)
  )
  select count(*) into purged from gone;
  return purged;
end $$;

-- Mails that could not be sent for good, and what waits to be sent to somebody who is to be forgotten.
create function purge_failed_jobs() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from graphile_worker._private_jobs
  where attempts >= max_attempts and locked_at is null and run_at < now() - interval '30 days';
end $$;

create function forget_mails(addresses text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
  where t.id = j.task_id and t.identifier = 'mail.send' and j.locked_at is null
    and lower(j.payload ->> 'to') = any(addresses);
end $$;

---------------------------------------------------------------------------------------------- figures without their rows

-- What rows that are gone counted for: the difference that their going made. Added to what is counted from the rows, so
-- that no total changes, now or when everything is counted anew.
create table analytics_kept (
  workspace_id text not null references workspaces on delete cascade,
  at timestamptz not null,
  channel text not null,
  industry text not null,
  counts jsonb not null,
  parts jsonb not null,
  primary key (workspace_id, at, channel, industry)
);
call make_tenant_table('analytics_kept');

alter function analytics_facts(timestamptz, timestamptz) rename to analytics_facts_of_rows;

create function analytics_facts(since timestamptz, until timestamptz)
returns table (at timestamptz, channel text, industry text, counts jsonb, parts jsonb)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not exists (select from analytics_kept k
      where k.workspace_id = current_workspace() and k.at >= since and k.at < until) then
    return query select * from analytics_facts_of_rows(since, until);
    return;
  end if;
  return query
  with summed as (
    select e.at, e.channel, e.industry, f.part, f.name, sum(f.value)::bigint as value from (
      select r.at, r.channel, r.industry, r.counts, r.parts from analytics_facts_of_rows(since, until) r
      union all select k.at, k.channel, k.industry, k.counts, k.parts from analytics_kept k
      where k.workspace_id = current_workspace() and k.at >= since and k.at < until
    ) e cross join lateral facts_in(e.counts, e.parts) f
    group by 1, 2, 3, 4, 5 having sum(f.value) <> 0
  )
  select at, channel, industry, coalesce(jsonb_object_agg(name, value) filter (where not part), '{}'),
    coalesce(jsonb_object_agg(name, value) filter (where part), '{}')
  from summed group by 1, 2, 3;
end $$;

-- All that these conversations are counted in is marked, as mark_conversation() does; answers with those quarters.
create function mark_forgotten(ids text[]) returns timestamptz[]
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  own constant text := current_workspace();
begin
  insert into analytics_marks (workspace_id, at)
  select own, quarter_of(t.at) from (
    select created_at from conversations where workspace_id = own and id = any(ids)
    union select created_at from messages where workspace_id = own and conversation_id = any(ids)
    union select created_at from bookings where workspace_id = own and conversation_id = any(ids)
    union select occurred_at from events where workspace_id = own and (data ->> 'id') collate "C" = any(ids)
      and type in ('conversation.handoff', 'conversation.resolved')
  ) as t (at)
  on conflict do nothing;
  return array(select distinct at from analytics_marks where workspace_id = own and tx = pg_current_xact_id() order by at);
end $$;

create function facts_in_quarters(quarters timestamptz[]) returns json
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(json_agg(f), '[]') from analytics_facts_of(quarters) f
$$;

-- In the transaction that has removed the rows, and of one snapshot with what was counted before.
create function keep_figures(quarters timestamptz[], before json) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  own constant text := current_workspace();
begin
  if exists (select from analytics_marks
      where workspace_id = own and tx = pg_current_xact_id() and at <> all(quarters)) then
    raise exception 'rows were removed whose figures would be lost';
  end if;
  insert into analytics_kept
  select own, at, channel, industry, coalesce(jsonb_object_agg(name, value) filter (where not part), '{}'),
    coalesce(jsonb_object_agg(name, value) filter (where part), '{}')
  from (
    select e.at, e.channel, e.industry, f.part, f.name, sum(e.sign * f.value)::bigint as value from (
      select b.at, b.channel, b.industry, b.counts, b.parts, 1 as sign
      from json_to_recordset(before) as b (at timestamptz, channel text, industry text, counts jsonb, parts jsonb)
      union all select a.at, a.channel, a.industry, a.counts, a.parts, -1 from analytics_facts_of(quarters) a
    ) e cross join lateral facts_in(e.counts, e.parts) f
    group by 1, 2, 3, 4, 5 having sum(e.sign * f.value) <> 0
  ) as lost group by 1, 2, 3, 4
  on conflict (workspace_id, at, channel, industry) do update set
    counts = add_counts(analytics_kept.counts, excluded.counts), parts = add_counts(analytics_kept.parts, excluded.parts);
end $$;

create or replace function rebuild_analytics() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own constant text := current_workspace();
begin
  perform pg_advisory_xact_lock(hashtextextended(own, 9));
  delete from analytics_quarters where workspace_id = own;
  delete from analytics_days where workspace_id = own;
  delete from analytics_zones where workspace_id = own;
  insert into analytics_marks (workspace_id, at)
  select own, at from (
    select quarter_of(created_at) from conversations where workspace_id = own
    union select quarter_of(created_at) from messages where workspace_id = own
    union select quarter_of(created_at) from bookings where workspace_id = own
    union select quarter_of(created_at) from request_log where workspace_id = own
    union select at from analytics_calls where workspace_id = own
    union select at from analytics_kept where workspace_id = own
    union select quarter_of(occurred_at) from events where workspace_id = own
      and type in ('conversation.handoff', 'conversation.resolved')
  ) as q (at) on conflict do nothing;
  return roll_up_analytics();
end $$;

---------------------------------------------------------------------------------------------- deleting a workspace

-- From when it is asked for, no key opens it; when the time is over, a job removes every row. Until then it can be undone.
alter table workspaces add column deletes_at timestamptz, add column deletion_asked_by text;

create or replace function find_key(wanted bytea) returns table (
  id text, kind text, mode text, scopes text[], origins text[], expires_at timestamptz, revoked_at timestamptz,
  account_id text, workspace_id text, workspace_name text, plan text, timezone text
) language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.kind, k.mode, k.scopes, k.origins, k.expires_at, coalesce(k.revoked_at, live.deletes_at),
    live.id, own.id, live.name, live.plan, own.timezone
  from api_keys k
  join workspaces live on live.id = k.workspace_id
  join workspaces own on own.live_id = live.id and own.mode = k.mode
  where k.hash = wanted
$$;

drop function workspaces_of(text);
create function workspaces_of(person text)
returns table (workspace_id text, name text, plan text, timezone text, role text, deletes_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.id, w.name, w.plan, w.timezone, m.role, w.deletes_at from members m join workspaces w on w.id = m.workspace_id
  where m.user_id = person order by m.created_at, w.id
$$;

-- All that is left of a deleted workspace: no name, and the last hash of its audit log, by which a copy can be checked.
create table deleted_workspaces (
  id text primary key,
  asked_by text not null,
  deleted_at timestamptz not null default now(),
  audit_entries bigint not null,
  audit_head bytea
);

create function workspaces_to_delete(at timestamptz) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select id from workspaces where mode = 'live' and deletes_at <= at order by id
$$;

-- Asked once more: it may have been undone meanwhile.
create function delete_workspace(wanted text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from workspaces where id = wanted and mode = 'live' and deletes_at <= at for update;
  if not found then return false; end if;
  insert into deleted_workspaces (id, asked_by, audit_entries, audit_head)
  select w.id, w.deletion_asked_by, coalesce(e.sequence, 0), e.hash from workspaces w
  left join lateral (select sequence, hash from audit_entries where workspace_id = w.id order by sequence desc limit 1) e on true
  where w.id = wanted;
  delete from graphile_worker._private_jobs where payload ->> 'workspaceId' in (select id from workspaces where live_id = wanted);
  delete from workspaces where live_id = wanted;
  return true;
end $$;
