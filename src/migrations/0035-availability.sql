-- How the service did, minute by minute, for its status page. It belongs to no workspace and says nothing about any.

-- One bit for each minute of a day in UTC. `up`: an instance recorded that the component works. `slow`: one recorded that it
-- works badly, or not at all. A minute that nobody recorded is down.
create table service_days (
  day date not null,
  component text not null,
  up bit(1440) not null,
  slow bit(1440) not null,
  primary key (day, component)
) with (fillfactor = 50);
grant select, insert, update, delete on service_days to frontdesk_app;

-- Instances add to each other's records: what works on one of them is up.
create function record_minute(components text[], are_up boolean[], are_slow boolean[]) returns void language sql as $$
  insert into service_days as recorded (day, component, up, slow)
  select (now() at time zone 'UTC')::date, c.component,
    set_bit(repeat('0', 1440)::bit(1440), minute, c.is_up::integer),
    set_bit(repeat('0', 1440)::bit(1440), minute, c.is_slow::integer)
  from unnest(components, are_up, are_slow) as c (component, is_up, is_slow),
    lateral (select extract(epoch from now())::bigint / 60 % 1440) as t (total),
    lateral (select t.total::integer) as m (minute)
  on conflict (day, component) do update set up = recorded.up | excluded.up, slow = recorded.slow | excluded.slow
$$;

-- Messages of channels that no job has taken up in time. What a provider refuses is its own fault, and is tried again.
create function overdue_channel_messages() returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select (select count(*) from channel_incoming
      where done_at is null and attempts = 0 and received_at < now() - interval '1 minute')::integer
    + (select count(*) from channel_outgoing
      where status = 'pending' and attempts = 0 and created_at < now() - interval '1 minute')::integer
$$;
