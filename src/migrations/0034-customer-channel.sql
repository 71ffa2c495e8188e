-- How customers hear of their bookings, and requests of providers that count only once.

-- What a customer was told about a booking, and how. The row of a message that goes out by a channel is written with that
-- message, so a job that is tried again tells nobody twice.
create table booking_notices (
  workspace_id text not null,
  -- The same on every attempt of the job.
  id text collate "C" not null,
  booking_id text collate "C" not null,
  about text not null,
  -- The kind of a channel, or `email`; null if there was no way to tell the customer.
  route text,
  -- Of a channel: the message, whose delivery `channel_outgoing` knows. Null if the reply in the conversation said it.
  message_id text collate "C",
  -- Of an email: when the mail server took it.
  mailed_at timestamptz,
  -- Why there was no way, in words for the team.
  reason text,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, booking_id) references bookings on delete cascade,
  check (reason is null or route is null)
);
create index on booking_notices (workspace_id, booking_id);
call make_tenant_table('booking_notices');

-- Some providers sign a token and not the content, so a token counts once for as long as its signature is valid.
create table channel_tokens (
  workspace_id text not null,
  connection_id text collate "C" not null,
  token bytea not null,
  expires_at timestamptz not null,
  primary key (workspace_id, connection_id, token),
  foreign key (workspace_id, connection_id) references channel_connections on delete cascade
);
call make_tenant_table('channel_tokens');

-- Bookings by email address, for customers who wrote from it.
create index on bookings (workspace_id, lower(customer ->> 'email'), starts_at) where customer ->> 'email' is not null;

-- Offers are now told by the job that tells everything else about a booking.
select graphile_worker.complete_jobs(array(
  select id from graphile_worker.jobs where task_identifier = 'conversations.offer'));
