-- Invitations are counted as everything else is that is done seldom: by attempt_counters.
drop table invitation_days;
