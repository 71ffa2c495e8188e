-- Channels that are asked for new messages instead of calling us, such as mailboxes, and our own mail listener.

alter table channel_connections
  -- How far it has been read. Only its channel knows what it means.
  add column poll_state jsonb not null default '{}',
  -- It is being read, or has failed: not before then.
  add column poll_after timestamptz,
  -- Why it cannot be read, in words for the owner.
  add column poll_error text;

create function channels_to_poll(kinds text[]) returns table (workspace_id text, id text, kind text, settings jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.workspace_id, c.id, c.kind, c.settings from channel_connections c
  where c.kind = any (kinds) and c.status = 'active' and (c.poll_after is null or c.poll_after <= clock_timestamp())
$$;

-- A mail names only the address that it is for. Nobody can take the mails of an address by connecting it a second time: an
-- address that two workspaces have connected is known by the connection's ID alone, as in chn_…@mail.example.com.
create function connections_of_address(wanted_kind text, wanted text)
returns table (workspace_id text, id text)
language sql stable security definer set search_path = public, pg_temp as $$
  with matching as (
    select c.workspace_id, c.id, count(*) over () as total, c.id = split_part(lower(wanted), '@', 1) as is_by_id
    from channel_connections c
    where c.kind = wanted_kind and c.status = 'active'
      and (lower(c.address) = lower(wanted) or c.id = split_part(lower(wanted), '@', 1))
  )
  select m.workspace_id, m.id from matching m where m.is_by_id or m.total = 1
$$;
