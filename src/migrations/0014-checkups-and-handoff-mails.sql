-- How the assistant answered the questions that the document itself can answer, version by version; and mails of handoffs.

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
