-- Replies go to the thread they were meant for, and what a visitor answers by mail stays off the website.

-- The website's conversation whose replies were mailed here. The customer's answer starts a conversation of its own: anyone can enter
-- somebody else's address on a website, and must not read there what its owner writes.
alter table channel_threads
  add column continues_id text collate "C",
  add foreign key (workspace_id, continues_id) references conversations on delete cascade,
  add check (conversation_id is null or continues_id is null);
create index on channel_threads (workspace_id, continues_id) where continues_id is not null;
update channel_threads t set continues_id = t.conversation_id, conversation_id = null
from conversations c where c.workspace_id = t.workspace_id and c.id = t.conversation_id and c.publishable;

-- Queues a message of a conversation for a thread.
create function send_by_channel(workspace text, conversation text, message text, connection text, thread text)
returns void language plpgsql as $$
begin
  insert into channel_outgoing (workspace_id, message_id, conversation_id, connection_id, thread_key)
  values (workspace, message, conversation, connection, thread)
  on conflict do nothing;
  perform enqueue('channels.send', json_build_object(
    'workspaceId', workspace, 'connectionId', connection, 'threadKey', thread));
end $$;

-- The same for the thread that the customer last wrote by, of those that can be sent to.
create or replace function send_by_channel(workspace text, conversation text, message text)
returns void language plpgsql as $$
begin
  perform send_by_channel(workspace, conversation, message, latest.connection_id, latest.key)
  from (
    select t.connection_id, t.key from channel_threads t
    join channel_connections c on c.workspace_id = t.workspace_id and c.id = t.connection_id
    where t.workspace_id = workspace and t.conversation_id = conversation
    order by c.status = 'active' desc, t.last_received_at desc limit 1
  ) latest;
end $$;

-- The team's replies go out by that thread. A visitor of a page gets them there; those that the page has not got after a while go
-- to the visitor's email address. Conversations about health are encrypted, so their customer has no address here, and nothing is
-- mailed.
create or replace function send_agent_message() returns trigger language plpgsql as $$
declare
  conversation record;
begin
  select c.publishable, c.customer ->> 'email' as email into conversation from conversations c
  where c.workspace_id = new.workspace_id and c.id = new.conversation_id;
  if not conversation.publishable then
    perform send_by_channel(new.workspace_id, new.conversation_id, new.id);
  elsif conversation.email is not null then
    perform enqueue('channels.continue-by-email',
      json_build_object('workspaceId', new.workspace_id, 'conversationId', new.conversation_id, 'messageId', new.id),
      'continue by email ' || new.id, now() + interval '2 minutes');
  end if;
  return null;
end $$;

-- The texts to new numbers are limited per hour.
create index on booking_notices (workspace_id, created_at);

-- An upgrade removed the waiting jobs that made offers in conversations. The offers that still stand, and that only the
-- conversation could tell of, are told by the job that tells everything about bookings.
select enqueue('bookings.mail', json_build_object(
  'workspaceId', b.workspace_id, 'bookingId', b.id, 'about', 'waitlist.offered',
  'startsAt', to_char(b.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
from bookings b
where b.status = 'offered' and b.offered_until > now() and b.conversation_id is not null
  and b.sealed is null and b.customer ->> 'email' is null
  and not exists (
    select from booking_notices n where n.workspace_id = b.workspace_id and n.booking_id = b.id and n.about = 'waitlist.offered')
  and not exists (
    select from messages m where m.workspace_id = b.workspace_id and m.conversation_id = b.conversation_id
      and m.role = 'assistant' and m.created_at >= b.updated_at);
select graphile_worker.complete_jobs(array(
  select id from graphile_worker.jobs where task_identifier = 'conversations.offer'));
