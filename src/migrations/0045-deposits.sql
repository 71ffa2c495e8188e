-- Deposits: bookings that are held until they are paid for, their payments, and the connection to the payment provider.

alter table bookings drop constraint bookings_status_check;
alter table bookings add constraint bookings_status_check check (status in
  ('confirmed', 'awaiting_payment', 'waitlisted', 'offered', 'cancelled', 'completed', 'no_show'));
-- What the booking's payment says, kept by the database so that no reader of bookings has to look for it.
alter table bookings add column deposit jsonb;

create table payment_connections (
  workspace_id text primary key references workspaces on delete cascade,
  id text collate "C" not null,
  -- The account at the provider, and what its owner calls it.
  account text not null,
  account_name text,
  -- The key and the secret that signs webhooks, encrypted.
  secrets bytea not null,
  endpoint_id text not null,
  -- The latest failure in words for the owner. A success clears it.
  last_error text,
  last_event_at timestamptz,
  created_at timestamptz not null
);
create unique index on payment_connections (id);
call make_tenant_table('payment_connections');

-- The provider calls us without a key: the workspace is that of the connection in the address.
create function workspace_of_payment_connection(connection text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select workspace_id from payment_connections where id = connection
$$;

create table payments (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  booking_id text collate "C" not null,
  -- In the currency's minor unit.
  amount integer not null check (amount > 0),
  currency text not null,
  mode text not null check (mode in ('charge', 'hold')),
  refund_until_hours integer not null check (refund_until_hours >= 0),
  -- What is known, and the state that follows from it.
  facts jsonb not null default '{}',
  status text not null,
  -- Until when the booking is held for it, and where the customer pays.
  pay_by timestamptz not null,
  url text,
  -- Each attempt to open a checkout has its own idempotency key and end.
  attempt integer not null default 0,
  checkout_ends_at timestamptz,
  account text,
  session_id text,
  session_url text,
  intent_id text,
  -- Why the provider has not done what was asked of it, in words for the team.
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, booking_id),
  foreign key (workspace_id, booking_id) references bookings on delete cascade
);
create index on payments (workspace_id, intent_id) where intent_id is not null;
call make_tenant_table('payments');

create function keep_deposit() returns trigger language plpgsql as $$
begin
  update bookings set deposit = jsonb_strip_nulls(jsonb_build_object(
    'id', new.id, 'amount', new.amount, 'currency', new.currency, 'mode', new.mode, 'status', new.status,
    'refundUntilHours', new.refund_until_hours, 'payBy', new.pay_by, 'url', new.url,
    'refunded', new.facts -> 'refunded', 'lapsed', new.facts -> 'lapsed', 'error', new.error))
  where workspace_id = new.workspace_id and id = new.booking_id;
  return null;
end $$;
create trigger keep_deposit after insert or update on payments for each row execute function keep_deposit();

-- What the provider told us: each of its events counts once. Only ids and states, nothing about the payer.
create table payment_events (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  type text not null,
  signal jsonb not null,
  received_at timestamptz not null,
  done_at timestamptz,
  primary key (workspace_id, id)
);
create index on payment_events (workspace_id, received_at);
call make_tenant_table('payment_events');

---------------------------------------------------------------------------------------------- analytics

