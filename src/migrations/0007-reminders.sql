-- Reminders before a booking, who does not want any, and what customers have said themselves.

---------------------------------------------------------------------------------------------- bookings

-- `confirmed_at`: the customer has said that they will come. `settled_at`: since when the booking stands at its time; of
-- reminders that would have been due before that, none is sent.
alter table bookings add column confirmed_at timestamptz, add column settled_at timestamptz;
update bookings set settled_at = created_at;
alter table bookings alter column settled_at set not null;

create function settle_booking() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.settled_at := coalesce(new.settled_at, new.created_at);
  elsif new.starts_at <> old.starts_at or (new.status = 'confirmed' and old.status <> 'confirmed') then
    new.settled_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger settle_booking before insert or update of starts_at, status on bookings
  for each row execute function settle_booking();

-- Those to come, of every workspace.
create index on bookings (starts_at) where status = 'confirmed';
create index on bookings (workspace_id, industry, starts_at) where status = 'waitlisted';

---------------------------------------------------------------------------------------------- reminders

-- What the newest document says, kept by the database itself where it can be joined.
create table reminder_rules (
  workspace_id text not null references workspaces on delete cascade,
  before_minutes integer not null check (before_minutes > 0),
  since timestamptz not null,
  primary key (workspace_id, before_minutes)
);
call make_tenant_table('reminder_rules');

-- A day before, unless the document says otherwise.
create function reminders_in(document json) returns integer[] language sql immutable
  return case when document #> '{booking,reminders}' is null then '{1440}'::integer[]
    else array(select (rule ->> 'beforeMinutes')::integer from json_array_elements(document #> '{booking,reminders}') as rule) end;

create function keep_reminder_rules() returns trigger language plpgsql as $$
declare
  wanted integer[];
begin
  select reminders_in(document) into wanted from business_versions
  where workspace_id = new.workspace_id order by version desc limit 1;
  delete from reminder_rules where workspace_id = new.workspace_id and before_minutes <> all (wanted);
  insert into reminder_rules select new.workspace_id, unnest(wanted), new.created_at on conflict do nothing;
  return null;
end $$;
create trigger keep_reminder_rules after insert on business_versions for each row execute function keep_reminder_rules();

insert into reminder_rules
  select workspace_id, unnest(reminders_in(document)), now()
  from (select distinct on (workspace_id) workspace_id, document from business_versions order by workspace_id, version desc) as newest;

-- The row is written with the event and the job that mails it, so each reminder goes out once, whoever else looks.
create table reminders_sent (
  workspace_id text not null,
  booking_id text collate "C" not null,
  starts_at timestamptz not null,
  before_minutes integer not null,
  sent_at timestamptz not null,
  primary key (workspace_id, booking_id, starts_at, before_minutes),
  foreign key (workspace_id, booking_id) references bookings on delete cascade
);
call make_tenant_table('reminders_sent');

-- Of several that are due for a booking only the latest: after an outage nobody is reminded twice at once.
create function due_reminders(at timestamptz, after_workspace text, after_booking text, most integer)
returns table (workspace_id text, booking_id text, starts_at timestamptz, before_minutes integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select b.workspace_id, b.id, b.starts_at, min(r.before_minutes)
  from bookings b join reminder_rules r on r.workspace_id = b.workspace_id
  where b.status = 'confirmed' and b.starts_at > at
    and b.starts_at <= at + make_interval(mins => r.before_minutes)
    and b.starts_at - make_interval(mins => r.before_minutes) >= greatest(b.settled_at, r.since)
    and (b.workspace_id, b.id) > (after_workspace, after_booking)
    and not exists (
      select from reminders_sent s
      where s.workspace_id = b.workspace_id and s.booking_id = b.id and s.starts_at = b.starts_at
        and s.before_minutes <= r.before_minutes)
  group by b.workspace_id, b.id, b.starts_at order by b.workspace_id, b.id limit most
$$;

-- Signs the links in a workspace's mails and hashes addresses; wrapped with the master key.
create table mail_keys (
  workspace_id text not null references workspaces on delete cascade,
  version integer not null,
  wrapped bytea not null,
  primary key (workspace_id, version)
);
call make_tenant_table('mail_keys');

-- Who wants no reminders of this business, by keyed hashes of their addresses.
create table reminder_refusals (
  workspace_id text not null references workspaces on delete cascade,
  address bytea not null,
  created_at timestamptz not null,
  primary key (workspace_id, address)
);
call make_tenant_table('reminder_refusals');

---------------------------------------------------------------------------------------------- jobs

-- Under which names a runner locks its jobs: those of a dead one would stay locked for four hours.
alter table job_runners add column lockers text[] not null default '{}';

-- A runner's sign of life. Jobs of runners that have given none for a while are free again, and so tried again.
create function keep_runner(runner text, names text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dead text[];
begin
  insert into job_runners (id, lockers) values (runner, names)
    on conflict (id) do update set seen_at = now(), lockers = names;
  with gone as (delete from job_runners where seen_at < now() - interval '30 seconds' returning lockers)
  select array_agg(name) into dead from gone, unnest(lockers) as name;
  if dead is not null then
    perform graphile_worker.force_unlock_workers(dead);
  end if;
end $$;
