-- Adds a line of the ledger to the stock.
CREATE OR REPLACE FUNCTION shop_stock_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shop_options SET stock = stock + NEW.amount WHERE id = NEW.option_id;
  RETURN NULL;
END $$;
