-- The inbox: who looks after a conversation, tags, notes, ready answers; and a workspace that is followed live.

-- Whoever leaves the team leaves nobody's name behind here.
alter table conversations add column assignee_id text references auth_users on delete set null;
create index on conversations (workspace_id, assignee_id, id) where assignee_id is not null;

-- Rows of their own: row-level security keeps an array's operators, which could leak, out of index look-ups.
create table conversation_tags (
  workspace_id text not null references workspaces on delete cascade,
  tag text collate "C" not null check (length(tag) between 1 and 40),
  conversation_id text collate "C" not null,
  primary key (workspace_id, tag, conversation_id),
  foreign key (workspace_id, conversation_id) references conversations on delete cascade
);
create index on conversation_tags (workspace_id, conversation_id);
call make_tenant_table('conversation_tags');

-- What the team tells each other; customers never see it. Of a conversation about health it is sealed.
create table conversation_notes (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  conversation_id text collate "C" not null,
  author_id text not null,
  author_name text not null,
  text text not null,
  sealed bytea,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations on delete cascade,
  check (sealed is null or text = '')
);
create index on conversation_notes (workspace_id, conversation_id, id);
call make_tenant_table('conversation_notes');

create table ready_replies (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  title text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, title)
);
call make_tenant_table('ready_replies');

-- Members belong to the live workspace; its sandbox has the same people.
create function team_of_workspace() returns table (id text, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name from workspaces w join members m on m.workspace_id = w.live_id join auth_users u on u.id = m.user_id
  where w.id = current_workspace() order by u.name, u.id
$$;

---------------------------------------------------------------------------------------------- live

-- Somebody of the team follows the whole workspace until then. Commits that notify wait for each other, so only those
-- of such a workspace do. Ids alone: whoever hears it reads the rest, if they may.
create table watched_workspaces (
  workspace_id text primary key references workspaces on delete cascade,
  until timestamptz not null
);
call make_tenant_table('watched_workspaces');

create function tell_team() returns trigger language plpgsql as $$
declare
  changed jsonb;
begin
  if exists (select from watched_workspaces where workspace_id = coalesce(new.workspace_id, old.workspace_id) and until > now()) then
    changed := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    perform pg_notify('frontdesk_changed', tg_argv[0] || ':' || (changed ->> 'workspace_id') || ':' || (changed ->> tg_argv[1]));
  end if;
  return null;
end $$;
create trigger tell_team after insert or update of status, rating, message_count, assignee_id on conversations
  for each row execute function tell_team('conversations', 'id');
create trigger tell_team after insert or delete on conversation_tags
  for each row execute function tell_team('conversations', 'conversation_id');
create trigger tell_team after insert or delete on conversation_notes
  for each row execute function tell_team('conversations', 'conversation_id');
create trigger tell_team after insert or update on bookings for each row execute function tell_team('bookings', 'id');
create trigger tell_team after insert or update on requests for each row execute function tell_team('requests', 'id');
create trigger tell_team after insert or update on prescriptions for each row execute function tell_team('requests', 'id');
