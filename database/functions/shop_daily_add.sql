-- Adds to the totals of a day.
CREATE OR REPLACE FUNCTION shop_daily_add(moment timestamptz, of_part smallint, orders bigint, quantity bigint,
  discounts bigint,
  sales bigint, refunds bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO shop_daily_sales AS known (day, part, orders, quantity, discounts, sales, refunds)
    VALUES (shop_day(moment), of_part, orders, quantity, discounts, sales, refunds)
    ON CONFLICT (day, part) DO UPDATE SET orders = known.orders + excluded.orders,
      quantity = known.quantity + excluded.quantity, discounts = known.discounts + excluded.discounts,
      sales = known.sales + excluded.sales, refunds = known.refunds + excluded.refunds
$$;
