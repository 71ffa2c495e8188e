-- Private links to calendars. A link is signed with its number, so a new number ends the old link. No row means 0.
create table calendar_feeds (
  workspace_id text not null references workspaces on delete cascade,
  -- Of a person, a table or the like, as in booked_times; empty for the whole business.
  resource_id text not null,
  link_number integer not null,
  primary key (workspace_id, resource_id)
);
call make_tenant_table('calendar_feeds');
