-- What is said in a conversation stands in its messages: as an event it is written for those who asked for it alone.

-- Whether an endpoint with this list of events gets that type.
create function wants(events text[], type text) returns boolean language sql immutable
  return events && array['*', type, split_part(type, '.', 1) || '.*'];

create or replace function fan_out() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, type)
  select e.workspace_id, delivery_id(e.id, w.id), w.id, e.id, e.type
  from added e join webhook_endpoints w on w.workspace_id = e.workspace_id
  where w.status = 'enabled' and e.type <> 'ping' and wants(w.events, e.type);
  return null;
end $$;
