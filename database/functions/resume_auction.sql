-- Ends a pause and moves the ends of open lots by its length. Locks lots before the auction, as bids do, to avoid
-- deadlocks.
CREATE OR REPLACE FUNCTION resume_auction(of_program uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  paused_at timestamptz(3);
  resumed_at timestamptz(3);
BEGIN
  PERFORM FROM auction_works WHERE program_id = of_program AND state = 'open' ORDER BY id FOR UPDATE;
  SELECT stopped_at INTO paused_at FROM auction_programs WHERE id = of_program AND stopped_at IS NOT NULL FOR UPDATE;
  IF paused_at IS NULL THEN RETURN false; END IF;
  resumed_at := date_trunc('milliseconds', clock_timestamp());
  INSERT INTO auction_pauses (program_id, from_at, to_at, reason)
    SELECT id, paused_at, resumed_at, stop_reason FROM auction_programs WHERE id = of_program;
  UPDATE auction_works SET due_at = due_at + (resumed_at - paused_at), ends_at = ends_at + (resumed_at - paused_at),
      hard_end = hard_end + (resumed_at - paused_at), updated_at = greatest(resumed_at, updated_at + interval '1 millisecond')
    WHERE program_id = of_program AND state = 'open' AND ends_at > paused_at;
  UPDATE auction_programs SET stopped_at = NULL, stop_reason = '',
      updated_at = greatest(resumed_at, updated_at + interval '1 millisecond') WHERE id = of_program;
  RETURN true;
END $$;
