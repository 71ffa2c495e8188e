-- Jobs are looked at and changed by what graphile-worker has made public: its view `jobs` and its functions. What a job carries
-- is not in the view; the two functions here alone reach for it.

-- Jobs of these workspaces, with what they carry.
create function jobs_of(workspaces text[]) returns table (id bigint, task text, payload json)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query select j.id, j.task_identifier, p.payload
  from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
  where p.payload ->> 'workspaceId' = any(workspaces);
end $$;

-- One that runs this very moment cannot be called back. It is emptied, and not tried again.
create function forget_jobs(ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform graphile_worker.complete_jobs(ids);
  update graphile_worker._private_jobs j set payload = '{}', max_attempts = greatest(attempts, 1) where j.id = any(ids);
end $$;

-- Mails of this workspace that wait to be sent, or could not be, with all that they say.
create or replace function waiting_mails() returns table (id bigint, mail json)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, payload from jobs_of(array[current_workspace()]) where task = 'mail.send'
$$;

create or replace function forget_mails(ids bigint[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  select forget_jobs(array(select id from waiting_mails() where id = any(ids)))
$$;

create or replace function delete_workspace(wanted text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from workspaces where id = wanted and mode = 'live' and deletes_at <= at for update;
  if not found then return false; end if;
  insert into deleted_workspaces (id, asked_by, audit_entries, audit_head)
  select w.id, w.deletion_asked_by, coalesce(h.entries, 0), case when h.entries > 0 then h.hash end
  from workspaces w left join audit_heads h on h.workspace_id = w.id where w.id = wanted;
  perform forget_jobs(array(select id from jobs_of(array(select id from workspaces where live_id = wanted))));
  delete from workspaces where live_id = wanted;
  return true;
end $$;

-- Mails that could not be sent for good.
create or replace function purge_failed_jobs() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and run_at < now() - interval '30 days'));
end $$;

-- A workspace's sources are read one after another. What it adds while others of its own wait goes behind the first of
-- every other workspace.
create or replace function add_reading(workspace text, knowledge_id text) returns void language sql as $$
  select graphile_worker.add_job('knowledge.read', json_build_object('workspaceId', workspace, 'id', knowledge_id),
    queue_name => 'knowledge ' || workspace, job_key => 'knowledge ' || knowledge_id,
    priority => (
      select least(count(*), 1000)::integer from graphile_worker.jobs where queue_name = 'knowledge ' || workspace))
$$;

-- Once the clock has gone back, times that were written ahead of it would hold things up until they come.
create or replace function mend_times() returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  -- Runners that live say so again within seconds.
  update job_runners set seen_at = now() where seen_at > now();
  perform graphile_worker.reschedule_jobs(array[j.id], run_at => greatest(now(), now() + (j.run_at - j.updated_at)))
  from graphile_worker.jobs j where j.updated_at > now() and j.locked_at is null;
  -- What has failed is tried again after six hours at most.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now())
  from graphile_worker.jobs j where j.attempts > 0 and j.locked_at is null and j.run_at > now() + interval '7 hours';
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
