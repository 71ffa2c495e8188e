-- The request log is kept in one partition per day, so that a day that has expired is dropped instead of deleted row by row.
-- Every workspace keeps it for the same time, and everything that reads much of it reads by created_at. Messages and events are
-- not partitioned: docs/decisions/053-growth.md says why.

drop trigger mark_new on request_log;
drop policy own_workspace on request_log;
alter table request_log drop constraint request_log_pkey;
-- The name sorts before those of days.
alter table request_log rename to request_log_00000000;

create table request_log (like request_log_00000000 including defaults, foreign key (workspace_id) references workspaces on delete cascade,
  primary key (workspace_id, id, created_at)) partition by range (created_at);
create index on request_log (workspace_id, created_at);
create index on request_log (workspace_id, id) where status >= 400;
create index on request_log (workspace_id, actor, id);
create index on request_log (workspace_id, request_id);
create index on request_log using brin (logged_at);
call make_tenant_table('request_log');
create trigger mark_new after insert on request_log
  referencing new table as new_rows for each statement execute function mark_new_rows();

-- For times without a partition: nothing is lost if the job that adds them did not run, or if a clock is wrong.
create table request_log_other partition of request_log default;
call make_tenant_table('request_log_other');

-- A day is one of UTC.
create function request_log_name(day timestamptz) returns text language sql stable
  return 'request_log_' || to_char(day at time zone 'UTC', 'YYYYMMDD');

-- Adds what is missing from today on. Rows that have come for such a day are moved there. One that came in between would keep
-- the day from being attached, so none comes.
create function prepare_request_log() returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  today constant timestamptz := date_trunc('day', now(), 'UTC');
  day timestamptz;
  name text;
begin
  for day in select today + make_interval(days => n) from generate_series(0, 3) as n loop
    name := request_log_name(day);
    continue when to_regclass(name) is not null;
    execute format('create table %I (like request_log including defaults)', name);
    call make_tenant_table(name::regclass);
    lock table request_log_other in share row exclusive mode;
    execute format('with moved as (delete from request_log_other where created_at >= $1 and created_at < $2 returning *)
      insert into %I select * from moved', name) using day, day + interval '1 day';
    execute format('alter table request_log attach partition %I for values from (%L) to (%L)', name, day, day + interval '1 day');
  end loop;
end $$;

-- What there is already becomes the partition of the days before today. Later rows, at most a day's, go where they belong.
create function facts_of_call(r request_log) returns table (part boolean, name text, value bigint)
language sql immutable as $$
  select false, 'apiCalls', 1::bigint
  where r.actor like 'key\_%' and r.status not in (401, 403, 429) and r.status < 500
  union all select true, 'call:' || r.method || ' ' || r.route || ' ' || r.status, 1 where r.actor like 'key\_%'
  union all select true, 'latency:' || floor(8 * ln(greatest(r.ms, 0.01)::float8) / ln(2::float8))::integer, 1
  where r.actor like 'key\_%'
$$;
drop function facts_of_call(request_log_00000000);

do $$
declare
  today constant timestamptz := date_trunc('day', now(), 'UTC');
begin
  with moved as (delete from request_log_00000000 where created_at >= today returning *)
  insert into request_log_other select * from moved;
  if exists (select from request_log_00000000) then
    call make_tenant_table('request_log_00000000');
    execute format('alter table request_log attach partition request_log_00000000 for values from (minvalue) to (%L)', today);
  else
    drop table request_log_00000000;
  end if;
  perform prepare_request_log();
end $$;

-- Takes a query for the requests that go. What they count for is kept, so that nothing that is counted changes.
create function keep_calls(gone text) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  counted integer;
begin
  execute format('
    with gone (request) as (%s), facts as (
      select (g.request).workspace_id, quarter_of((g.request).created_at) as at, f.part, f.name, sum(f.value)::bigint as value
      from gone g cross join lateral facts_of_call(g.request) f group by 1, 2, 3, 4
    ), kept as (
      insert into analytics_calls
      select workspace_id, at, coalesce(jsonb_object_agg(name, value) filter (where not part), ''{}''),
        coalesce(jsonb_object_agg(name, value) filter (where part), ''{}'')
      from facts group by 1, 2
      on conflict (workspace_id, at) do update set counts = add_counts(analytics_calls.counts, excluded.counts),
        parts = add_counts(analytics_calls.parts, excluded.parts)
    )
    select count(*) from gone', gone) into counted;
  return counted;
end $$;

-- Called until it answers 0, with a transaction per call. First go, row by row, the requests of workspaces that keep them for less
-- than the operator: they do not wait for days to be dropped, which may fail. Then a day per call, a partition in which every row
-- has expired, is dropped. What is left a day later, such as in a partition without a day, goes row by row.
create or replace function purge_request_log(days integer) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  cutoff constant timestamptz := now() - make_interval(days => days);
  removal constant text := 'delete from request_log r using workspaces w where w.id = r.workspace_id and %s returning r';
  expired text;
  is_needed boolean;
  purged integer;
begin
  purged := keep_calls(format(removal, format('
    w.retention_days < %s and r.logged_at < now() - make_interval(days => w.retention_days)
    and r.logged_at < now() - make_interval(days => (select min(retention_days) from workspaces))', days)));
  if purged > 0 then return purged; end if;
  for expired in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'request_log'::regclass and c.relname < request_log_name(cutoff) order by 1 loop
    execute format('select exists (select from %I where logged_at >= $1)', expired) into is_needed using cutoff;
    continue when is_needed;
    purged := keep_calls(format('select p::request_log from %I p', expired));
    execute format('drop table %I', expired);
    return greatest(purged, 1);
  end loop;
  return keep_calls(format(removal, format('r.logged_at < now() - make_interval(days => %s)', days + 1)));
end $$;
