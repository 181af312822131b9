-- Cancels an auction and withdraws its open lots; false if it has nothing left to withdraw. Lots that have ended
-- belong to their leader, even if they are not closed yet. Locks lots before the auction, as bids do.
CREATE OR REPLACE FUNCTION cancel_auction(of_program uuid, reason text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  cancelled timestamptz(3);
  paused_at timestamptz(3);
BEGIN
  PERFORM FROM auction_works WHERE program_id = of_program AND state IN ('draft', 'open') ORDER BY id FOR UPDATE;
  PERFORM FROM auction_programs WHERE id = of_program AND cancelled_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT stopped_at INTO paused_at FROM auction_programs WHERE id = of_program;
  cancelled := date_trunc('milliseconds', clock_timestamp());
  IF NOT EXISTS (SELECT FROM auction_works WHERE program_id = of_program AND (state = 'draft'
    OR (state = 'open' AND ends_at > coalesce(paused_at, cancelled)))) AND EXISTS (SELECT FROM auction_works WHERE program_id = of_program)
    THEN RETURN false; END IF;
  UPDATE auction_works SET state = 'withdrawn', updated_at = greatest(cancelled, updated_at + interval '1 millisecond')
    WHERE program_id = of_program AND (state = 'draft' OR (state = 'open' AND ends_at > coalesce(paused_at, cancelled)));
  UPDATE auction_programs SET cancelled_at = cancelled, cancel_reason = reason, stopped_at = NULL, stop_reason = '',
    updated_at = greatest(cancelled, updated_at + interval '1 millisecond') WHERE id = of_program;
  RETURN true;
END $$;
