-- The language in which a booking was made, for the mails and pages that its customer gets later; null is English.
alter table bookings add column language text;
