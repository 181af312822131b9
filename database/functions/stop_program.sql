-- Pauses bidding. The time is taken after the locks, so that no bid is later and no lot is closed by a later end.
CREATE OR REPLACE FUNCTION stop_program(of_program uuid, because text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz(3);
BEGIN
  PERFORM hold_lots(of_program);
  PERFORM FROM auction_programs WHERE id = of_program AND stopped_at IS NULL AND cancelled_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  moment := date_trunc('milliseconds', clock_timestamp());
  UPDATE auction_programs SET stopped_at = moment, stop_reason = because,
    updated_at = greatest(moment, updated_at + interval '1 millisecond') WHERE id = of_program;
  RETURN true;
END $$;
