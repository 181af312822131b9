-- Waits for a concurrent decision on the seller or a publication of the fair, which would not see the new row; and
-- makes them wait.
CREATE OR REPLACE FUNCTION fair_products_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM fairs WHERE id = NEW.fair_id FOR SHARE;
  PERFORM FROM participations WHERE fair_id = NEW.fair_id AND profile_id = NEW.profile_id FOR SHARE;
  RETURN NEW;
END $$;
