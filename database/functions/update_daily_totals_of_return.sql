-- Keeps the daily totals in step with a return.
CREATE OR REPLACE FUNCTION update_daily_totals_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part smallint := lock_daily_totals_part();
BEGIN
  IF OLD.state = 'refunded' THEN
    PERFORM add_returned_pieces(OLD.decided_at, part, OLD.id, -1);
  END IF;
  IF NEW.state = 'refunded' THEN
    PERFORM add_returned_pieces(NEW.decided_at, part, NEW.id, 1);
  END IF;
  RETURN NULL;
END $$;
