-- Channels: a business's connections to providers of messages, the threads with customers, and the messages in and out.

create table channel_connections (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  kind text not null,
  -- What customers write to: a phone number, a mailbox, the name of a bot.
  address text not null,
  settings jsonb not null default '{}',
  secrets bytea not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  last_received_at timestamptz,
  last_sent_at timestamptz,
  -- The latest failure in words for the owner. A success clears it.
  last_error text,
  last_error_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index on channel_connections (id);
call make_tenant_table('channel_connections');

-- A provider calls us without a key: the workspace is that of the connection in the address.
create function workspace_of_channel(connection text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select workspace_id from channel_connections where id = connection
$$;

-- One customer on one connection; of email, one thread of mails.
create table channel_threads (
  workspace_id text not null,
  connection_id text collate "C" not null,
  key text collate "C" not null,
  address text not null,
  conversation_id text collate "C",
  -- The customer wrote STOP: nothing is sent until START.
  opted_out_at timestamptz,
  last_received_at timestamptz not null,
  -- What the channel needs for the next reply, such as the mails to refer to.
  context jsonb not null default '{}',
  primary key (workspace_id, connection_id, key),
  foreign key (workspace_id, connection_id) references channel_connections on delete cascade,
  foreign key (workspace_id, conversation_id) references conversations on delete cascade
);
create index on channel_threads (workspace_id, conversation_id);
create index on channel_threads (workspace_id, address);
call make_tenant_table('channel_threads');

-- What has come in. The primary key makes a message that a provider sends twice one message. The content is there only
-- until the message is answered: then it is part of the conversation.
create table channel_incoming (
  workspace_id text not null,
  connection_id text collate "C" not null,
  -- The connection's ID and the provider's.
  provider_id text collate "C" not null,
  thread_key text collate "C" not null,
  position bigint generated always as identity,
  content bytea,
  received_at timestamptz not null default clock_timestamp(),
  -- A job that answers it has it alone until then.
  claimed_until timestamptz,
  attempts integer not null default 0,
  done_at timestamptz,
  primary key (workspace_id, provider_id),
  foreign key (workspace_id, connection_id, thread_key) references channel_threads on delete cascade,
  check ((done_at is null) = (content is not null))
);
create index on channel_incoming (workspace_id, connection_id, thread_key, position) where done_at is null;
create index on channel_incoming using brin (received_at);
call make_tenant_table('channel_incoming');

-- What goes out: one row per message of the conversation, in its order.
create table channel_outgoing (
  workspace_id text not null,
  message_id text collate "C" not null,
  conversation_id text collate "C" not null,
  connection_id text collate "C" not null,
  thread_key text collate "C" not null,
  position bigint generated always as identity,
  status text not null default 'pending'
    check (status in ('pending', 'sending', 'sent', 'delivered', 'read', 'failed')),
  attempts integer not null default 0,
  -- While it is being sent: when to assume that the sender has crashed.
  sending_until timestamptz,
  -- A long message may be sent in parts.
  provider_ids text[] not null default '{}',
  error text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, message_id),
  foreign key (workspace_id, connection_id, thread_key) references channel_threads on delete cascade,
  foreign key (workspace_id, conversation_id) references conversations on delete cascade
);
create index on channel_outgoing (workspace_id, connection_id, thread_key, position) where status in ('pending', 'sending');
create index on channel_outgoing using gin (workspace_id, provider_ids);
create index on channel_outgoing (workspace_id, conversation_id);
call make_tenant_table('channel_outgoing');
create trigger tell_team after update of status on channel_outgoing
  for each row execute function tell_team('conversations', 'conversation_id');

-- Queues a message of a conversation for the channel that the conversation came in by.
create function send_by_channel(workspace text, conversation text, message text) returns void language plpgsql as $$
declare
  thread channel_threads;
begin
  select * into thread from channel_threads t
  where t.workspace_id = workspace and t.conversation_id = conversation;
  if found then
    insert into channel_outgoing (workspace_id, message_id, conversation_id, connection_id, thread_key)
    values (workspace, message, conversation, thread.connection_id, thread.key)
    on conflict do nothing;
    perform enqueue('channels.send', json_build_object(
      'workspaceId', workspace, 'connectionId', thread.connection_id, 'threadKey', thread.key));
  end if;
end $$;

-- The team's replies go out the same way, wherever they were written. The assistant's are queued with its answer.
create function send_agent_message() returns trigger language plpgsql as $$
begin
  perform send_by_channel(new.workspace_id, new.conversation_id, new.id);
  return null;
end $$;
create trigger send_agent_message after insert on messages
  for each row when (new.role = 'agent') execute function send_agent_message();
