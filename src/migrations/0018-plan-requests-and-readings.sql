-- Owners ask for another plan, and operators of the service decide.

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
