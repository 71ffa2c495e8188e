-- For the first statement of a transaction, or the only one: see workspace-query.ts.
create procedure use_workspace(id text) language plpgsql as $$
begin
  perform set_config('app.workspace_id', id, true);
end $$;

-- Notifies a customer without an address by the channel of one of these conversations. Without a channel, nothing can be sent,
-- which is recorded at once: a job would only find out the same.
create function notify_by_channel(notice json, conversations text[], no_channel_reason text, at timestamptz) returns void
language plpgsql as $$
begin
  if exists (select from channel_threads where conversation_id = any(conversations)) then
    perform enqueue('bookings.mail', notice);
  else
    insert into booking_notices (workspace_id, id, booking_id, about, reason, created_at)
    values (notice ->> 'workspaceId', new_id('ntc'), notice ->> 'bookingId', notice ->> 'about', no_channel_reason, at);
  end if;
end $$;

-- For each row, because most turns save no event.
create or replace function fan_out() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, type)
  select new.workspace_id, delivery_id(new.id, w.id), w.id, new.id, new.type
  from webhook_endpoints w
  where w.workspace_id = new.workspace_id and w.status = 'enabled' and new.type <> 'ping' and wants(w.events, new.type);
  return null;
end $$;
drop trigger fan_out on events;
create trigger fan_out after insert on events for each row execute function fan_out();

-- As it was, without a sort: a mark that is there already is skipped anyway.
create or replace function mark_new_rows() returns trigger language plpgsql as $$
begin
  insert into analytics_marks (workspace_id, at) select workspace_id, quarter_of(created_at) from new_rows
  on conflict do nothing;
  return null;
end $$;
