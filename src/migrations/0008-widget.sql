-- The widget: whose conversation it is, live events, the identity secret; and two look-ups of bookings by an index.

---------------------------------------------------------------------------------------------- visitors and live events

-- A conversation that a visitor of a page began belongs to that visitor. `watched_until`: somebody listens to it live.
alter table conversations
  add column visitor_id text collate "C",
  add column watched_until timestamptz;
create index on conversations (workspace_id, visitor_id, id) where visitor_id is not null;

-- Commits that notify wait for each other, so only those that somebody listens to do. Ids alone: whoever hears it reads
-- the rest, if they may.
create function tell_conversation() returns trigger language plpgsql as $$
begin
  perform pg_notify('frontdesk_changed', 'conversations:' || new.workspace_id || ':' || new.id);
  return null;
end $$;
create trigger tell_conversation after update of status, rating, message_count on conversations
  for each row when (new.watched_until > now()) execute function tell_conversation();

-- Signs who a visitor is; sealed. The sandbox has the same.
alter table workspaces add column identity_secret bytea;

---------------------------------------------------------------------------------------------- bookings

create index on bookings (workspace_id, conversation_id) where conversation_id is not null;

-- A column of its own, because row-level security keeps `->>`, which could leak, out of index look-ups.
alter table bookings add column phone text generated always as (customer ->> 'phone') stored;
create index on bookings (workspace_id, phone) where phone is not null;
