-- Analytics: what happened per quarter of an hour, day and month; questions without an answer; the request log.
--
-- A quarter is counted from the rows by analytics_facts() and by nothing else. Every change of a row that is counted marks
-- its quarter in the same transaction; roll_up_analytics() counts marked quarters anew and takes their marks away. What is
-- read is rolled up where there is no mark, and counted on the spot where there is one, so it is never late.

-- Whether the business was closed when the booking was made, by its hours at that time.
alter table bookings add column after_hours boolean;

create index on messages (workspace_id, created_at);
create index on bookings (workspace_id, created_at);
create index on events (workspace_id, occurred_at) where type in ('conversation.handoff', 'conversation.resolved');
create index on events (workspace_id, ((data ->> 'id') collate "C")) where type in ('conversation.handoff', 'conversation.resolved');

create function quarter_of(t timestamptz) returns timestamptz language sql immutable parallel safe
  return date_bin('15 minutes', t, timestamptz '1970-01-01 00:00:00+00');

---------------------------------------------------------------------------------------------- tables

-- One row per transaction and quarter: nobody waits for another's.
create table analytics_marks (
  workspace_id text not null references workspaces on delete cascade,
  at timestamptz not null,
  tx xid8 not null default pg_current_xact_id(),
  primary key (workspace_id, at, tx)
);
call make_tenant_table('analytics_marks');

-- `counts` are the members of each entry of a series, `parts` what is told of the whole range alone. What belongs to no
-- channel, such as calls of the API, stands under ''.
create table analytics_quarters (
  workspace_id text not null references workspaces on delete cascade,
  at timestamptz not null,
  channel text not null,
  industry text not null,
  counts jsonb not null,
  parts jsonb not null,
  primary key (workspace_id, at, channel, industry)
);
call make_tenant_table('analytics_quarters');

-- Sums of quarters by the day and the month that they lie in; a month is named by its first day. Under '*' stand the counts
-- of everything together.
create table analytics_days (
  workspace_id text not null references workspaces on delete cascade,
  span text not null check (span in ('day', 'month')),
  day date not null,
  channel text not null,
  industry text not null,
  counts jsonb not null,
  parts jsonb not null,
  primary key (workspace_id, span, day, channel, industry)
);
call make_tenant_table('analytics_days');

-- Where those days begin and end.
create table analytics_zones (
  workspace_id text primary key references workspaces on delete cascade,
  timezone text not null
);
call make_tenant_table('analytics_zones');

