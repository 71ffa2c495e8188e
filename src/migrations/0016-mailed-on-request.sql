-- What visitors of a page may have mailed, and to whom.

-- Addresses that have said by the link of a mail that they want what is said in this conversation; as a keyed hash.
create table transcript_addresses (
  workspace_id text not null references workspaces on delete cascade,
  conversation_id text collate "C" not null,
  address bytea not null,
  confirmed_at timestamptz not null,
  primary key (workspace_id, conversation_id, address),
  foreign key (workspace_id, conversation_id) references conversations on delete cascade
);
call make_tenant_table('transcript_addresses');

-- What a page calls the business is no longer believed: mails carried it to strangers.
update conversations set business_name = null where publishable and business_name is not null;

-- Some counters have a window of a day.
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
  return purged;
end $$;

-- Where mail goes out, an account opens once its address is confirmed. Those from before have been in use without.
update auth_users set "emailVerified" = true where not "emailVerified";
