-- A schedule that outlives a clock that was wrong, and what such a clock has left behind. And who may no longer listen
-- live, and an entry of the audit log that two transactions would both write.

-- When each task of the schedule was last begun, by the database's clock: all instances have that one in common.
create table scheduled_tasks (
  task text primary key,
  at timestamptz not null
);

-- The last sign of life of any runner, and since when there was one every few minutes: neither the service nor the time
-- has leaped since.
create table job_clock (
  at timestamptz not null,
  steady_since timestamptz not null
);
create unique index on job_clock ((true));
insert into job_clock values (now(), now());

-- Once the clock has gone back, times that were written ahead of it would hold things up until they come.
create function mend_times() returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  -- Runners that live say so again within seconds.
  update job_runners set seen_at = now() where seen_at > now();
  update graphile_worker._private_jobs set run_at = greatest(now(), now() + (run_at - updated_at)), updated_at = now()
  where updated_at > now() and locked_at is null;
  -- What has failed is tried again after six hours at most.
  update graphile_worker._private_jobs set run_at = now()
  where attempts > 0 and locked_at is null and run_at > now() + interval '7 hours';
  update scheduled_tasks set at = now() where at > now();
  update webhook_deliveries set leased_until = null where status = 'pending' and leased_until > now() + interval '1 minute';
  update webhook_deliveries set due_at = null where status = 'pending' and due_at > now() + interval '2 days';
  update webhook_endpoints set failing_since = now() where failing_since > now();
  -- Of reminders that were due before these times, none is sent. The sandbox has a clock of its own.
  update reminder_rules r set since = now() from workspaces w
  where w.id = r.workspace_id and w.mode = 'live' and r.since > now();
  update bookings b set settled_at = now() from workspaces w
  where w.id = b.workspace_id and w.mode = 'live' and b.settled_at > now() and b.status = 'confirmed';
  update knowledge set read_again_at = now() where read_again_at > now() + interval '1 day';
  update call_counters set window_start = now() where window_start > now();
  update attempt_counters set window_start = now() where window_start > now();
  update conversations set answering_until = null where answering_until > now() + interval '10 minutes';
  update idempotency_keys set claimed_until = now() where status is null and claimed_until > now() + interval '10 minutes';
  update idempotency_keys set expires_at = now() + interval '1 day' where expires_at > now() + interval '1 day';
  update auth_two_factors set "lockedUntil" = now() where "lockedUntil" > now() + interval '15 minutes';
end $$;

create or replace function keep_runner(runner text, names text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before timestamptz;
  -- Not that of the transaction, which may have begun before another's sign of life.
  moment timestamptz;
  dead text[];
begin
  select at into before from job_clock for update;
  moment := clock_timestamp();
  if moment < before - interval '1 second' then perform mend_times(); end if;
  update job_clock set at = moment, steady_since = case
    when moment between before - interval '1 second' and before + interval '5 minutes' then steady_since else moment end;
  insert into job_runners (id, lockers) values (runner, names)
    on conflict (id) do update set seen_at = now(), lockers = names;
  with gone as (delete from job_runners where seen_at < now() - interval '30 seconds' returning lockers)
  select array_agg(name) into dead from gone, unnest(lockers) as name;
  if dead is not null then
    perform graphile_worker.force_unlock_workers(dead);
  end if;
end $$;

-- Begins what has become due since it was last begun, once over all instances and once however long that is ago. What
-- cannot be undone waits until the clock has been steady for an hour: one that is a year ahead would forget a year.
create function begin_scheduled(names text[], every integer[], minutes integer[], careful boolean[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  steady constant boolean := (select steady_since < now() - interval '1 hour' from job_clock);
  due timestamptz;
begin
  for i in 1 .. cardinality(names) loop
    continue when careful[i] and not steady;
    due := date_bin(make_interval(mins => every[i]), now(), timestamptz 'epoch' + make_interval(mins => minutes[i]));
    update scheduled_tasks set at = due where task = names[i] and at < due;
    if found then
      perform graphile_worker.add_job(names[i], '{}', job_key => 'scheduled ' || names[i]);
    else
      insert into scheduled_tasks values (names[i], due) on conflict do nothing;
    end if;
  end loop;
end $$;

-- As before, but a clock that has leaped says nothing about for how long an endpoint has failed.
create or replace function record_attempts(results json, patience interval)
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
  where e.status = 'enabled' and (s.gone or (not s.delivered and e.failing_since < clock_timestamp() - patience
    and (select steady_since < clock_timestamp() - interval '1 hour' from job_clock)));
end $$;

---------------------------------------------------------------------------------------------- live

-- Instances end what somebody listens to who has left the team, has another role or was signed out.
create trigger tell_change after update of role or delete on members
  for each row execute function tell_change('workspace_id');
create trigger tell_change after delete on auth_sessions for each row execute function tell_change('userId');

---------------------------------------------------------------------------------------------- audit

-- A transaction of one snapshot does not see the entry that another has written meanwhile; it is tried again.
alter table audit_entries rename constraint audit_entries_pkey to audit_entries_in_order;