-- What nobody has paid for is not booked, and does not count.
create or replace function analytics_facts_of_rows(since timestamptz, until timestamptz)
returns table (at timestamptz, channel text, industry text, counts jsonb, parts jsonb)
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  own constant text := current_workspace();
begin
  return query
  with happened as (
    select e.type, e.occurred_at as at, c.id, c.channel, coalesce(c.business_type, '') as industry,
      coalesce(ep.began, c.created_at) as began,
      coalesce(ep.reopened < e.occurred_at + interval '7 days', false) as reopened
    from events e
    join conversations c on c.workspace_id = own and c.id = (e.data ->> 'id') collate "C"
    left join lateral (
      select (x.episode ->> 'startedAt')::timestamptz as began,
        (c.episodes -> x.n::integer ->> 'startedAt')::timestamptz as reopened
      from jsonb_array_elements(c.episodes) with ordinality as x (episode, n)
      where (x.episode ->> 'resolvedAt')::timestamptz = e.occurred_at order by x.n desc limit 1
    ) ep on true
    where e.workspace_id = own and e.occurred_at >= since and e.occurred_at < until
      and e.type in ('conversation.handoff', 'conversation.resolved')
  ), resolutions as (
    select h.*, not exists (select from messages m where m.workspace_id = own and m.conversation_id = h.id
        and m.role = 'agent' and m.created_at between h.began and h.at)
      and not exists (select from events e where e.workspace_id = own and (e.data ->> 'id') collate "C" = h.id
        and e.type = 'conversation.handoff' and e.occurred_at between h.began and h.at) as alone
    from happened h where h.type = 'conversation.resolved'
  ), handoffs as (
    select h.*, coalesce((select m.intent from messages m where m.workspace_id = own and m.conversation_id = h.id
        and m.role = 'customer' and m.created_at = h.at order by m.id desc limit 1), 'requested') as reason,
      (select min(m.created_at) from messages m where m.workspace_id = own and m.conversation_id = h.id
        and m.role = 'agent' and m.created_at >= h.at) - h.at as waited
    from happened h where h.type = 'conversation.handoff'
  ), said as (
    select m.id, m.conversation_id, m.created_at, m.role, m.intent, m.details, c.channel, coalesce(c.business_type, '') as industry
    from messages m join conversations c on c.workspace_id = own and c.id = m.conversation_id
    where m.workspace_id = own and m.created_at >= since and m.created_at < until
  ), first_asked as (
    select s.created_at, s.channel, s.industry from said s
    where s.details #>> '{usage,latencyMs}' is not null and not exists (select from messages m
      where m.workspace_id = own and m.conversation_id = s.conversation_id and m.id < s.id
        and m.details #>> '{usage,latencyMs}' is not null)
  ), begun as (
    select c.created_at, c.rating, c.channel, coalesce(c.business_type, '') as industry
    from conversations c where c.workspace_id = own and c.created_at >= since and c.created_at < until
  ), booked as (
    select b.created_at, b.price, b.after_hours, b.industry, coalesce(c.channel, 'api') as channel
    from bookings b left join conversations c on c.workspace_id = own and c.id = b.conversation_id
    where b.workspace_id = own and b.created_at >= since and b.created_at < until
      and coalesce(b.deposit ->> 'status', '') not in ('open', 'failed', 'expired')
  ), facts (at, channel, industry, part, name, value) as (
    select created_at, channel, industry, v.* from begun cross join lateral (values
      (false, 'conversations', 1::bigint), (false, 'ratings', (rating is not null)::integer), (false, 'ratingSum', rating)) v
    union all select created_at, channel, industry, v.* from said cross join lateral (values
      (false, 'messages', 1::bigint),
      (true, 'intent:' || intent, (role = 'customer')::integer),
      (true, 'engine:' || coalesce(details ->> 'engine', 'sealed'), (role = 'assistant')::integer),
      (true, 'reason:' || (details ->> 'engineReason'), (role = 'assistant')::integer),
      (true, 'usage:replies', (details #>> '{usage,latencyMs}' is not null)::integer),
      (true, 'usage:latencyMs', (details #>> '{usage,latencyMs}')::bigint),
      (true, 'usage:inputTokens', (details #>> '{usage,inputTokens}')::bigint),
      (true, 'usage:outputTokens', (details #>> '{usage,outputTokens}')::bigint),
      (true, 'usage:cost', round((details #>> '{usage,cost}')::numeric)::bigint)) v
    union all select created_at, channel, industry, true, 'usage:conversations', 1 from first_asked
    union all select created_at, channel, industry, true, 'dropped:' || (d ->> 'why'), 1
      from said cross join lateral jsonb_array_elements(details -> 'dropped') d
    union all select created_at, channel, industry, v.* from booked cross join lateral (values
      (false, 'bookings', 1::bigint), (false, 'bookingValue', price), (false, 'afterHoursBookings', after_hours::integer)) v
    union all select at, channel, industry, v.* from resolutions cross join lateral (values
      (false, 'resolved', 1::bigint), (false, 'resolvedAlone', alone::integer),
      (false, 'resolvedDurably', (alone and not reopened)::integer)) v
    union all select at, channel, industry, v.* from handoffs cross join lateral (values
      (false, 'handoffs', 1::bigint), (false, 'handoffsAnswered', (waited is not null)::integer),
      (false, 'handoffWaitMs', (extract(epoch from waited) * 1000)::bigint), (true, 'handoff:' || reason, 1)) v
    union all select r.created_at, '', '', f.* from request_log r cross join lateral facts_of_call(r) f
      where r.workspace_id = own and r.created_at >= since and r.created_at < until
    union all select k.at, '', '', f.* from analytics_calls k cross join lateral facts_in(k.counts, k.parts) f
      where k.workspace_id = own and k.at >= since and k.at < until
  ), summed as (
    select quarter_of(at) as at, channel, industry, part, name, sum(value)::bigint as value
    from facts where value <> 0 and name is not null group by 1, 2, 3, 4, 5
  )
  select at, channel, industry, coalesce(jsonb_object_agg(name, value) filter (where not part), '{}'),
    coalesce(jsonb_object_agg(name, value) filter (where part), '{}')
  from summed group by 1, 2, 3;
end $$;

create trigger mark_paid after update of deposit on bookings for each row
  when (old.deposit ->> 'status' is distinct from new.deposit ->> 'status')
  execute function mark_row();
