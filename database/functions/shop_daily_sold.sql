-- Adds the products of an order.
CREATE OR REPLACE FUNCTION shop_daily_sold(moment timestamptz, of_part smallint, of_order uuid, sign integer)
RETURNS void
LANGUAGE sql AS $$
  INSERT INTO shop_daily_goods AS known (day, good_id, part, quantity, sales, returned, refunds)
    SELECT shop_day(moment), good_id, of_part, sign * sum(quantity), sign * sum(paid), 0, 0
    FROM shop_order_lines WHERE order_id = of_order GROUP BY good_id
    ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE
      SET quantity = known.quantity + excluded.quantity, sales = known.sales + excluded.sales
$$;
