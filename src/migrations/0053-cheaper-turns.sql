-- Transactions name their workspace themselves.
drop procedure use_workspace_for_reading;

-- For each row, because most turns save no event.
create or replace function fan_out() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, type)
  select new.workspace_id, delivery_id(new.id, w.id), w.id, new.id, new.type
  from webhook_endpoints w
  where w.workspace_id = new.workspace_id and w.status = 'enabled' and new.type <> 'ping' and wants(w.events, new.type);
  return null;
end $$;
drop trigger fan_out on events;
create trigger fan_out after insert on events for each row execute function fan_out();

---------------------------------------------------------------------------------------------- customers of new bookings

-- As before, but a new customer is created with the time of the first booking, so that note_last_booking() has nothing to update: an
-- update of a customer writes to all its indexes again.
drop function customer_with(text, jsonb, text, timestamptz);
create function customer_with(own text, contact jsonb, spoken text, at timestamptz, booked_for timestamptz default null)
returns text language plpgsql as $$
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
      insert into customers
        (workspace_id, id, name, phone, email, language, consents, last_booking_at, created_at, updated_at)
      values (own, new_id('cus'), coalesce(btrim(contact ->> 'name'), ''), wanted_phone, wanted_email, spoken, agreed,
        booked_for, at, at)
      on conflict do nothing returning id into known;
    end if;
    if known is not null then return known; end if;
  end loop;
end $$;

drop function customer_with_hashes(text, bytea[], text, timestamptz);
create function customer_with_hashes(own text, hashes bytea[], spoken text, at timestamptz, booked_for timestamptz default null)
returns text language plpgsql as $$
declare
  known text;
begin
  if cardinality(hashes) < 2 then return null; end if;
  loop
    select coalesce(merged_into, id) into known from customers
    where workspace_id = own and identity = hashes[1] || hashes[2] for key share;
    if known is null then
      insert into customers (workspace_id, id, person_hashes, language, last_booking_at, created_at, updated_at)
      values (own, new_id('cus'), hashes, spoken, booked_for, at, at)
      on conflict do nothing returning id into known;
    end if;
    if known is not null then return known; end if;
  end loop;
end $$;

create or replace function link_booking() returns trigger language plpgsql as $$
declare
  booked_for constant timestamptz := case when new.status not in ('cancelled', 'no_show') then new.starts_at end;
begin
  if tg_op = 'UPDATE' and new.sealed is not null and old.customer_id is not null then
    -- A new data key gives new hashes. If a booking with the new ones came first, its customer is the one.
    if exists (select from customers where workspace_id = new.workspace_id and id <> old.customer_id
        and identity = new.person_hashes[1] || new.person_hashes[2]) then
      new.customer_id :=
        customer_with_hashes(new.workspace_id, new.person_hashes, new.language, new.created_at, booked_for);
    else
      update customers set person_hashes = new.person_hashes
      where workspace_id = new.workspace_id and id = old.customer_id and sealed is null;
    end if;
  elsif new.sealed is not null then
    new.customer_id :=
      customer_with_hashes(new.workspace_id, new.person_hashes, new.language, new.created_at, booked_for);
  else
    new.customer_id := customer_with(new.workspace_id, new.customer, new.language, new.created_at, booked_for);
  end if;
  return new;
end $$;

-- As before, but without a look for a row that is there already: a turn saves its conversation with an insert or an update, no
-- longer with an insert that may become one.
create or replace function link_conversation() returns trigger language plpgsql as $$
begin
  -- Once it is encrypted, nothing in clear may tell who it is about but a booking of a patient.
  new.customer_id := customer_with(new.workspace_id, new.customer, null, new.created_at);
  if new.customer_id is null and tg_op = 'UPDATE' then
    select customer_id into new.customer_id from bookings
    where workspace_id = new.workspace_id and conversation_id = new.id and customer_id is not null limit 1;
  end if;
  return new;
end $$;

-- At the end of the transaction: by then, the turn of the conversation has saved it with its customer.
drop trigger link_conversation on bookings;
create constraint trigger link_conversation after insert on bookings deferrable initially deferred for each row
  when (new.conversation_id is not null and new.customer_id is not null) execute function link_conversation_of_booking();

-- As before, but by the ids of one customer after the other: joined to both at once, all customers of the workspace were read.
create or replace function note_last_booking() returns trigger language plpgsql as $$
declare
  own constant text := coalesce(new.workspace_id, old.workspace_id);
  person text;
  latest timestamptz;
begin
  for person in select distinct id from unnest(array[new.customer_id, old.customer_id]) as ids (id) where id is not null loop
    select max(starts_at) into latest from bookings
    where workspace_id = own and customer_id = person and status not in ('cancelled', 'no_show');
    update customers set last_booking_at = latest
    where workspace_id = own and id = person and last_booking_at is distinct from latest;
  end loop;
  return null;
end $$;
