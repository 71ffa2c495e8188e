-- The business document with its versions, bookings that cannot overlap, class places, requests.

create extension if not exists btree_gist;

---------------------------------------------------------------------------------------------- the document

-- The newest version is the document.
create table business_versions (
  workspace_id text not null references workspaces on delete cascade,
  version integer not null,
  -- json, not jsonb: the owner finds the fields in the order that they were written in.
  document json not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (workspace_id, version)
);
call make_tenant_table('business_versions');
create trigger tell_change after insert on business_versions for each row execute function tell_change('workspace_id');

---------------------------------------------------------------------------------------------- bookings

create table bookings (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  kind text not null check (kind in ('reservation', 'appointment', 'training', 'class')),
  industry text not null,
  status text not null check (status in ('confirmed', 'waitlisted', 'offered', 'cancelled', 'completed', 'no_show')),
  code text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  party_size integer,
  service jsonb,
  resource jsonb,
  price integer,
  -- The plain fields that the wish was made of, so that a move asks the same question again.
  asked jsonb not null default '{}',
  -- Who it is for: in clear, or for a patient sealed, with keyed hashes to find it by.
  customer jsonb,
  notes text,
  sealed bytea,
  person_hashes bytea[] not null default '{}',
  conversation_id text collate "C",
  -- Of a class: which of its times, and until when an offered place is held.
  occurrence_id text,
  offered_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  check (starts_at < ends_at),
  check ((customer is null) = (sealed is not null)),
  check (sealed is null or notes is null)
);
create unique index on bookings (workspace_id, code);
create index on bookings (workspace_id, starts_at);
create index on bookings (workspace_id, occurrence_id) where occurrence_id is not null;
create index on bookings using gin (person_hashes);
call make_tenant_table('bookings');

-- What a booking takes: a person, a table, or each of several joined tables, with its buffers. No two overlap.
-- Reads go by from_at: row-level security keeps functions of a range, which could leak, out of index look-ups.
create table booked_times (
  workspace_id text not null,
  booking_id text collate "C" not null,
  resource_id text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  during tstzrange generated always as (tstzrange(from_at, to_at)) stored,
  primary key (workspace_id, booking_id, resource_id),
  foreign key (workspace_id, booking_id) references bookings on delete cascade,
  exclude using gist (workspace_id with =, resource_id with =, during with &&),
  check (from_at < to_at and to_at <= from_at + interval '2 days')
);
create index on booked_times (workspace_id, from_at);
call make_tenant_table('booked_times');

-- One row per place of a class: a place can be had by one booking, and there are only as many as the class has.
create table class_places (
  workspace_id text not null,
  occurrence_id text not null,
  place integer not null check (place > 0),
  booking_id text collate "C" not null,
  primary key (workspace_id, occurrence_id, place),
  unique (workspace_id, booking_id),
  foreign key (workspace_id, booking_id) references bookings on delete cascade
);
call make_tenant_table('class_places');

---------------------------------------------------------------------------------------------- requests

-- Memberships and returns: what a customer asked for and the business's people decide.
create table requests (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  type text not null,
  status text not null,
  data jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
call make_tenant_table('requests');
