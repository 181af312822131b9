-- A programme is stopped at once, however many bid, and one that is hidden again takes its lots down with it.

/*
 * Holds the lots of a programme that can still be bid on, in the order in which everything that takes several does. A bid
 * holds its lot alone and its programme in common: who wants the programme for itself and has not the lots waits as long
 * as any two bids overlap.
 */
CREATE FUNCTION hold_lots(of_program uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM auction_works WHERE program_id = of_program AND state IN ('draft', 'open') ORDER BY id FOR UPDATE;
END $$;

-- The moment is taken once nothing is under way: no bid is later, and no lot is closed by an end that comes after it.
CREATE FUNCTION stop_program(of_program uuid, because text) RETURNS boolean LANGUAGE plpgsql AS $$
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

-- Nobody has bid on them, or the programme could not be hidden. Left open they would be passed in unseen by the dates that
-- it was hidden to change.
CREATE FUNCTION auction_lots_down() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auction_works SET state = 'draft', due_at = NULL, ends_at = NULL, hard_end = NULL,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    WHERE program_id = NEW.id AND state = 'open' AND last_seq = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER auction_lots_down AFTER UPDATE OF visible ON auction_programs
  FOR EACH ROW WHEN (OLD.visible AND NOT NEW.visible) EXECUTE FUNCTION auction_lots_down();
