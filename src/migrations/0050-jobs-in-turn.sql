---------------------------------------------------------------------------------------- workspaces take turns

-- Beside the functions of 0023, job_turn and its index access graphile-worker's own table, to count jobs by what they carry.

create index jobs_by_workspace on graphile_worker._private_jobs ((payload ->> 'workspaceId'), task_id, priority, run_at)
  where is_available;

-- graphile-worker takes jobs in the order of their priority. It is the number of a turn, in which each workspace has four jobs
-- of a task: a turn after those that wait already, and none before the one that is being worked on. Only jobs that are due count.
-- Those that are planned for later have priority 0, so each count looks at that priority and at the others apart: one index
-- condition would read all that are planned. A plan that was made while few jobs waited would read all of them, too. The
-- collation is that of the index; a parameter has that of what it is called with.
create function job_turn(task text, workspace text) returns integer
language plpgsql set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  wanted_task constant integer := (select id from graphile_worker._private_tasks where identifier = task);
  -- Those that wait already: up to four of the last turns.
  waiting integer[];
  turn integer := 0;
begin
  waiting := array(
    select priority from graphile_worker._private_jobs
    where is_available and payload ->> 'workspaceId' = workspace collate "default" and task_id = wanted_task
      and priority > 0 and run_at <= now() order by priority desc limit 4
  ) || array(
    select priority from graphile_worker._private_jobs
    where is_available and payload ->> 'workspaceId' = workspace collate "default" and task_id = wanted_task
      and priority = 0 and run_at <= now() limit 4
  );
  if not exists (select from graphile_worker._private_jobs where is_available and priority = 0 and run_at <= now()) then
    turn := (select priority from graphile_worker._private_jobs where is_available and priority > 0 and run_at <= now()
      order by priority, run_at limit 1);
  end if;
  return least(32767, greatest(0, turn, waiting[4] + 1));
end $$;

-- What belongs to no workspace goes first, and so does what is planned for later when its time comes.
create or replace function enqueue(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if task = 'mail.send' and current_workspace() <> '' then
    payload := (payload::jsonb || jsonb_build_object('workspaceId', current_workspace()))::json;
  end if;
  perform graphile_worker.add_job(task, payload, job_key => job_key, run_at => run_at,
    priority => case when payload ->> 'workspaceId' is null or run_at > now() then 0
      else job_turn(task, payload ->> 'workspaceId') end);
end $$;

---------------------------------------------------------------------------------------- runners that come back

-- A sign of life. Answers whether the runner is still known: one that others have declared dead may live, if it was cut off or
-- stood still. One that renews is not added again.
drop function keep_runner(text, text[]);
create function keep_runner(runner text, names text[], lease interval default '30 seconds', renews boolean default false)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before timestamptz;
  -- Not that of the transaction, which may have begun before another's sign of life.
  moment timestamptz;
  dead text[];
  is_known boolean;
begin
  select at into before from job_clock for update;
  moment := clock_timestamp();
  if moment < before - interval '1 second' then perform mend_times(); end if;
  update job_clock set at = moment, steady_since = case
    when moment between before - interval '1 second' and before + interval '5 minutes' then steady_since else moment end;
  -- If nobody was heard of for a while, the database was away, which says nothing about the runners.
  if moment > before + lease / 2 then update job_runners set seen_at = moment; end if;
  update job_runners set seen_at = moment, lockers = names where id = runner;
  is_known := found;
  if not renews and not is_known then
    insert into job_runners (id, seen_at, lockers) values (runner, moment, names);
    is_known := true;
  end if;
  with gone as (delete from job_runners where seen_at < moment - lease returning lockers)
  select array_agg(name) into dead from gone, unnest(lockers) as name;
  if dead is not null then
    perform graphile_worker.force_unlock_workers(dead);
  end if;
  return is_known;
end $$;
