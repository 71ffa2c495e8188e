-- Customers: one row per person, which bookings, conversations and requests refer to.

-- As newId() in ids.ts: sorts by time.
create function new_id(prefix text) returns text language sql volatile as $$
  select prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', digit + 1, 1), '' order by place) from (
    select place, ((extract(epoch from clock_timestamp()) * 1000)::bigint >> (45 - 5 * place) & 31)::integer as digit
    from generate_series(0, 9) as place
    union all
    select 10 + place, get_byte(random.bytes, place) & 31
    from (select uuid_send(gen_random_uuid())) as random (bytes), generate_series(0, 15) as place
  ) as digits
$$;

-- Lower-cased and without accents, as foldName() in search-hashes.ts.
create function fold_text(value text) returns text language sql immutable
  return btrim(regexp_replace(translate(regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f]', '', 'g'),
    '’''`´.', ''), '[^[:alnum:]]+', ' ', 'g'));

create table customers (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  name text not null default '',
  -- E.164
  phone text collate "C",
  email text collate "C",
  language text,
  tags text[] not null default '{}',
  notes text not null default '',
  -- What they agreed to: {"marketing": {"allowed": true, "at": "…"}}
  consents jsonb not null default '{}',
  -- Of a patient the plain columns are empty. `sealed` holds what the team wrote; without it, their bookings say who it is.
  sealed bytea,
  -- Of a patient: name and date of birth, in that order, and then phone and email.
  person_hashes bytea[] not null default '{}',
  identity bytea generated always as (person_hashes[1] || person_hashes[2]) stored,
  -- The latest start of a booking that was not canceled or missed, upcoming ones included.
  last_booking_at timestamptz,
  -- A customer who was merged keeps phone and email, so that later bookings with them find the one it was merged into.
  merged_into text collate "C",
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sort_name text collate "C" generated always as (fold_text(name)) stored,
  -- Each word after a space: names, then the digits of the phone, then the email.
  search text generated always as
    (' ' || fold_text(name) || ' ' || coalesce(substr(phone, 2), '') || ' ' || coalesce(email, '')) stored,
  primary key (workspace_id, id),
  foreign key (workspace_id, merged_into) references customers on delete cascade deferrable initially deferred,
  check (phone ~ '^\+[0-9]+$'),
  check (email = lower(email)),
  check (merged_into <> id),
  check (person_hashes = '{}' or (name = '' and phone is null and email is null and tags = '{}' and notes = '')),
  check (sealed is null or person_hashes <> '{}')
);
-- Two first bookings at once are of one customer.
create unique index on customers (workspace_id, phone) where phone is not null;
create unique index on customers (workspace_id, email) where email is not null;
create unique index on customers (workspace_id, identity) where identity is not null;
create index on customers (workspace_id, sort_name, id) where merged_into is null;
create index on customers (workspace_id, (coalesce(last_booking_at, '-infinity')) desc, id desc) where merged_into is null;
create index on customers (workspace_id, merged_into) where merged_into is not null;
create index on customers using gin (person_hashes);
call make_tenant_table('customers');

alter table bookings
  add column customer_id text collate "C",
  add foreign key (workspace_id, customer_id) references customers on delete set null (customer_id);
alter table conversations
  add column customer_id text collate "C",
  add foreign key (workspace_id, customer_id) references customers on delete set null (customer_id);
alter table requests
  add column customer_id text collate "C",
  add foreign key (workspace_id, customer_id) references customers on delete set null (customer_id);
create index on bookings (workspace_id, customer_id, starts_at) where customer_id is not null;
create index on conversations (workspace_id, customer_id, id) where customer_id is not null;
create index on requests (workspace_id, customer_id, id) where customer_id is not null;

---------------------------------------------------------------------------------------------- who a row is about

