-- Emergencies are marked for the team, and replies that a visitor has not seen go on by email.

-- The guardrails found an emergency in this handoff. A state and no content, so it is not encrypted.
alter table conversations add column urgent boolean not null default false;
create index on conversations (workspace_id, active_quarter) where urgent;

-- Tells the team that a customer is waiting. The sandbox alerts nobody.
create function alert_team(workspace text, conversation text) returns void language plpgsql as $$
begin
  if exists (select from workspaces where id = workspace and mode = 'live') then
    insert into unmailed_handoffs values (workspace, conversation, now())
    on conflict (workspace_id, conversation_id) do update set at = excluded.at;
    perform enqueue('handoff.mail', json_build_object('workspaceId', workspace), 'handoff mail ' || workspace);
    perform enqueue('handoff.push', json_build_object('workspaceId', workspace, 'conversationId', conversation));
  end if;
end $$;

create or replace function tell_of_handoff() returns trigger language plpgsql as $$
begin
  perform alert_team(new.workspace_id, new.data ->> 'id');
  return null;
end $$;

-- An emergency in a conversation that the team already has alerts it again. A new handoff is told of by its event.
create function tell_of_emergency() returns trigger language plpgsql as $$
begin
  perform alert_team(new.workspace_id, new.id);
  return null;
end $$;
create trigger tell_of_emergency after update of urgent on conversations
  for each row when (new.urgent and not old.urgent and old.status = 'handoff') execute function tell_of_emergency();

-- The newest message that the visitor's page has got live during a handoff.
alter table conversations add column seen_message_id text collate "C";

-- The team's replies go out by the channel that the conversation came in by. A visitor of a page gets them there; those
-- that the page has not got after a while go to the visitor's email address. Conversations about health are encrypted,
-- so their customer has no address here, and nothing is mailed.
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
