-- Adds to the totals of a day in `shop_daily_sales`, in one of sixteen parts (`lock_daily_totals_part`).
CREATE OR REPLACE FUNCTION add_to_daily_sales(at timestamptz, of_part smallint, orders bigint, quantity bigint,
  discounts bigint,
  sales bigint, refunds bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO shop_daily_sales AS totals (day, part, orders, quantity, discounts, sales, refunds)
    VALUES (date_in_seoul(at), of_part, orders, quantity, discounts, sales, refunds)
    ON CONFLICT (day, part) DO UPDATE SET orders = totals.orders + excluded.orders,
      quantity = totals.quantity + excluded.quantity, discounts = totals.discounts + excluded.discounts,
      sales = totals.sales + excluded.sales, refunds = totals.refunds + excluded.refunds
$$;