-- The customer with this phone, or else with this email; a new one if there is none. What somebody typed proves nothing,
-- so it never changes a customer who is already known. The lock makes a merge wait until the row that refers to it is there.
create function customer_with(own text, contact jsonb, spoken text, at timestamptz) returns text
language plpgsql as $$
declare
  wanted_phone constant text := substring(contact ->> 'phone' from '^\+[0-9]{6,15}$');
  wanted_email constant text := nullif(lower(btrim(contact ->> 'email')), '');
  agreed constant jsonb := case when (contact ->> 'textsAllowed')::boolean
    then jsonb_build_object('texts', jsonb_build_object('allowed', true, 'at', at)) else '{}' end;
  known text;
begin
  if wanted_phone is null and wanted_email is null then return null; end if;
  loop
    select coalesce(merged_into, id) into known from customers
    where workspace_id = own and phone = wanted_phone for key share;
    if known is null then
      select coalesce(merged_into, id) into known from customers
      where workspace_id = own and email = wanted_email for key share;
    end if;
    if known is null then
      insert into customers (workspace_id, id, name, phone, email, language, consents, created_at, updated_at)
      values (own, new_id('cus'), coalesce(btrim(contact ->> 'name'), ''), wanted_phone, wanted_email, spoken, agreed, at, at)
      on conflict do nothing returning id into known;
    end if;
    if known is not null then return known; end if;
  end loop;
end $$;

-- A patient is somebody with that name and date of birth: families share a phone.
create function customer_with_hashes(own text, hashes bytea[], spoken text, at timestamptz) returns text
language plpgsql as $$
declare
  known text;
begin
  if cardinality(hashes) < 2 then return null; end if;
  loop
    select coalesce(merged_into, id) into known from customers
    where workspace_id = own and identity = hashes[1] || hashes[2] for key share;
    if known is null then
      insert into customers (workspace_id, id, person_hashes, language, created_at, updated_at)
      values (own, new_id('cus'), hashes, spoken, at, at)
      on conflict do nothing returning id into known;
    end if;
    if known is not null then return known; end if;
  end loop;
end $$;

create function link_booking() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.sealed is not null and old.customer_id is not null then
    -- A new data key gives new hashes. If a booking with the new ones came first, its customer is the one.
    if exists (select from customers where workspace_id = new.workspace_id and id <> old.customer_id
        and identity = new.person_hashes[1] || new.person_hashes[2]) then
      new.customer_id := customer_with_hashes(new.workspace_id, new.person_hashes, new.language, new.created_at);
    else
      update customers set person_hashes = new.person_hashes
      where workspace_id = new.workspace_id and id = old.customer_id and sealed is null;
    end if;
  elsif new.sealed is not null then
    new.customer_id := customer_with_hashes(new.workspace_id, new.person_hashes, new.language, new.created_at);
  else
    new.customer_id := customer_with(new.workspace_id, new.customer, new.language, new.created_at);
  end if;
  return new;
end $$;
create trigger link_customer before insert on bookings for each row when (new.customer_id is null)
  execute function link_booking();
create trigger link_customer_again before update of customer, person_hashes on bookings for each row
  when (old.customer is distinct from new.customer or old.person_hashes <> new.person_hashes) execute function link_booking();

-- Of a booking made in a conversation, the conversation is the same customer's, whoever else it names.
create function link_conversation_of_booking() returns trigger language plpgsql as $$
begin
  update conversations set customer_id = new.customer_id
  where workspace_id = new.workspace_id and id = new.conversation_id and customer_id is null;
  return null;
end $$;
create trigger link_conversation after insert on bookings for each row
  when (new.conversation_id is not null and new.customer_id is not null) execute function link_conversation_of_booking();

create function link_conversation() returns trigger language plpgsql as $$
begin
  -- Each turn saves with an insert that becomes an update; the trigger for updates sees to that.
  if tg_op = 'INSERT' and exists (select from conversations where workspace_id = new.workspace_id and id = new.id) then
    return new;
  end if;
  -- Once it is encrypted, nothing in clear may tell who it is about but a booking of a patient.
  new.customer_id := customer_with(new.workspace_id, new.customer, null, new.created_at);
  if new.customer_id is null then
    select customer_id into new.customer_id from bookings
    where workspace_id = new.workspace_id and conversation_id = new.id and customer_id is not null limit 1;
  end if;
  return new;
end $$;
create trigger link_customer before insert on conversations for each row when (new.customer_id is null)
  execute function link_conversation();
