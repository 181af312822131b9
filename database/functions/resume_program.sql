-- Ends a pause and moves the ends of open lots by its length. Locks lots before the auction, as bids do, to avoid
-- deadlocks.
CREATE OR REPLACE FUNCTION resume_program(of_program uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz(3);
  moment timestamptz(3);
BEGIN
  PERFORM FROM auction_works WHERE program_id = of_program AND state = 'open' ORDER BY id FOR UPDATE;
  SELECT stopped_at INTO since FROM auction_programs WHERE id = of_program AND stopped_at IS NOT NULL FOR UPDATE;
  IF since IS NULL THEN RETURN false; END IF;
  moment := date_trunc('milliseconds', clock_timestamp());
  INSERT INTO auction_pauses (program_id, from_at, to_at, reason)
    SELECT id, since, moment, stop_reason FROM auction_programs WHERE id = of_program;
  UPDATE auction_works SET due_at = due_at + (moment - since), ends_at = ends_at + (moment - since),
      hard_end = hard_end + (moment - since), updated_at = greatest(moment, updated_at + interval '1 millisecond')
    WHERE program_id = of_program AND state = 'open' AND ends_at > since;
  UPDATE auction_programs SET stopped_at = NULL, stop_reason = '',
      updated_at = greatest(moment, updated_at + interval '1 millisecond') WHERE id = of_program;
  RETURN true;
END $$;
