-- Audit logs whose end is sealed, and mails that can be taken back.

---------------------------------------------------------------------------------------------- the end of an audit log

-- Kept outside of the log: how many entries there are, and the hash of the last. The service seals it with the master key,
-- so that entries which were cut off or written anew are missed.
create table audit_heads (
  workspace_id text primary key references workspaces on delete cascade,
  entries bigint not null check (entries >= 0),
  hash bytea not null check (length(hash) = 32),
  -- Null only for a log from before, until the first start after the upgrade.
  seal bytea check (length(seal) = 32)
) with (fillfactor = 50);
-- Not make_tenant_table: nothing is removed from it.
alter table audit_heads enable row level security;
create policy own_workspace on audit_heads using (workspace_id = current_workspace());
-- A workspace is made together with its sandbox.
create policy new_sandbox on audit_heads for insert
  with check (exists (select from workspaces w where w.id = workspace_id));
grant select, insert, update on audit_heads to frontdesk_app;

create trigger keep_audit before delete on audit_heads for each row execute function keep_audit();
create trigger keep_audit_whole before truncate on audit_heads for each statement execute function keep_audit();

-- No entry that the head does not count. Whoever adds one has moved the head, and so waited for whoever moved it before.
create function count_audit() returns trigger language plpgsql as $$
begin
  if exists (select from added a left join audit_heads h on h.workspace_id = a.workspace_id
      where h.workspace_id is null or a.sequence > h.entries) then
    raise exception 'the head of the audit log does not count this entry' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger count_audit after insert on audit_entries
  referencing new table as added for each statement execute function count_audit();

insert into audit_heads (workspace_id, entries, hash)
select w.id, coalesce(e.sequence, 0), coalesce(e.hash, decode(repeat('00', 32), 'hex')) from workspaces w
left join lateral (select sequence, hash from audit_entries where workspace_id = w.id order by sequence desc limit 1) e on true;

-- Entries belong to their head. A lock on the workspace's row is none of their business any more.
alter table audit_entries drop constraint audit_entries_workspace_id_fkey,
  add foreign key (workspace_id) references audit_heads on delete cascade;

create or replace function delete_workspace(wanted text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from workspaces where id = wanted and mode = 'live' and deletes_at <= at for update;
  if not found then return false; end if;
  insert into deleted_workspaces (id, asked_by, audit_entries, audit_head)
  select w.id, w.deletion_asked_by, coalesce(h.entries, 0), case when h.entries > 0 then h.hash end
  from workspaces w left join audit_heads h on h.workspace_id = w.id where w.id = wanted;
  delete from graphile_worker._private_jobs where payload ->> 'workspaceId' in (select id from workspaces where live_id = wanted);
  delete from workspaces where live_id = wanted;
  return true;
end $$;

---------------------------------------------------------------------------------------------- mails that wait

-- Whose mail it is: who forgets a customer takes back the mails of their own workspace, and of no other.
create or replace function enqueue(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if task = 'mail.send' and current_workspace() <> '' then
    payload := (payload::jsonb || jsonb_build_object('workspaceId', current_workspace()))::json;
  end if;
  perform graphile_worker.add_job(task, payload, job_key => job_key, run_at => run_at);
end $$;

-- Mails of this workspace that wait to be sent, or could not be, with all that they say.
create function waiting_mails() returns table (id bigint, mail json)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select j.id, j.payload from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = 'mail.send' and j.payload ->> 'workspaceId' = current_workspace();
end $$;

-- One that is on its way this very moment cannot be called back. It is emptied, and not tried again.
drop function forget_mails(text[]);
create function forget_mails(ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from graphile_worker._private_jobs j
  where j.id = any(ids) and j.locked_at is null and j.payload ->> 'workspaceId' = current_workspace();
  update graphile_worker._private_jobs j set payload = '{}', max_attempts = greatest(attempts, 1)
  where j.id = any(ids) and j.payload ->> 'workspaceId' = current_workspace();
end $$;
