-- Pictures that a business has uploaded for its widget.

create table pictures (
  workspace_id text not null references workspaces on delete cascade,
  -- A hash of the workspace and the content: the same picture of another workspace has another address.
  id text collate "C" not null unique,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (length(content) <= 524288),
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
call make_tenant_table('pictures');

-- Customers' browsers ask for a picture by its address alone.
create function find_picture(wanted text) returns table (type text, content bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.type, p.content from pictures p where p.id = wanted
$$;
