-- Calls: replies that the caller has interrupted, and the state of a call, which is in its thread's context.

alter table channel_outgoing
  -- How much of a spoken reply the caller has heard; null if all of it.
  add column heard_characters integer check (heard_characters >= 0);
create trigger tell_team_heard after update of heard_characters on channel_outgoing
  for each row execute function tell_team('conversations', 'conversation_id');
create trigger tell_team_call after update of context on channel_threads
  for each row when (new.conversation_id is not null and new.context -> 'call' is distinct from old.context -> 'call')
  execute function tell_team('conversations', 'conversation_id');
