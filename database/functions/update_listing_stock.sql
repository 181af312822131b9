-- Updates `stocked`, which changes only with the first and the last piece. Locks the row before counting, so that of
-- two concurrent orders the second sees the first.
CREATE OR REPLACE FUNCTION update_listing_stock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_good uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.good_id ELSE NEW.good_id END;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.visible = OLD.visible AND (NEW.stock > 0) = (OLD.stock > 0) THEN RETURN NULL; END IF;
  PERFORM FROM shop_listings WHERE good_id = of_good FOR UPDATE;
  UPDATE shop_listings SET stocked = EXISTS (SELECT FROM shop_options WHERE good_id = of_good AND visible AND stock > 0)
    WHERE good_id = of_good;
  RETURN NULL;
END $$;
