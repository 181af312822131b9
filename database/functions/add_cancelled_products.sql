-- Adds the products of a cancelled order.
CREATE OR REPLACE FUNCTION add_cancelled_products(at timestamptz, of_part smallint, of_order uuid, sign integer)
RETURNS void
LANGUAGE sql AS $$
  INSERT INTO shop_daily_goods AS totals (day, good_id, part, quantity, sales, returned, refunds)
    SELECT date_in_seoul(at), good_id, of_part, 0, 0, sign * sum(quantity), sign * sum(paid)
    FROM shop_order_lines WHERE order_id = of_order GROUP BY good_id
    ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE
      SET returned = totals.returned + excluded.returned, refunds = totals.refunds + excluded.refunds
$$;
