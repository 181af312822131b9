-- Keeps the row of a product up to date.
CREATE OR REPLACE FUNCTION shop_shelf_of_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM shop_shelf_put(NEW.id);
  RETURN NULL;
END $$;
