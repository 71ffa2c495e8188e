-- A workspace's own provider of language models. The key is sealed, and shown to nobody.
create table model_providers (
  workspace_id text primary key references workspaces on delete cascade,
  provider text not null check (provider in ('openai', 'anthropic', 'google')),
  base_url text,
  sealed bytea not null,
  -- The key's last characters, by which its owner knows it.
  hint text not null,
  updated_at timestamptz not null
);
call make_tenant_table('model_providers');

-- A sandbox without one of its own is answered by that of the live workspace, so that it can be tried there.
create function model_provider_of_workspace() returns setof model_providers
language sql stable security definer set search_path = public, pg_temp as $$
  select p.* from workspaces w join model_providers p on p.workspace_id in (w.id, w.live_id)
  where w.id = current_workspace() order by p.workspace_id = w.id desc limit 1
$$;

-- What models have cost a workspace, in millionths of a US dollar, by the calendar month in UTC.
create table model_months (
  workspace_id text not null references workspaces on delete cascade,
  month date not null,
  replies integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost bigint not null,
  primary key (workspace_id, month)
);
call make_tenant_table('model_months');

-- A model is answering until then: the next message waits. What its answers have cost in all, in millionths of a dollar.
alter table conversations add column answering_until timestamptz, add column model_cost integer not null default 0;
