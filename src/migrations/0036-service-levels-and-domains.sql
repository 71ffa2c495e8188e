-- How soon the team answers and resolves what was handed off to it, and the domains of businesses with their own brand.

---------------------------------------------------------------------------------------------- service levels

-- Targets in minutes by channel; `default` is for the channels without their own. `hours`: whether the time counts only while
-- the business is open.
create table service_levels (
  workspace_id text primary key references workspaces on delete cascade,
  hours text not null check (hours in ('opening', 'always')),
  targets jsonb not null,
  updated_at timestamptz not null
);
call make_tenant_table('service_levels');

-- One row for each handoff and target. `due_at` follows from the opening hours and is set by a job. Only ids and times, so
-- decided ones stay when their conversation is deleted, and the figures do not change.
create table service_level_clocks (
  workspace_id text not null references workspaces on delete cascade,
  conversation_id text collate "C" not null,
  kind text not null check (kind in ('first_response', 'resolution')),
  started_at timestamptz not null,
  channel text not null,
  due_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('met', 'missed')),
  primary key (workspace_id, conversation_id, kind, started_at),
  check (outcome is null or due_at is not null)
);
create index on service_level_clocks (workspace_id, due_at, conversation_id) where ended_at is null and due_at is not null;
create index on service_level_clocks (workspace_id, started_at) where outcome is not null;
create index on service_level_clocks (workspace_id) where outcome is null;
call make_tenant_table('service_level_clocks');
create trigger tell_team after update of due_at, outcome on service_level_clocks
  for each row execute function tell_team('conversations', 'conversation_id');

create function refresh_service_levels(workspace text) returns void language sql as $$
  select enqueue('service-levels.refresh', json_build_object('workspaceId', workspace), 'service levels ' || workspace)
$$;

-- A handoff starts the clocks. A person's first reply ends the first, and leaving the handoff ends both. Somebody who takes a
-- conversation over keeps nobody waiting, so there only the resolution counts.
create function run_service_level_clocks() returns trigger language plpgsql as $$
begin
  if not exists (select from service_levels where workspace_id = new.workspace_id) then
    return null;
  end if;
  if new.status = 'handoff' and (tg_op = 'INSERT' or old.status <> 'handoff') then
    insert into service_level_clocks (workspace_id, conversation_id, kind, started_at, channel)
    select new.workspace_id, new.id, kind, coalesce(new.waiting_since, new.person_joined_at, new.updated_at), new.channel
    from unnest(array['first_response', 'resolution']) as kind
    where kind = 'resolution' or new.waiting_since is not null
    on conflict do nothing;
  else
    update service_level_clocks set ended_at = case when new.status = 'handoff' then new.person_joined_at else new.updated_at end
    where workspace_id = new.workspace_id and conversation_id = new.id and ended_at is null
      and (new.status <> 'handoff' or (kind = 'first_response' and new.person_joined_at is not null));
  end if;
  perform refresh_service_levels(new.workspace_id);
  return null;
end $$;
create trigger start_service_level_clocks after insert on conversations
  for each row when (new.status = 'handoff') execute function run_service_level_clocks();
create trigger run_service_level_clocks after update of status, person_joined_at on conversations
  for each row when (old.status <> new.status or old.person_joined_at is distinct from new.person_joined_at)
  execute function run_service_level_clocks();

-- Nobody can answer a deleted conversation any more.
create function drop_service_level_clocks() returns trigger language plpgsql as $$
begin
  delete from service_level_clocks
  where workspace_id = old.workspace_id and conversation_id = old.id and outcome is null;
  return null;
end $$;
create trigger drop_service_level_clocks after delete on conversations
  for each row execute function drop_service_level_clocks();

-- Other opening hours, other due times.
create function refresh_service_levels_of_business() returns trigger language plpgsql as $$
begin
  if exists (select from service_levels where workspace_id = new.workspace_id) then
    update service_level_clocks set due_at = null where workspace_id = new.workspace_id and outcome is null;
    perform refresh_service_levels(new.workspace_id);
  end if;
  return null;
end $$;
create trigger refresh_service_levels after insert on business_versions
  for each row execute function refresh_service_levels_of_business();

-- The workspaces with clocks to decide.
create function workspaces_with_due_service_levels(at timestamptz) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct workspace_id from service_level_clocks
  where outcome is null and (due_at is null or due_at <= at or ended_at is not null)
$$;

---------------------------------------------------------------------------------------------- domains

-- The domain that a business wants for its pages and links. It is used only once its DNS has the token.
create table brand_domains (
  workspace_id text primary key references workspaces on delete cascade,
  domain text not null,
  token text not null,
  verified_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null
);
create unique index brand_domains_verified on brand_domains (domain) where verified_at is not null;
call make_tenant_table('brand_domains');

-- A browser comes by the domain alone. The brand is part of the business's document.
create function brand_of_domain(wanted text)
returns table (workspace_id text, plan text, name text, brand json)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.id, w.plan, coalesce(v.document ->> 'name', w.name), v.document -> 'brand'
  from brand_domains d join workspaces w on w.id = d.workspace_id
    left join lateral (select b.document from business_versions b
      where b.workspace_id = w.id order by b.version desc limit 1) as v on true
  where d.domain = wanted and d.verified_at is not null
$$;

-- All proven domains, to look at their DNS again.
create function verified_domains() returns table (workspace_id text, domain text, token text)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.workspace_id, d.domain, d.token from brand_domains d where d.verified_at is not null
$$;
