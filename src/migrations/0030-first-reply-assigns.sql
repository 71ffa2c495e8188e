-- The first team member to reply is assigned. So an assignee alone no longer ends the wait once a person has joined: the customer's
-- next message waits for a reply again.
alter table conversations drop column stage;
drop function stage_of(text, timestamptz, text);

-- The only place that says who has a conversation: lists, counts and filters read the column. Somebody who is assigned
-- has it, even before their first reply.
create function stage_of(status text, waiting_since timestamptz, person_joined_at timestamptz, assignee_id text)
  returns text language sql immutable
  return case
    when status = 'resolved' then 'resolved'
    when status = 'open' then 'assistant'
    when waiting_since is not null and (assignee_id is null or person_joined_at is not null) then 'waiting'
    else 'person'
  end;
alter table conversations add column stage text
  generated always as (stage_of(status, waiting_since, person_joined_at, assignee_id)) stored;
