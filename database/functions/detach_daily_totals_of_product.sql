-- Moves the totals of a deleted product to the row without a product.
CREATE OR REPLACE FUNCTION detach_daily_totals_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('shop_daily'), 16);
  INSERT INTO shop_daily_goods AS totals (day, good_id, part, quantity, sales, returned, refunds)
    SELECT day, NULL, part, quantity, sales, returned, refunds FROM shop_daily_goods WHERE good_id = OLD.id
    ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE SET quantity = totals.quantity + excluded.quantity,
      sales = totals.sales + excluded.sales, returned = totals.returned + excluded.returned,
      refunds = totals.refunds + excluded.refunds;
  DELETE FROM shop_daily_goods WHERE good_id = OLD.id;
  RETURN NULL;
END $$;
