-- After a handoff: since when the customer waits for an answer, and who of the business has joined.

-- `waiting_since`: the customer's oldest message, or the handoff, that no person has answered yet. `person_joined_at`: a
-- person has replied in this handoff, or took the conversation over. `response_seconds`: how long the first reply of the
-- latest handoff took.
alter table conversations
  add column waiting_since timestamptz,
  add column person_joined_at timestamptz,
  add column person_name text,
  add column response_seconds integer;

update conversations c set person_joined_at = last_reply.at,
  waiting_since = case when last_reply.at is null or last_reply.at < last_question.at then c.updated_at end
from conversations h
  left join lateral (select max(created_at) as at from messages m
    where m.workspace_id = h.workspace_id and m.conversation_id = h.id and m.role = 'agent') as last_reply on true
  left join lateral (select max(created_at) as at from messages m
    where m.workspace_id = h.workspace_id and m.conversation_id = h.id and m.role = 'customer') as last_question on true
where h.status = 'handoff' and c.workspace_id = h.workspace_id and c.id = h.id;

-- The only place that says who has a conversation: lists, counts and filters read the column. Somebody who is assigned
-- has it, even before they reply.
create function stage_of(status text, waiting_since timestamptz, assignee_id text) returns text language sql immutable
  return case
    when status = 'resolved' then 'resolved'
    when status = 'open' then 'assistant'
    when waiting_since is not null and assignee_id is null then 'waiting'
    else 'person'
  end;
alter table conversations
  add column stage text generated always as (stage_of(status, waiting_since, assignee_id)) stored;

-- The latest response times, of which the median is told to customers.
create index on conversations (workspace_id, id) where response_seconds is not null;
