-- For which of the two companies the operator did something. Requests that it made before this were made for buyers.
ALTER TABLE matching_events ADD COLUMN acted_for text;
UPDATE matching_events SET acted_for = 'buyer' WHERE action = 'request' AND side = 'operator';
ALTER TABLE matching_events ADD CONSTRAINT matching_events_acted_for
  CHECK (acted_for IN ('seller', 'buyer') AND side = 'operator' OR acted_for IS NULL);

-- A calendar that its member has closed. The row stays: a new address gets a version that no old one had.
ALTER TABLE calendar_feeds ADD COLUMN closed boolean NOT NULL DEFAULT false;
