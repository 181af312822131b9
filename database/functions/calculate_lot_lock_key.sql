-- Key of the advisory lock of a lot. Bids hold it shared from their arrival; closing the lot takes it exclusively
-- before the row. The row lock alone is no queue: a closing could overtake bids that arrived before the end.
CREATE OR REPLACE FUNCTION calculate_lot_lock_key(of_work uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(of_work::text, 130)
$$;
