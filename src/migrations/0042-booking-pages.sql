-- The public booking page of a business.

-- The names of pages in their addresses. A name stays with its business, so that an old address never leads to another one.
create table booking_page_names (
  workspace_id text not null references workspaces on delete cascade,
  name text collate "C" not null,
  primary key (workspace_id, name)
);
create unique index booking_page_names_name on booking_page_names (name);
call make_tenant_table('booking_page_names');

create table booking_pages (
  workspace_id text primary key references workspaces on delete cascade,
  name text collate "C" not null,
  enabled boolean not null,
  -- What customers cannot book there: names of capabilities, and entries of the document such as `salon.services/cut`.
  hidden text[] not null,
  updated_at timestamptz not null,
  foreign key (workspace_id, name) references booking_page_names
);
call make_tenant_table('booking_pages');

-- Forms that led to a booking: sending one again leads to the same booking.
create table booking_page_forms (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  booking_id text collate "C",
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create index on booking_page_forms (workspace_id, expires_at);
call make_tenant_table('booking_page_forms');

-- A browser comes by the page's name, or by the domain of the business.
create function find_booking_page(wanted_name text, wanted_workspace text)
returns table (workspace_id text, mode text, plan text, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.id, w.mode, w.plan, p.name
  from booking_pages p join workspaces w on w.id = p.workspace_id
  where p.enabled and w.id = coalesce(wanted_workspace,
    (select n.workspace_id from booking_page_names n where n.name = wanted_name))
$$;
