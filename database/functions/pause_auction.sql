-- Pauses bidding. The time is taken after the locks, so that no bid is later and no lot is closed by a later end.
CREATE OR REPLACE FUNCTION pause_auction(of_program uuid, reason text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  paused_at timestamptz(3);
BEGIN
  PERFORM lock_biddable_lots(of_program);
  PERFORM FROM auction_programs WHERE id = of_program AND stopped_at IS NULL AND cancelled_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  paused_at := date_trunc('milliseconds', clock_timestamp());
  UPDATE auction_programs SET stopped_at = paused_at, stop_reason = reason,
    updated_at = greatest(paused_at, updated_at + interval '1 millisecond') WHERE id = of_program;
  RETURN true;
END $$;
