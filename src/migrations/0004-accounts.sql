-- Limits on what mail an account can cause, and keys that know what they were rotated to.

alter table api_keys add column rotated_to text collate "C";

-- How many invitations a workspace has sent on its latest day of sending, with those since replaced or withdrawn.
create table invitation_days (
  workspace_id text primary key references workspaces on delete cascade,
  day date not null,
  sent integer not null
);
call make_tenant_table('invitation_days');
