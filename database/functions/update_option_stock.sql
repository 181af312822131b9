-- Adds a row of the stock ledger to the stock of an option.
CREATE OR REPLACE FUNCTION update_option_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shop_options SET stock = stock + NEW.amount WHERE id = NEW.option_id;
  RETURN NULL;
END $$;
