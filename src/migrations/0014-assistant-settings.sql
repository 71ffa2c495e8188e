-- Checkups of the assistant, version by version; mails of handoffs; and what is live, for the sandbox.

create table checkups (
  workspace_id text not null references workspaces on delete cascade,
  version integer not null,
  results jsonb not null,
  passed integer not null,
  failed integer not null,
  -- Questions for which there was no room, or no time.
  skipped integer not null,
  created_at timestamptz not null,
  primary key (workspace_id, version)
);
call make_tenant_table('checkups');

-- Every new version is checked, whoever wrote it: once nobody has changed anything for a while. The sandbox is where one
-- tries things out; it is checked when somebody asks for it.
create function check_version() returns trigger language plpgsql as $$
begin
  if new.document ->> 'industry' is not null
    and exists (select from workspaces where id = new.workspace_id and mode = 'live') then
    perform enqueue('checkup.run', json_build_object('workspaceId', new.workspace_id), 'checkup ' || new.workspace_id,
      now() + interval '15 seconds');
  end if;
  return null;
end $$;
create trigger check_version after insert on business_versions for each row execute function check_version();

-- A customer waits for a person: whoever the document names for that is told by mail.
create function tell_of_handoff() returns trigger language plpgsql as $$
begin
  if exists (select from workspaces where id = new.workspace_id and mode = 'live') then
    perform enqueue('handoff.mail',
      json_build_object('workspaceId', new.workspace_id, 'conversationId', new.data ->> 'id'));
  end if;
  return null;
end $$;
create trigger tell_of_handoff after insert on events
  for each row when (new.type = 'conversation.handoff') execute function tell_of_handoff();

-- For the sandbox: what is live, and whether its own document says nothing that was not once live. Only then may the live
-- one take its place unasked.
create function live_document() returns table (document json, untouched boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  with place as (select live_id from workspaces where id = current_workspace() and mode = 'test'),
  own as (select b.document from business_versions b where workspace_id = current_workspace() order by version desc limit 1)
  select live.document, not exists (select from own) or exists (
    select from own join business_versions v on v.document::text = own.document::text
    where v.workspace_id = (select live_id from place))
  from business_versions live where workspace_id = (select live_id from place) order by version desc limit 1
$$;
