-- Workspaces, accounts, keys, limits, idempotency, events, conversations.
--
-- The service works as frontdesk_app, which owns nothing: row-level security shows it the rows of the workspace that
-- its transaction has named, and no others. What must look across workspaces is a function here that runs as the owner.

grant usage on schema public to frontdesk_app;

create function current_workspace() returns text language sql stable
  return current_setting('app.workspace_id', true);

-- For one statement that reads: see workspace-query.ts.
create procedure use_workspace_for_reading(id text) language plpgsql as $$
begin
  perform set_config('app.workspace_id', id, true), set_config('transaction_read_only', 'on', true);
end $$;

-- Every table of a workspace's rows goes through this.
create procedure make_tenant_table(name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('create policy own_workspace on %s using (workspace_id = current_workspace())', name);
  execute format('grant select, insert, update, delete on %s to frontdesk_app', name);
end $$;

-- Instances keep keys and plans in memory; the database itself tells them when a row changes.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('frontdesk_changed', tg_table_name || ':' ||
    (case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0]));
  return null;
end $$;

---------------------------------------------------------------------------------------------- people (better-auth)

create table auth_users (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null default false,
  image text,
  "twoFactorEnabled" boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

create table auth_sessions (
  id text primary key,
  "userId" text not null references auth_users on delete cascade,
  token text not null unique,
  "expiresAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index on auth_sessions ("userId");

create table auth_accounts (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth_users on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index on auth_accounts ("userId");

create table auth_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index on auth_verifications (identifier);

create table auth_two_factors (
  id text primary key,
  secret text not null,
  "backupCodes" text not null,
  "userId" text not null references auth_users on delete cascade,
  verified boolean not null default true,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil" timestamptz
);
create index on auth_two_factors ("userId");

grant select, insert, update, delete
  on auth_users, auth_sessions, auth_accounts, auth_verifications, auth_two_factors to frontdesk_app;

---------------------------------------------------------------------------------------------- workspaces

-- A workspace and its sandbox are two rows: test keys work on the second as if it were another workspace.
create table workspaces (
  id text primary key,
  live_id text not null references workspaces deferrable initially deferred,
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  plan text not null default 'starter' check (plan in ('starter', 'professional', 'business')),
  timezone text not null default 'UTC',
  created_at timestamptz not null default now(),
  unique (live_id, mode),
  check ((mode = 'live') = (id = live_id))
);
alter table workspaces enable row level security;
create policy own_workspace on workspaces using (current_workspace() in (id, live_id));
grant select, insert, update, delete on workspaces to frontdesk_app;
create trigger tell_change after update or delete on workspaces for each row execute function tell_change('live_id');

create table members (
  workspace_id text not null references workspaces on delete cascade,
  user_id text not null references auth_users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'agent', 'read-only')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index on members (user_id);
call make_tenant_table('members');

create table invitations (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  email text not null,
  role text not null check (role in ('admin', 'agent', 'read-only')),
  token_hash bytea not null unique,
  invited_by text references auth_users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
create index on invitations (email);
call make_tenant_table('invitations');

create function workspaces_of(person text) returns table (workspace_id text, name text, plan text, role text)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.id, w.name, w.plan, m.role from members m join workspaces w on w.id = m.workspace_id
  where m.user_id = person order by m.created_at, w.id
$$;

create function find_invitation(hash bytea) returns table (workspace_id text, id text, email text, role text, workspace_name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.workspace_id, i.id, i.email, i.role, w.name from invitations i join workspaces w on w.id = i.workspace_id
  where i.token_hash = hash and i.expires_at > now()
$$;

create function is_invited(address text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from invitations where email = lower(address) and expires_at > now())
$$;

---------------------------------------------------------------------------------------------- keys

create table api_keys (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  name text not null,
  mode text not null check (mode in ('live', 'test')),
  kind text not null check (kind in ('secret', 'publishable')),
  hash bytea not null unique,
  hint text not null,
  scopes text[],
  origins text[],
  created_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (workspace_id, id),
  check ((kind = 'publishable') = (origins is not null))
);
call make_tenant_table('api_keys');
create trigger tell_change after update of scopes, origins, expires_at, revoked_at or delete on api_keys
  for each row execute function tell_change('workspace_id');

create function find_key(wanted bytea) returns table (
  id text, kind text, mode text, scopes text[], origins text[], expires_at timestamptz, revoked_at timestamptz,
  account_id text, workspace_id text, workspace_name text, plan text, timezone text
) language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.kind, k.mode, k.scopes, k.origins, k.expires_at, k.revoked_at, live.id, own.id, live.name, live.plan, own.timezone
  from api_keys k
  join workspaces live on live.id = k.workspace_id
  join workspaces own on own.live_id = live.id and own.mode = k.mode
  where k.hash = wanted
$$;

create function touch_keys(ids text[], times timestamptz[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update api_keys k set last_used_at = greatest(k.last_used_at, t.at)
  from unnest(ids, times) as t (id, at) where k.id = t.id
$$;
create unique index on api_keys (id);

---------------------------------------------------------------------------------------------- limits

-- The minute's window begins with its first call. Hot rows, so updates stay on their page.
create table call_counters (
  workspace_id text primary key references workspaces on delete cascade,
  window_start timestamptz not null,
  window_used integer not null,
  month date not null,
  month_used integer not null
) with (fillfactor = 50);
call make_tenant_table('call_counters');

-- Takes calls for many workspaces at once, each as far as its burst and its month allow; a negative number gives calls
-- back. Unused are calls of a minute gone by that were taken and did not come. Workspaces must come sorted, so that two
-- instances never wait for each other in a circle.
create function take_calls(ids text[], wanted integer[], bursts integer[], months integer[], unused integer[])
returns table (granted integer, window_used integer, window_left_ms integer, month_used integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c call_counters;
  at timestamptz;
  this_month date;
begin
  -- A server that loses power may forget the last half second of counting; waiting for the disk would cost every call.
  perform set_config('synchronous_commit', 'off', true);
  for i in 1 .. array_length(ids, 1) loop
    select * into c from call_counters k where k.workspace_id = ids[i] for update;
    at := clock_timestamp();
    this_month := date_trunc('month', at at time zone 'UTC');
    if c.workspace_id is null then
      insert into call_counters values (ids[i], at, 0, this_month, 0) on conflict do nothing;
      select * into c from call_counters k where k.workspace_id = ids[i] for update;
    end if;
    if at >= c.window_start + interval '1 minute' then
      c.window_start := at;
      c.window_used := 0;
    end if;
    if c.month <> this_month then
      c.month := this_month;
      c.month_used := 0;
    else
      c.month_used := greatest(0, c.month_used - unused[i]);
    end if;
    granted := least(wanted[i], greatest(0, bursts[i] - c.window_used), greatest(0, coalesce(months[i] - c.month_used, wanted[i])));
    c.window_used := greatest(0, c.window_used + granted);
    c.month_used := greatest(0, c.month_used + granted);
    if granted <> 0 or unused[i] <> 0 then
      update call_counters k set window_start = c.window_start, window_used = c.window_used, month = c.month, month_used = c.month_used
      where k.workspace_id = ids[i];
    end if;
    window_used := c.window_used;
    window_left_ms := ceil(extract(epoch from c.window_start + interval '1 minute' - at) * 1000);
    month_used := c.month_used;
    return next;
  end loop;
end $$;

-- A workspace hears once a month that its quota is nearly used, and once that it is.
create table quota_notices (
  workspace_id text not null references workspaces on delete cascade,
  month text not null,
  type text not null,
  primary key (workspace_id, month, type)
);
call make_tenant_table('quota_notices');

-- Sign-up, log-in and reset attempts by address (hashed).
create table attempt_counters (
  address bytea primary key,
  window_start timestamptz not null,
  used integer not null
);
grant select, insert, update, delete on attempt_counters to frontdesk_app;

---------------------------------------------------------------------------------------------- idempotency

create table idempotency_keys (
  workspace_id text not null references workspaces on delete cascade,
  key text not null,
  fingerprint bytea not null,
  claim text not null,
  claimed_until timestamptz not null,
  status integer,
  content_type text,
  body bytea,
  expires_at timestamptz not null default now() + interval '24 hours',
  primary key (workspace_id, key)
);
create index on idempotency_keys (expires_at);
call make_tenant_table('idempotency_keys');

---------------------------------------------------------------------------------------------- events and jobs

create table events (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  type text not null,
  data jsonb not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
call make_tenant_table('events');

-- A job is added in the transaction of the change that it follows from.
create function enqueue(task text, payload json, job_key text default null, run_at timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, job_key => job_key, run_at => run_at);
end $$;

create table job_runners (
  id text primary key,
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on job_runners to frontdesk_app;

create function jobs_waiting() returns table (runners integer, overdue integer)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select
    (select count(*)::integer from job_runners where seen_at > now() - interval '30 seconds'),
    (select count(*)::integer from graphile_worker.jobs
     where run_at < now() - interval '1 minute' and locked_at is null and attempts < max_attempts);
end $$;

create function purge_expired() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  purged integer;
begin
  delete from idempotency_keys where expires_at < now();
  get diagnostics purged = row_count;
  delete from invitations where expires_at < now() - interval '30 days';
  delete from attempt_counters where window_start < now() - interval '1 hour';
  delete from job_runners where seen_at < now() - interval '1 hour';
  delete from auth_sessions where "expiresAt" < now();
  delete from auth_verifications where "expiresAt" < now();
  return purged;
end $$;

---------------------------------------------------------------------------------------------- conversations

create table conversations (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  status text not null default 'open' check (status in ('open', 'handoff', 'resolved')),
  channel text not null,
  business_type text,
  business_name text,
  customer jsonb not null default '{}',
  metadata jsonb not null default '{}',
  episodes jsonb not null default '[]',
  rating integer check (rating between 1 and 5),
  publishable boolean not null default false,
  preview text not null default '',
  message_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
call make_tenant_table('conversations');

create table messages (
  workspace_id text not null,
  id text collate "C" not null,
  conversation_id text collate "C" not null,
  role text not null check (role in ('customer', 'assistant', 'agent')),
  text text not null,
  intent text,
  confidence real,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations on delete cascade
);
create index on messages (workspace_id, conversation_id, id);
call make_tenant_table('messages');
