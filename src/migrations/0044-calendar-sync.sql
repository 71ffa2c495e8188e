-- Two-way sync with calendars elsewhere: CalDAV and Google.

create table calendar_connections (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  provider text not null check (provider in ('caldav', 'google')),
  -- Of a person, a table or the like, as in booked_times; empty for the whole business.
  resource_id text not null,
  -- The user's name or address there.
  account text not null,
  credentials bytea not null,
  -- Null until the owner has chosen one.
  calendar_id text,
  calendar_name text,
  -- How far the calendar has been read. Null: from the beginning.
  sync_token text,
  -- Until when its busy times are known.
  read_until timestamptz,
  synced_at timestamptz,
  sync_after timestamptz not null default clock_timestamp(),
  -- In words for the owner. With needs_owner, trying again does not help.
  problem text,
  needs_owner boolean not null default false,
  failures integer not null default 0,
  -- One job at a time. The lease of a job that has crashed runs out.
  lease text,
  leased_until timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index on calendar_connections (workspace_id, provider, calendar_id);
call make_tenant_table('calendar_connections');

-- When a resource is busy because of events in a connected calendar: only times, never what an event is about. Long ones are
-- stored in parts, so that they are found by from_at, like booked times.
create table busy_times (
  workspace_id text not null,
  connection_id text collate "C" not null,
  event_id text collate "C" not null,
  -- Empty: nobody can be booked.
  resource_id text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (workspace_id, connection_id, event_id, from_at),
  foreign key (workspace_id, connection_id) references calendar_connections on delete cascade,
  check (from_at < to_at and to_at <= from_at + interval '2 days')
);
create index on busy_times (workspace_id, from_at);
call make_tenant_table('busy_times');

-- Our events in a calendar, and the state that both sides agreed on last.
create table calendar_events (
  workspace_id text not null,
  connection_id text collate "C" not null,
  -- A booking, or an occurrence of a class.
  key text collate "C" not null,
  event_id text collate "C" not null,
  -- Null: unknown, so the event is read before it is written.
  etag text,
  -- Null until the event was written for the first time.
  starts_at timestamptz,
  ends_at timestamptz,
  -- What a write that may not have arrived says.
  writing_starts_at timestamptz,
  writing_ends_at timestamptz,
  -- Of all that was written; empty: has to be written again.
  fingerprint text not null default '',
  primary key (workspace_id, connection_id, key),
  foreign key (workspace_id, connection_id) references calendar_connections on delete cascade
);
call make_tenant_table('calendar_events');

-- Changes in a calendar that were not accepted. They count while the booking still has this version.
create table calendar_conflicts (
  workspace_id text not null,
  connection_id text collate "C" not null,
  booking_id text collate "C" not null,
  booking_version integer not null,
  reason text not null,
  -- The rule that refused it, in words for people.
  detail text,
  wanted_at timestamptz,
  noted_at timestamptz not null,
  primary key (workspace_id, connection_id, booking_id),
  foreign key (workspace_id, connection_id) references calendar_connections on delete cascade,
  foreign key (workspace_id, booking_id) references bookings on delete cascade
);
create index on calendar_conflicts (workspace_id, booking_id);
call make_tenant_table('calendar_conflicts');

create function calendars_to_sync() returns table (workspace_id text, id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.workspace_id, c.id from calendar_connections c
  where c.calendar_id is not null and c.sync_after <= clock_timestamp()
$$;

-- Revoking a token ends every other connection of the same account.
create function is_calendar_account_connected(wanted_provider text, wanted_account text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from calendar_connections where provider = wanted_provider and account = wanted_account)
$$;

-- At the commit, because a job's key is one row that all bookings of a business share, and waiting for it while holding other
-- locks could deadlock.
create function sync_calendars() returns trigger language plpgsql as $$
declare
  workspace text := coalesce(new.workspace_id, old.workspace_id);
  connection text;
begin
  for connection in
    select c.id from calendar_connections c where c.workspace_id = workspace and c.calendar_id is not null order by c.id
  loop
    perform enqueue('calendars.sync', json_build_object('workspaceId', workspace, 'connectionId', connection),
      'calendar ' || connection);
  end loop;
  return null;
end $$;
create constraint trigger sync_calendars after insert or delete on bookings deferrable initially deferred
  for each row execute function sync_calendars();
create constraint trigger sync_changed_booking after update on bookings deferrable initially deferred
  for each row when (
    (old.status, old.starts_at, old.ends_at, old.resource, old.service, old.party_size, old.customer, old.notes)
    is distinct from
    (new.status, new.starts_at, new.ends_at, new.resource, new.service, new.party_size, new.customer, new.notes))
  execute function sync_calendars();

-- Also for times of connected calendars that lie ahead of a clock that was put back.
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
  update calendar_connections set leased_until = now() where leased_until > now() + interval '2 minutes';
  update calendar_connections set sync_after = now() where sync_after > now() + interval '1 day';
  update auth_two_factors set "lockedUntil" = now() where "lockedUntil" > now() + interval '15 minutes';
end $$;
