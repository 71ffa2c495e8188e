-- Who is told that a customer is waiting: by email, gathered, and on their devices.

-- What a member has chosen. Without a choice the role decides.
create table member_notifications (
  workspace_id text not null references workspaces on delete cascade,
  user_id text not null,
  waiting_emails boolean,
  weekly_digest boolean,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references members on delete cascade
);
call make_tenant_table('member_notifications');

-- A browser that shows alerts to a member, as its push service knows it.
create table push_devices (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  user_id text not null,
  endpoint text not null,
  public_key text not null,
  auth_secret text not null,
  user_agent text,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, endpoint),
  foreign key (workspace_id, user_id) references members on delete cascade
);
call make_tenant_table('push_devices');

-- Whoever signs out on a device gets no more alerts there, from any of their workspaces.
create function remove_push_device(person text, device text) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from push_devices where user_id = person and endpoint = device
$$;

-- Key pairs of this installation. The private key is encrypted with the master key.
create table installation_keys (
  kind text not null,
  version integer not null,
  public_key text not null,
  sealed bytea not null,
  primary key (kind, version)
);
grant select, insert on installation_keys to frontdesk_app;

-- Customers who wait, and of whom no email has told yet.
create table unmailed_handoffs (
  workspace_id text not null references workspaces on delete cascade,
  conversation_id text collate "C" not null,
  at timestamptz not null,
  primary key (workspace_id, conversation_id)
);
call make_tenant_table('unmailed_handoffs');

-- When the last such email went out.
create table handoff_mails (
  workspace_id text primary key references workspaces on delete cascade,
  sent_at timestamptz not null
);
call make_tenant_table('handoff_mails');

-- A customer waits for a person. The sandbox alerts nobody.
create or replace function tell_of_handoff() returns trigger language plpgsql as $$
begin
  if exists (select from workspaces where id = new.workspace_id and mode = 'live') then
    insert into unmailed_handoffs values (new.workspace_id, new.data ->> 'id', now())
    on conflict (workspace_id, conversation_id) do update set at = excluded.at;
    perform enqueue('handoff.mail', json_build_object('workspaceId', new.workspace_id), 'handoff mail ' || new.workspace_id);
    perform enqueue('handoff.push',
      json_build_object('workspaceId', new.workspace_id, 'conversationId', new.data ->> 'id'));
  end if;
  return null;
end $$;
