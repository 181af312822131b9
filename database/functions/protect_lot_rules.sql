-- Freezes the rules of a lot after its first bid. A lot that moves to another auction gets the last number there; lots
-- that are over cannot move.
CREATE OR REPLACE FUNCTION protect_lot_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.last_seq > 0 AND (NEW.program_id, NEW.lot, NEW.start_price, NEW.reserve)
    IS DISTINCT FROM (OLD.program_id, OLD.lot, OLD.start_price, OLD.reserve) THEN
    RAISE EXCEPTION 'the lot has bids' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_works_locked';
  END IF;
  IF NEW.program_id = OLD.program_id THEN RETURN NEW; END IF;
  IF OLD.state NOT IN ('draft', 'open') OR OLD.ends_at <= clock_timestamp() THEN
    RAISE EXCEPTION 'the lot has ended' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_works_moved';
  END IF;
  -- Held until commit: concurrent moves get different numbers.
  PERFORM FROM auction_programs WHERE id = NEW.program_id FOR NO KEY UPDATE;
  NEW.lot := (SELECT coalesce(max(lot), 0) + 1 FROM auction_works WHERE program_id = NEW.program_id);
  NEW.state := 'draft';
  NEW.due_at := NULL;
  NEW.ends_at := NULL;
  NEW.hard_end := NULL;
  -- A hall of the old auction; the foreign key refuses a wrong choice.
  IF NEW.hall_id = OLD.hall_id THEN NEW.hall_id := NULL; END IF;
  RETURN NEW;
END $$;