-- Written in batches. Without bodies, and of the query only which parameters there were.
create table request_log (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  request_id text not null,
  actor text not null,
  method text not null,
  route text not null,
  parameters text[] not null,
  status integer not null,
  ms real not null,
  created_at timestamptz not null,
  logged_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index on request_log (workspace_id, created_at);
create index on request_log (workspace_id, id) where status >= 400;
create index on request_log using brin (logged_at);
call make_tenant_table('request_log');

-- What is kept of the request log when its time is over.
create table analytics_calls (
  workspace_id text not null references workspaces on delete cascade,
  at timestamptz not null,
  counts jsonb not null,
  parts jsonb not null,
  primary key (workspace_id, at)
);
call make_tenant_table('analytics_calls');

-- Questions that mean the same, by the vector of the first of them. Their words stay in the messages alone.
create table analytics_gaps (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  vector bytea not null,
  primary key (workspace_id, id)
);
call make_tenant_table('analytics_gaps');

-- Messages that the assistant did not understand; without a gap until a job has compared them.
create table analytics_questions (
  workspace_id text not null,
  message_id text collate "C" not null,
  at timestamptz not null,
  gap_id text collate "C",
  primary key (workspace_id, message_id),
  foreign key (workspace_id, message_id) references messages on delete cascade,
  foreign key (workspace_id, gap_id) references analytics_gaps on delete set null (gap_id)
);
create index on analytics_questions (workspace_id, at) include (gap_id);
create index on analytics_questions (workspace_id, gap_id, at);
call make_tenant_table('analytics_questions');

create table analytics_digests (
  workspace_id text not null references workspaces on delete cascade,
  week date not null,
  primary key (workspace_id, week)
);
call make_tenant_table('analytics_digests');

---------------------------------------------------------------------------------------------- marks

create function mark_new_rows() returns trigger language plpgsql as $$
begin
  insert into analytics_marks (workspace_id, at) select distinct workspace_id, quarter_of(created_at) from new_rows
  on conflict do nothing;
  return null;
end $$;

-- A workspace that is being deleted takes its marks with it.
create function mark_old_rows() returns trigger language plpgsql as $$
begin
  insert into analytics_marks (workspace_id, at)
  select distinct o.workspace_id, quarter_of(o.created_at) from old_rows o join workspaces w on w.id = o.workspace_id
  on conflict do nothing;
  return null;
end $$;

create function mark_row() returns trigger language plpgsql as $$
begin
  insert into analytics_marks (workspace_id, at)
  values (new.workspace_id, quarter_of(new.created_at)) on conflict do nothing;
  return null;
end $$;

-- Everything of a conversation: for what changes how its other rows are counted. As the owner, because row-level security
-- would keep ->> out of index look-ups; planned each time, because a plan that was made while a table was small stays.
create function mark_conversation(workspace text, conversation text) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  insert into analytics_marks (workspace_id, at)
  select w.id, quarter_of(t.at) from workspaces w cross join (
    select created_at from conversations where workspace_id = workspace and id = conversation
    union select created_at from messages where workspace_id = workspace and conversation_id = conversation
    union select created_at from bookings where workspace_id = workspace and conversation_id = conversation
    union select occurred_at from events where workspace_id = workspace and (data ->> 'id') collate "C" = conversation
      and type in ('conversation.handoff', 'conversation.resolved')
  ) as t (at) where w.id = workspace
  on conflict do nothing;
end $$;

create function mark_whole_conversation() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'messages' then
    perform mark_conversation(new.workspace_id, new.conversation_id);
  elsif tg_table_name = 'events' then
    perform mark_conversation(new.workspace_id, new.data ->> 'id');
  else
    perform mark_conversation(old.workspace_id, old.id);
  end if;
  return null;
end $$;

create trigger mark_new after insert on messages
  referencing new table as new_rows for each statement execute function mark_new_rows();
create trigger mark_old after delete on messages
  referencing old table as old_rows for each statement execute function mark_old_rows();
create trigger mark_answered after insert on messages
  for each row when (new.role = 'agent') execute function mark_whole_conversation();

-- Each turn updates its conversation: only what is counted differently from now on calls the function.
create trigger mark_new after insert on conversations for each row execute function mark_row();
create trigger mark_changed after update on conversations for each row
  when (old.rating is distinct from new.rating or old.channel <> new.channel or old.created_at <> new.created_at
    or old.business_type is distinct from new.business_type or (old.status = 'resolved' and new.status <> 'resolved'))
  execute function mark_whole_conversation();
create trigger mark_old after delete on conversations
  referencing old table as old_rows for each statement execute function mark_old_rows();
create trigger mark_parted after delete on conversations for each row execute function mark_whole_conversation();

create trigger mark_new after insert on bookings
  referencing new table as new_rows for each statement execute function mark_new_rows();
create trigger mark_changed after update on bookings for each row
  when (old.price is distinct from new.price or old.created_at <> new.created_at or old.industry <> new.industry
    or old.after_hours is distinct from new.after_hours or old.conversation_id is distinct from new.conversation_id)
  execute function mark_row();
create trigger mark_old after delete on bookings
  referencing old table as old_rows for each statement execute function mark_old_rows();

-- A handoff counts for the resolution after it too.
create trigger mark_new after insert on events for each row
  when (new.type in ('conversation.handoff', 'conversation.resolved')) execute function mark_whole_conversation();

create trigger mark_new after insert on request_log
  referencing new table as new_rows for each statement execute function mark_new_rows();

---------------------------------------------------------------------------------------------- questions without an answer

create function keep_question() returns trigger language plpgsql as $$
begin
  insert into analytics_questions (workspace_id, message_id, at) values (new.workspace_id, new.id, new.created_at);
  return null;
end $$;
create trigger keep_question after insert on messages for each row
  when (new.role = 'customer' and new.intent = 'unknown' and new.sealed is null) execute function keep_question();

-- A conversation that turns out to be about health takes its questions with it, and what was made of their words.
create function drop_question() returns trigger language plpgsql as $$
begin
  delete from analytics_questions where workspace_id = new.workspace_id and message_id = new.id;
  return null;
end $$;
create trigger drop_question after update on messages for each row
  when (old.sealed is null and new.sealed is not null) execute function drop_question();

create function drop_empty_gap() returns trigger language plpgsql as $$
begin
  delete from analytics_gaps g where g.workspace_id = old.workspace_id and g.id = old.gap_id and not exists (
    select from analytics_questions q where q.workspace_id = old.workspace_id and q.gap_id = old.gap_id);
  return null;
end $$;
create trigger drop_empty_gap after delete on analytics_questions for each row
  when (old.gap_id is not null) execute function drop_empty_gap();

---------------------------------------------------------------------------------------------- counting

create function add_counts(a jsonb, b jsonb) returns jsonb language sql immutable parallel safe
  return (select coalesce(jsonb_object_agg(name, value), '{}') from (
    select name, sum(value::bigint) as value
    from (select * from jsonb_each_text(a) union all select * from jsonb_each_text(b)) as each (name, value)
    group by name) as summed);

create function facts_in(counts jsonb, parts jsonb) returns table (part boolean, name text, value bigint)
language sql immutable as $$
  select false, key, value::bigint from jsonb_each_text(counts)
  union all select true, key, value::bigint from jsonb_each_text(parts)
$$;

-- What one request counts for. A bucket of latencies is an eighth of an octave wide: 9 % from one to the next.
create function facts_of_call(r request_log) returns table (part boolean, name text, value bigint)
language sql immutable as $$
  select false, 'apiCalls', 1::bigint
  where r.actor like 'key\_%' and r.status not in (401, 403, 429) and r.status < 500
  union all select true, 'call:' || r.method || ' ' || r.route || ' ' || r.status, 1 where r.actor like 'key\_%'
  union all select true, 'latency:' || floor(8 * ln(greatest(r.ms, 0.01)::float8) / ln(2::float8))::integer, 1
  where r.actor like 'key\_%'
$$;

-- Everything that is counted, from the rows themselves.
create function analytics_facts(since timestamptz, until timestamptz)
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
    select m.created_at, m.role, m.intent, m.details, c.channel, coalesce(c.business_type, '') as industry
    from messages m join conversations c on c.workspace_id = own and c.id = m.conversation_id
    where m.workspace_id = own and m.created_at >= since and m.created_at < until
  ), begun as (
    select c.created_at, c.rating, c.channel, coalesce(c.business_type, '') as industry
    from conversations c where c.workspace_id = own and c.created_at >= since and c.created_at < until
  ), booked as (
    select b.created_at, b.price, b.after_hours, b.industry, coalesce(c.channel, 'api') as channel
    from bookings b left join conversations c on c.workspace_id = own and c.id = b.conversation_id
    where b.workspace_id = own and b.created_at >= since and b.created_at < until
  ), facts (at, channel, industry, part, name, value) as (
    select created_at, channel, industry, v.* from begun cross join lateral (values
      (false, 'conversations', 1::bigint), (false, 'ratings', (rating is not null)::integer), (false, 'ratingSum', rating)) v
    union all select created_at, channel, industry, v.* from said cross join lateral (values
      (false, 'messages', 1::bigint),
      (true, 'intent:' || intent, (role = 'customer')::integer),
      (true, 'engine:' || coalesce(details ->> 'engine', 'sealed'), (role = 'assistant')::integer),
      (true, 'usage:inputTokens', (details #>> '{usage,inputTokens}')::bigint),
      (true, 'usage:outputTokens', (details #>> '{usage,outputTokens}')::bigint),
      (true, 'usage:cost', round((details #>> '{usage,cost}')::numeric)::bigint)) v
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

-- The same for single quarters. Those with little between them are counted in one go.
create function analytics_facts_of(quarters timestamptz[], since timestamptz default '-infinity', until timestamptz default 'infinity')
returns table (at timestamptz, channel text, industry text, counts jsonb, parts jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  with wanted as (select q.at, q.at - lag(q.at) over (order by q.at) > interval '4 hours' as far from unnest(quarters) as q (at)),
  stretches as (select w.at, count(*) filter (where far) over (order by w.at) as stretch from wanted w)
  select f.* from (select min(s.at) as first, max(s.at) as last from stretches s group by stretch) s
  cross join lateral analytics_facts(greatest(s.first, since), least(s.last + interval '15 minutes', until)) f
  where exists (select from wanted w where w.at = f.at)
$$;

---------------------------------------------------------------------------------------------- rolling up

create function zone_of_days(wanted text) returns text language plpgsql stable as $$
begin
  -- What the server does not know, or reads in another way, is not worth a failure: days of UTC are right too, and slower.
  if wanted !~ '^[A-Z]' then return 'UTC'; end if;
  perform now() at time zone wanted;
  return wanted;
exception when invalid_parameter_value then return 'UTC';
end $$;

-- Counts what is marked anew. One at a time for a workspace; marks that come meanwhile stay for the next time.
create function roll_up_analytics() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own constant text := current_workspace();
  zone text;
  moved boolean;
  marked timestamptz[];
  touched date[];
begin
  perform pg_advisory_xact_lock(hashtextextended(own, 9));
  select zone_of_days(timezone) into zone from workspaces where id = own;
  if zone is null then return 0; end if;
  with gone as (delete from analytics_marks where workspace_id = own returning at)
  select coalesce(array_agg(distinct at order by at), '{}') into marked from gone;

  delete from analytics_quarters where workspace_id = own and at = any(marked);
  insert into analytics_quarters
  select own, f.at, f.channel, f.industry, f.counts, f.parts from analytics_facts_of(marked) f;

  moved := zone is distinct from (select timezone from analytics_zones where workspace_id = own);
  if moved then
    delete from analytics_days where workspace_id = own;
    insert into analytics_zones values (own, zone) on conflict (workspace_id) do update set timezone = excluded.timezone;
    marked := array(select distinct at from analytics_quarters where workspace_id = own);
  end if;
  touched := array(select distinct (at at time zone zone)::date from unnest(marked) as q (at));

  delete from analytics_days where workspace_id = own and span = 'day' and day = any(touched);
  insert into analytics_days
  select own, 'day', day, coalesce(channel, '*'), coalesce(industry, '*'),
    coalesce(jsonb_object_agg(name, value) filter (where not part), '{}'),
    coalesce(jsonb_object_agg(name, value) filter (where part and channel is not null), '{}')
  from (
    select d.day, q.channel, q.industry, f.part, f.name, sum(f.value)::bigint as value
    from unnest(touched) as d (day) cross join lateral quarters_around(own, d.day, zone) q
    cross join lateral facts_in(q.counts, q.parts) f
    group by grouping sets ((d.day, q.channel, q.industry, f.part, f.name), (d.day, f.part, f.name))
  ) as summed group by day, channel, industry;

  touched := array(select distinct date_trunc('month', day)::date from unnest(touched) as d (day));
  delete from analytics_days where workspace_id = own and span = 'month' and day = any(touched);
  insert into analytics_days
  select own, 'month', day, channel, industry, coalesce(jsonb_object_agg(name, value) filter (where not part), '{}'),
    coalesce(jsonb_object_agg(name, value) filter (where part), '{}') from (
    select m.day, d.channel, d.industry, f.part, f.name, sum(f.value)::bigint as value
    from unnest(touched) as m (day) join analytics_days d
      on d.workspace_id = own and d.span = 'day' and d.day >= m.day and d.day < (m.day + interval '1 month')::date
    cross join lateral facts_in(d.counts, d.parts) f group by 1, 2, 3, 4, 5
  ) as summed group by day, channel, industry;
  return coalesce(array_length(marked, 1), 0);
end $$;

-- The quarters of a local day. Asked from the instant to the day alone, which has one answer in every zone.
-- In plpgsql, so that it is never joined in another way than by a look into the index.
create function quarters_around(workspace text, wanted date, zone text) returns setof analytics_quarters
language plpgsql stable as $$
begin
  return query select * from analytics_quarters q where q.workspace_id = workspace
    and q.at >= wanted::timestamp at time zone zone - interval '3 hours'
    and q.at < (wanted + 1)::timestamp at time zone zone + interval '3 hours'
    and (q.at at time zone zone)::date = wanted;
end $$;

-- From the rows alone, as if nothing had ever been counted.
create function rebuild_analytics() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own constant text := current_workspace();
begin
  perform pg_advisory_xact_lock(hashtextextended(own, 9));
  delete from analytics_quarters where workspace_id = own;
  delete from analytics_days where workspace_id = own;
  delete from analytics_zones where workspace_id = own;
  insert into analytics_marks (workspace_id, at)
  select own, at from (
    select quarter_of(created_at) from conversations where workspace_id = own
    union select quarter_of(created_at) from messages where workspace_id = own
    union select quarter_of(created_at) from bookings where workspace_id = own
    union select quarter_of(created_at) from request_log where workspace_id = own
    union select at from analytics_calls where workspace_id = own
    union select quarter_of(occurred_at) from events where workspace_id = own
      and type in ('conversation.handoff', 'conversation.resolved')
  ) as q (at) on conflict do nothing;
  return roll_up_analytics();
end $$;

create function marked_workspaces() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct workspace_id from analytics_marks
  union select w.id from analytics_zones z join workspaces w on w.id = z.workspace_id
    where zone_of_days(w.timezone) <> z.timezone
$$;

create function asked_workspaces() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct workspace_id from analytics_questions where gap_id is null
$$;

---------------------------------------------------------------------------------------------- reading

-- What a range is made of: whole months and days (where `top` allows), quarters at its ends and where something is marked;
-- with `fresh`, also what is marked or cut by an end, counted on the spot. Stable: all of it is of one moment.
create function analytics_units(since timestamptz, until timestamptz, top text, fresh boolean)
returns table (at timestamptz, day integer, channel text, industry text, counts jsonb, parts jsonb, is_fresh boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  own constant text := current_workspace();
  epoch constant date := '1970-01-01';
  step constant interval := '15 minutes';
  zone constant text := case when top <> 'quarter' then (select timezone from analytics_zones where workspace_id = own) end;
  live constant timestamptz[] := array(
    select at from analytics_marks where workspace_id = own and at > since - step and at < until
    union select quarter_of(since) where quarter_of(since) < since and since < until
    union select quarter_of(until) where quarter_of(until) < until and since < until);
  broken date[] := '{}';
  broken_months date[] := '{}';
  first date;
  last date;
  first_month date;
  last_month date;
begin
  if zone is not null then
    broken := array(select distinct (at at time zone zone)::date from unnest(live) as l (at));
    first := (since at time zone zone)::date;
    if quarter_of(since) < since or ((since - step) at time zone zone)::date >= first then first := first + 1; end if;
    last := (until at time zone zone)::date;
  end if;
  if first < last then
    -- Whole months lie from first_month to last_month; all days lie before them where there is none.
    first_month := date_trunc('month', first + interval '1 month' - interval '1 day')::date;
    last_month := date_trunc('month', last)::date;
    if top <> 'month' or first_month >= last_month then
      first_month := last;
      last_month := last;
    end if;
    broken_months := array(select distinct date_trunc('month', b)::date from unnest(broken) as d (b)
      where b >= first_month and b < last_month);
    return query select null::timestamptz, day - epoch, channel, industry, counts, parts, false from analytics_days
      where workspace_id = own and span = 'month' and day >= first_month and day < last_month
      and day <> all(broken_months);
    return query select null::timestamptz, d.day - epoch, d.channel, d.industry, d.counts, d.parts, false
      from (select first, first_month union all select last_month, last
        union all select m, (m + interval '1 month')::date from unnest(broken_months) as b (m)) as r (since, until)
      join analytics_days d on d.workspace_id = own and d.span = 'day' and d.day >= r.since and d.day < r.until
      where d.day <> all(broken);
    return query select q.at, null::integer, q.channel, q.industry, q.counts, q.parts, false
      from (select unnest(broken) union values (first - 1), (last)) as d (day)
      cross join lateral quarters_around(own, d.day, zone) q
      where q.at >= since and q.at <= until - step and not exists (select from unnest(live) as l (at) where l.at = q.at);
  else
    return query select q.at, null::integer, q.channel, q.industry, q.counts, q.parts, false from analytics_quarters q
      where q.workspace_id = own and q.at >= since and q.at <= until - step
      and not exists (select from unnest(live) as l (at) where l.at = q.at);
  end if;
  if not fresh or cardinality(live) = 0 then return; end if;
  return query select greatest(f.at, since), null::integer, f.channel, f.industry, f.counts, f.parts, true
    from analytics_facts_of(live, since, until) f;
end $$;

-- As the owner, for the index.
create function conversation_handoffs(ids text[]) returns table (id text, handoffs integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select data ->> 'id', count(*)::integer from events
  where workspace_id = current_workspace() and type = 'conversation.handoff' and data ->> 'id' = any(ids) group by 1
$$;

---------------------------------------------------------------------------------------------- the request log

-- Rows of many workspaces at once. A workspace may have gone while they waited.
create function log_requests(entries json) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into request_log (workspace_id, id, request_id, actor, method, route, parameters, status, ms, created_at)
  select e.workspace_id, e.id, e.request_id, e.actor, e.method, e.route, e.parameters, e.status, e.ms, e.created_at
  from json_populate_recordset(null::request_log, entries) e join workspaces w on w.id = e.workspace_id
$$;

-- Forgets requests and keeps what they count for, so that nothing that is counted changes.
create function purge_request_log(days integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  purged integer;
begin
  with gone as (
    delete from request_log where logged_at < now() - make_interval(days => days) returning request_log
  ), facts as (
    select (g.request_log).workspace_id, quarter_of((g.request_log).created_at) as at, f.part, f.name, sum(f.value)::bigint as value
    from gone g cross join lateral facts_of_call(g.request_log) f group by 1, 2, 3, 4
  ), summed as (
    select workspace_id, at, coalesce(jsonb_object_agg(name, value) filter (where not part), '{}') as counts,
      coalesce(jsonb_object_agg(name, value) filter (where part), '{}') as parts
    from facts group by 1, 2
  ), kept as (
    insert into analytics_calls select workspace_id, at, counts, parts from summed
    on conflict (workspace_id, at) do update set counts = add_counts(analytics_calls.counts, excluded.counts),
      parts = add_counts(analytics_calls.parts, excluded.parts)
  )
  select count(*) into purged from gone;
  return purged;
end $$;

---------------------------------------------------------------------------------------------- digests and the operator

-- Live workspaces in which it is Monday, eight o'clock or later, and whose week has not been told of. Up to two days late.
create function digests_due(at timestamptz) returns table (workspace_id text, week date)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.id, l.week::date from workspaces w
  cross join lateral (select at at time zone zone_of_days(w.timezone) as time) t
  cross join lateral (select date_trunc('week', t.time) as week) l
  where w.mode = 'live' and t.time >= l.week + interval '8 hours' and t.time < l.week + interval '3 days'
    and not exists (select from analytics_digests d where d.workspace_id = w.id and d.week = l.week::date)
$$;

create function job_queue() returns table (waiting integer, running integer, failed integer, oldest_seconds double precision)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select
    count(*) filter (where j.run_at <= now() and j.locked_at is null and j.attempts < j.max_attempts)::integer,
    count(*) filter (where j.locked_at is not null)::integer,
    count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null)::integer,
    coalesce(extract(epoch from now() - min(j.run_at)
      filter (where j.run_at <= now() and j.locked_at is null and j.attempts < j.max_attempts)), 0)::double precision
  from graphile_worker.jobs j;
end $$;

---------------------------------------------------------------------------------------------- what there is already

insert into analytics_marks (workspace_id, at)
select workspace_id, quarter_of(created_at) from conversations union select workspace_id, quarter_of(created_at) from messages
union select workspace_id, quarter_of(created_at) from bookings
union select workspace_id, quarter_of(occurred_at) from events where type in ('conversation.handoff', 'conversation.resolved')
on conflict do nothing;
insert into analytics_questions (workspace_id, message_id, at)
select workspace_id, id, created_at from messages where role = 'customer' and intent = 'unknown' and sealed is null;
