-- Adds the products of an order.
CREATE OR REPLACE FUNCTION add_sold_products(at timestamptz, of_part smallint, of_order uuid, sign integer)
RETURNS void
LANGUAGE sql AS $$
  INSERT INTO shop_daily_goods AS totals (day, good_id, part, quantity, sales, returned, refunds)
    SELECT date_in_seoul(at), good_id, of_part, sign * sum(quantity), sign * sum(paid), 0, 0
    FROM shop_order_lines WHERE order_id = of_order GROUP BY good_id
    ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE
      SET quantity = totals.quantity + excluded.quantity, sales = totals.sales + excluded.sales
$$;
