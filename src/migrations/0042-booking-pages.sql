-- The public booking page of a business.

create table booking_pages (
  workspace_id text primary key references workspaces on delete cascade,
  enabled boolean not null,
  -- What customers cannot book there: names of capabilities, and entries of the document such as `salon.services/cut`.
  hidden text[] not null,
  updated_at timestamptz not null
);
call make_tenant_table('booking_pages');

-- The names of the page in its address. A name stays with its business, so that an old address never leads to another one.
-- The one chosen last is current.
create table booking_page_names (
  workspace_id text not null references workspaces on delete cascade,
  name text collate "C" not null,
  chosen_at timestamptz not null,
  primary key (workspace_id, name)
);
create unique index booking_page_names_name on booking_page_names (name);
call make_tenant_table('booking_page_names');

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
  select w.id, w.mode, w.plan, (
    select n.name from booking_page_names n where n.workspace_id = w.id order by n.chosen_at desc, n.name limit 1)
  from booking_pages p join workspaces w on w.id = p.workspace_id
  where p.enabled and w.id = coalesce(wanted_workspace,
    (select n.workspace_id from booking_page_names n where n.name = wanted_name))
$$;
