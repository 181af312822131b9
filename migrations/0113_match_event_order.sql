-- The history of a matching in the order in which it happened: its writer has the row of the matching locked. Clocks of
-- two servers differ, and so an earlier time may belong to the later of two acts.
ALTER TABLE matching_events ADD COLUMN seq bigint;
UPDATE matching_events AS event SET seq = sorted.seq
  FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS seq FROM matching_events) AS sorted
  WHERE sorted.id = event.id;
ALTER TABLE matching_events ALTER COLUMN seq SET NOT NULL;
ALTER TABLE matching_events ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY;
SELECT setval(pg_get_serial_sequence('matching_events', 'seq'), (SELECT coalesce(max(seq), 0) + 1 FROM matching_events), false);
DROP INDEX matching_events_matching;
CREATE UNIQUE INDEX matching_events_matching ON matching_events (matching_id, seq);