create trigger link_customer_again before update of customer on conversations for each row
  when (old.customer is distinct from new.customer) execute function link_conversation();

create function link_request() returns trigger language plpgsql as $$
begin
  new.customer_id := customer_with(new.workspace_id,
    coalesce(new.data -> 'customer', jsonb_build_object('email', new.data ->> 'email')), null, new.created_at);
  return new;
end $$;
create trigger link_customer before insert on requests for each row when (new.customer_id is null)
  execute function link_request();

create function note_last_booking() returns trigger language plpgsql as $$
declare
  own constant text := coalesce(new.workspace_id, old.workspace_id);
begin
  update customers c set last_booking_at = latest.at from (
    select ids.id, (select max(starts_at) from bookings b where b.workspace_id = own and b.customer_id = ids.id
      and b.status not in ('cancelled', 'no_show')) as at
    from unnest(array[new.customer_id, old.customer_id]) as ids (id)) as latest
  where c.workspace_id = own and c.id = latest.id and c.last_booking_at is distinct from latest.at;
  return null;
end $$;
create trigger note_last_booking after insert or delete or update of customer_id, status, starts_at on bookings
  for each row execute function note_last_booking();

---------------------------------------------------------------------------------------------- events

-- By ids alone, and only where a webhook endpoint wants them. A new last booking changes nothing about the customer.
create function tell_customer() returns trigger language plpgsql as $$
declare
  kind constant text := case when tg_op = 'INSERT' then 'customer.created'
    when new.merged_into is not null then 'customer.merged' else 'customer.updated' end;
begin
  insert into events (workspace_id, id, type, data, occurred_at)
  select new.workspace_id, new_id('evt'), kind, jsonb_strip_nulls(jsonb_build_object('id', new.id, 'mergedInto', new.merged_into)), new.updated_at
  where exists (select from webhook_endpoints w
    where w.workspace_id = new.workspace_id and w.status = 'enabled' and wants(w.events, kind));
  return null;
end $$;
create trigger tell_customer after insert on customers for each row execute function tell_customer();
create trigger tell_customer_change after update on customers for each row
  when (old.version <> new.version or old.merged_into is distinct from new.merged_into) execute function tell_customer();

---------------------------------------------------------------------------------------------- import

-- A file of customers, read by a job. The file is encrypted and goes when it has been read.
create table customer_imports (
  workspace_id text not null references workspaces on delete cascade,
  id text collate "C" not null,
  status text not null default 'running' check (status in ('running', 'finished')),
  file bytea,
  total integer not null,
  read integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  -- The first of them: [{"line": 3, "detail": "…"}]
  errors jsonb not null default '[]',
  created_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (workspace_id, id),
  check (file is not null or status = 'finished')
);
call make_tenant_table('customer_imports');

---------------------------------------------------------------------------------------------- what is there already

-- Bookings first: they know the name and the language. Without the other triggers: nothing else changes.
alter table bookings disable trigger user;
update bookings set customer_id = case when sealed is null
    then customer_with(workspace_id, customer, language, created_at)
    else customer_with_hashes(workspace_id, person_hashes, language, created_at) end
where erased_at is null;
alter table bookings enable trigger user;
update customers c set last_booking_at = latest.at from (
  select workspace_id, customer_id, max(starts_at) as at from bookings
  where status not in ('cancelled', 'no_show') group by 1, 2) as latest
where latest.workspace_id = c.workspace_id and latest.customer_id = c.id;

alter table requests disable trigger user;
update requests set customer_id = customer_with(workspace_id,
  coalesce(data -> 'customer', jsonb_build_object('email', data ->> 'email')), null, created_at);
alter table requests enable trigger user;

alter table conversations disable trigger user;
update conversations set customer_id = customer_with(workspace_id, customer, null, created_at)
where customer ? 'phone' or customer ? 'email';
update conversations c set customer_id = b.customer_id from bookings b
where b.workspace_id = c.workspace_id and b.conversation_id = c.id and b.customer_id is not null and c.customer_id is null;
alter table conversations enable trigger user;
