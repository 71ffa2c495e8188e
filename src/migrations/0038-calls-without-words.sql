-- Calls in which nothing was said leave nothing. Their threads are removed after a day and not at the report of their end,
-- because that may come while the caller's last words are still being answered.
create index on channel_threads (last_received_at) where conversation_id is null;

create or replace function purge_expired() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  purged integer;
begin
  delete from idempotency_keys where expires_at < now();
  get diagnostics purged = row_count;
  delete from invitations where expires_at < now() - interval '30 days';
  delete from attempt_counters where window_start < now() - interval '1 day';
  delete from job_runners where seen_at < now() - interval '1 hour';
  delete from auth_sessions where "expiresAt" < now();
  delete from auth_verifications where "expiresAt" < now();
  delete from channel_threads
  where conversation_id is null and context ? 'call' and last_received_at < now() - interval '1 day';
  return purged;
end $$;
