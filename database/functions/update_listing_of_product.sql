-- Updates the row of a product in `shop_listings`.
CREATE OR REPLACE FUNCTION update_listing_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM update_listings(NEW.id);
  RETURN NULL;
END $$;
