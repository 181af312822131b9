-- Updates the number of visible reviews.
CREATE OR REPLACE FUNCTION update_listing_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_good uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.good_id ELSE NEW.good_id END;
BEGIN
  PERFORM FROM shop_listings WHERE good_id = of_good FOR UPDATE;
  UPDATE shop_listings SET reviews = (SELECT count(*) FROM shop_reviews WHERE good_id = of_good AND NOT hidden)
    WHERE good_id = of_good;
  RETURN NULL;
END $$;
