-- A notice about a booking that a channel could not deliver goes on by email, once.

create index on booking_notices (workspace_id, message_id) where message_id is not null;

-- The job sends it if the address is known, and the customer may be told so. What a later notice has said is not said again.
-- A channel for email has tried that way already.
create function mail_failed_notice() returns trigger language plpgsql as $$
begin
  -- Waits for a change of the status that is not committed yet: its own trigger may not have seen the notice.
  perform from channel_outgoing o
  where o.workspace_id = new.workspace_id and o.message_id = new.message_id and o.status = 'failed'
  for no key update;
  if found then
    perform enqueue('bookings.mail', json_build_object(
      'workspaceId', n.workspace_id, 'bookingId', n.booking_id, 'about', n.about, 'insteadOf', n.id,
      'startsAt', to_char(b.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from booking_notices n join bookings b on b.workspace_id = n.workspace_id and b.id = n.booking_id
    where n.workspace_id = new.workspace_id and n.message_id = new.message_id and n.route <> 'email'
      and not exists (
        select from booking_notices later where later.workspace_id = n.workspace_id and later.booking_id = n.booking_id
          and later.created_at > n.created_at);
  end if;
  return null;
end $$;
create trigger mail_failed_notice after update of status on channel_outgoing
  for each row when (new.status = 'failed' and old.status <> 'failed') execute function mail_failed_notice();
-- A reply may have failed before it is known to be the notice.
create trigger mail_failed_notice after insert on booking_notices
  for each row when (new.message_id is not null) execute function mail_failed_notice();
