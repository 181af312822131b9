-- Moves the totals of a deleted product to the row without a product.
CREATE OR REPLACE FUNCTION shop_daily_forgets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('shop_daily'), 16);
  INSERT INTO shop_daily_goods AS known (day, good_id, part, quantity, sales, returned, refunds)
    SELECT day, NULL, part, quantity, sales, returned, refunds FROM shop_daily_goods WHERE good_id = OLD.id
    ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE SET quantity = known.quantity + excluded.quantity,
      sales = known.sales + excluded.sales, returned = known.returned + excluded.returned,
      refunds = known.refunds + excluded.refunds;
  DELETE FROM shop_daily_goods WHERE good_id = OLD.id;
  RETURN NULL;
END $$;
