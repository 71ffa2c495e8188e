-- Only a team that has a device to alert gets the job that alerts its devices.
create or replace function alert_team(workspace text, conversation text) returns void language plpgsql as $$
begin
  if exists (select from workspaces where id = workspace collate "default" and mode = 'live') then
    insert into unmailed_handoffs values (workspace, conversation, now())
    on conflict (workspace_id, conversation_id) do update set at = excluded.at;
    perform enqueue('handoff.mail', json_build_object('workspaceId', workspace), 'handoff mail ' || workspace);
    if exists (select from push_devices where workspace_id = workspace collate "default") then
      perform enqueue('handoff.push', json_build_object('workspaceId', workspace, 'conversationId', conversation));
    end if;
  end if;
end $$;
