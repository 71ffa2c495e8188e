-- Health data: the audit log, each workspace's data keys, prescription requests.

---------------------------------------------------------------------------------------------- audit

-- Who touched which patient's fields, when and why. Each entry holds the hash of the one before it.
create table audit_entries (
  workspace_id text not null references workspaces on delete cascade,
  sequence bigint not null check (sequence > 0),
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  reason text not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (workspace_id, sequence)
);
create index on audit_entries (workspace_id, subject);
-- Not make_tenant_table: the service may add to it and read it, and no more.
alter table audit_entries enable row level security;
create policy own_workspace on audit_entries using (workspace_id = current_workspace());
grant select, insert on audit_entries to frontdesk_app;

-- Holds for the owner too. The log goes only with its whole workspace, whose row is gone by the time of the cascade.
create function keep_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and not exists (select from workspaces where id = old.workspace_id) then
    return old;
  end if;
  raise exception 'audit entries stay as they were written' using errcode = 'restrict_violation';
end $$;
create trigger keep_audit before update or delete on audit_entries for each row execute function keep_audit();
create trigger keep_audit_whole before truncate on audit_entries for each statement execute function keep_audit();

---------------------------------------------------------------------------------------------- data keys

-- Wrapped with the master key. What is new is sealed with the newest version; sealed values begin with theirs.
create table data_keys (
  workspace_id text not null references workspaces on delete cascade,
  version integer not null check (version > 0),
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, version)
);
call make_tenant_table('data_keys');

---------------------------------------------------------------------------------------------- prescriptions

-- All that a patient told is in `details`, sealed.
create table prescriptions (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  status text not null check (status in ('requested', 'approved', 'sent_to_pharmacy', 'ready', 'denied')),
  details bytea not null,
  conversation_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
call make_tenant_table('prescriptions');
