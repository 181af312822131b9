-- Closes the gap in the lot numbers of an auction that was never public; printed catalogues keep theirs.
CREATE OR REPLACE FUNCTION close_lot_number_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.program_id = OLD.program_id THEN RETURN NULL; END IF;
  UPDATE auction_works SET lot = lot - 1 WHERE program_id = OLD.program_id AND lot > OLD.lot
    AND NOT EXISTS (SELECT FROM auction_programs WHERE id = OLD.program_id AND visible)
    AND NOT EXISTS (SELECT FROM auction_works AS bid_on WHERE bid_on.program_id = OLD.program_id AND bid_on.last_seq > 0);
  IF TG_OP = 'UPDATE' THEN PERFORM open_lots(id) FROM auction_programs WHERE id = NEW.program_id AND visible; END IF;
  RETURN NULL;
END $$;
