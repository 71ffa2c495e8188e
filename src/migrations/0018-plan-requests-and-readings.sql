-- Owners ask for another plan, and operators of the service decide. And workspaces take turns at being read.

---------------------------------------------------------------------------------------------- plans

-- Accounts that decide for the service. The command line names them, as the database's owner: the service can only look.
create table operators (
  user_id text primary key references auth_users on delete cascade,
  added_at timestamptz not null default now()
);
grant select on operators to frontdesk_app;

create table plan_requests (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null unique,
  plan text not null check (plan in ('starter', 'professional', 'business')),
  note text,
  status text not null default 'open' check (status in ('open', 'granted', 'declined', 'withdrawn')),
  -- Why it was declined, for the owner.
  reason text,
  asked_by text references auth_users on delete set null,
  decided_by text references auth_users on delete set null,
  created_at timestamptz not null,
  decided_at timestamptz check ((decided_at is null) = (status = 'open')),
  primary key (workspace_id, id)
);
create unique index on plan_requests (workspace_id) where status = 'open';
create index on plan_requests (status, id);
call make_tenant_table('plan_requests');

-- What an operator sees of workspaces: who asks for which plan, what they have and how much they use. Nobody else sees
-- anything.
create function plan_requests_for(person text, states text[], most integer, before text default null, only_id text default null)
returns table (workspace_id text, id text, plan text, note text, status text, reason text, created_at timestamptz,
  decided_at timestamptz, name text, current_plan text, since timestamptz, used integer, asker_name text,
  asker_email text, decider_name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.workspace_id, r.id, r.plan, r.note, r.status, r.reason, r.created_at, r.decided_at, w.name, w.plan,
    w.created_at, coalesce(c.month_used, 0), asker.name, asker.email, decider.name
  from plan_requests r join workspaces w on w.id = r.workspace_id
  left join call_counters c on c.workspace_id = w.id and c.month = date_trunc('month', now() at time zone 'UTC')
  left join auth_users asker on asker.id = r.asked_by
  left join auth_users decider on decider.id = r.decided_by
  where exists (select from operators o where o.user_id = person) and r.status = any(states)
    and (before is null or r.id < before) and (only_id is null or r.id = only_id)
  order by r.id desc limit most
$$;

---------------------------------------------------------------------------------------------- reading

-- A workspace's sources are read one after another. What it adds while others of its own wait goes behind the first of
-- every other workspace: there were three lines for all, in which one waited for whatever somebody else had added.
create or replace function add_reading(workspace text, knowledge_id text) returns void language sql as $$
  select graphile_worker.add_job('knowledge.read', json_build_object('workspaceId', workspace, 'id', knowledge_id),
    queue_name => 'knowledge ' || workspace, job_key => 'knowledge ' || knowledge_id,
    priority => (
      select least(count(*), 1000)::integer from graphile_worker._private_jobs j
      join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where q.queue_name = 'knowledge ' || workspace))
$$;
