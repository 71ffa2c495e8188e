-- A conversation without a contact and a booking without a customer have nobody to link, and most writes are of that kind.
-- The conditions are the triggers', so that such a row costs no function call.

create or replace function link_conversation() returns trigger language plpgsql as $$
begin
  -- Each turn saves with an insert that becomes an update; the trigger for updates sees to that.
  if tg_op = 'INSERT' and exists (select from conversations where workspace_id = new.workspace_id and id = new.id) then
    return new;
  end if;
  -- Once it is encrypted, nothing in clear may tell who it is about but a booking of a patient.
  new.customer_id := customer_with(new.workspace_id, new.customer, null, new.created_at);
  if new.customer_id is null and tg_op = 'UPDATE' then
    select customer_id into new.customer_id from bookings
    where workspace_id = new.workspace_id and conversation_id = new.id and customer_id is not null limit 1;
  end if;
  return new;
end $$;
drop trigger link_customer on conversations;
create trigger link_customer before insert on conversations for each row
  when (new.customer_id is null and new.customer ?| array['phone', 'email']) execute function link_conversation();

drop trigger note_last_booking on bookings;
create trigger note_last_booking after insert on bookings for each row
  when (new.customer_id is not null) execute function note_last_booking();
create trigger note_last_booking_again after update of customer_id, status, starts_at on bookings for each row
  when (coalesce(new.customer_id, old.customer_id) is not null and
    (new.customer_id, new.status, new.starts_at) is distinct from (old.customer_id, old.status, old.starts_at))
  execute function note_last_booking();
create trigger note_last_booking_deleted after delete on bookings for each row
  when (old.customer_id is not null) execute function note_last_booking();
