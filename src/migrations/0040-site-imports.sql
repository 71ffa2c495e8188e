-- What was read on the website of a business, or in a PDF, for its owner to accept.
create table site_imports (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  -- An address, or the name of a file.
  url text,
  file_name text,
  status text not null default 'reading' check (status in ('reading', 'ready', 'failed')),
  -- Why it failed, for a person.
  reason text,
  pages_read integer not null default 0,
  pages_found integer not null default 0,
  -- The file, until it is read.
  content bytea,
  proposals jsonb not null default '[]',
  notes jsonb not null default '[]',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  check ((url is null) <> (file_name is null))
);
create index on site_imports (expires_at);
call make_tenant_table('site_imports');

create function delete_expired_site_imports() returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from site_imports where expires_at <= now()
$$;
