-- Keeps the daily totals in step with a return.
CREATE OR REPLACE FUNCTION shop_daily_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part smallint := shop_daily_part();
BEGIN
  IF OLD.state = 'refunded' THEN
    PERFORM shop_daily_returned(OLD.decided_at, part, OLD.id, -1);
  END IF;
  IF NEW.state = 'refunded' THEN
    PERFORM shop_daily_returned(NEW.decided_at, part, NEW.id, 1);
  END IF;
  RETURN NULL;
END $$;
