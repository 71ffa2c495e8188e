-- What the assistant knows from texts, files and websites.

create table knowledge (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  kind text not null check (kind in ('text', 'file', 'website')),
  title text not null,
  url text check ((url is not null) = (kind = 'website')),
  status text not null default 'reading' check (status in ('reading', 'ready', 'failed')),
  -- Why it failed, or could not be read again, for a person.
  reason text,
  pages_found integer not null default 0,
  pages_read integer not null default 0,
  passages integer not null default 0,
  -- What was sent, until it is read.
  media text,
  content bytea,
  created_at timestamptz not null,
  -- When its passages last changed or were found unchanged.
  read_at timestamptz,
  read_again_at timestamptz,
  primary key (workspace_id, id)
);
create index on knowledge (read_again_at) where read_again_at is not null;
call make_tenant_table('knowledge');
-- Instances hold the passages in memory. Progress is told to nobody.
create trigger tell_change after update of read_at or delete on knowledge
  for each row execute function tell_change('workspace_id');

-- A text or a file is one page, without an address. A site's page that has not changed is not read again: its links and
-- passages are here.
create table knowledge_pages (
  workspace_id text not null,
  knowledge_id text collate "C" not null,
  url text collate "C" not null,
  title text not null,
  etag text,
  modified text,
  hash bytea not null,
  links text[] not null,
  primary key (workspace_id, knowledge_id, url),
  foreign key (workspace_id, knowledge_id) references knowledge on delete cascade
);
call make_tenant_table('knowledge_pages');

-- A vector has one byte a number: all are of unit length.
create table knowledge_passages (
  workspace_id text not null,
  knowledge_id text collate "C" not null,
  url text collate "C" not null,
  position integer not null,
  heading text not null,
  text text not null,
  vector bytea not null check (length(vector) = 384),
  primary key (workspace_id, knowledge_id, url, position),
  foreign key (workspace_id, knowledge_id, url) references knowledge_pages on delete cascade
);
call make_tenant_table('knowledge_passages');

-- A workspace's sources are read one after another, and at most three at a time over all workspaces: reading takes
-- minutes, and mail must not wait for it.
create function add_reading(workspace text, knowledge_id text) returns void language sql as $$
  select graphile_worker.add_job('knowledge.read', json_build_object('workspaceId', workspace, 'id', knowledge_id),
    queue_name => 'knowledge ' || abs(hashtext(workspace) % 3), job_key => 'knowledge ' || knowledge_id)
$$;

create function enqueue_reading(knowledge_id text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select add_reading(current_workspace(), knowledge_id)
$$;

-- Websites whose time has come to be read again.
create function enqueue_due_readings() returns void
language sql security definer set search_path = public, pg_temp as $$
  with due as (update knowledge set read_again_at = null where read_again_at <= now() returning workspace_id, id)
  select add_reading(workspace_id, id) from due
$$;

-- A gap that somebody has answered is one again only where it is asked in vain afterwards.
alter table analytics_gaps add column answered_at timestamptz;
