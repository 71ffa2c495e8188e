-- The capability that would have answered the question, had the business filled in its data. Once it has, the question is
-- no longer listed.
alter table analytics_questions add column capability text;
