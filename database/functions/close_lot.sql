-- Closes one ended lot, so that a lot whose sale fails does not keep others open; false if there was nothing to close.
-- Bids that arrived before the end are decided first. One process at a time waits for them, and briefly: a bid whose
-- process hangs must not keep other lots open.
CREATE OR REPLACE FUNCTION close_lot(of_work uuid) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
BEGIN
  PERFORM FROM auction_works WHERE id = of_work AND state = 'open' AND ends_at <= clock_timestamp();
  IF NOT FOUND OR NOT pg_try_advisory_xact_lock(hashtextextended(of_work::text, 131)) THEN RETURN false; END IF;
  BEGIN
    PERFORM pg_advisory_xact_lock(calculate_lot_lock_key(of_work));
  EXCEPTION WHEN lock_not_available THEN RETURN false;
  END;
  -- Read again: one of those bids may have moved the end.
  WITH due AS (
    SELECT id FROM auction_works WHERE id = of_work AND state = 'open' AND ends_at <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM auction_programs AS program WHERE program.id = program_id AND program.stopped_at < ends_at)
    FOR UPDATE SKIP LOCKED)
  UPDATE auction_works AS work SET
    state = CASE WHEN work.price >= coalesce(work.reserve, work.start_price) THEN 'sold' ELSE 'passed' END,
    closed_at = work.ends_at, updated_at = greatest(clock_timestamp(), work.updated_at + interval '1 millisecond')
  FROM due WHERE work.id = due.id AND work.state = 'open' AND work.ends_at <= clock_timestamp();
  RETURN FOUND;
END $$;
