-- Keeps the daily totals in step with an order.
CREATE OR REPLACE FUNCTION update_daily_totals_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part smallint := lock_daily_totals_part();
  was_paid timestamptz;
  was_cancelled timestamptz;
  is_cancelled timestamptz := CASE WHEN NEW.paid_at IS NOT NULL THEN NEW.cancelled_at END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was_paid := OLD.paid_at;
    was_cancelled := CASE WHEN OLD.paid_at IS NOT NULL THEN OLD.cancelled_at END;
  END IF;
  IF was_paid IS DISTINCT FROM NEW.paid_at THEN
    IF was_paid IS NOT NULL THEN
      PERFORM add_to_daily_sales(was_paid, part, -1, -OLD.quantity, -(OLD.coupon_discount + OLD.points), 0, 0);
      PERFORM add_sold_products(was_paid, part, OLD.id, -1);
    END IF;
    IF NEW.paid_at IS NOT NULL THEN
      PERFORM add_to_daily_sales(NEW.paid_at, part, 1, NEW.quantity, NEW.coupon_discount + NEW.points, 0, 0);
      PERFORM add_sold_products(NEW.paid_at, part, NEW.id, 1);
    END IF;
  END IF;
  IF was_cancelled IS DISTINCT FROM is_cancelled THEN
    IF was_cancelled IS NOT NULL THEN
      PERFORM add_cancelled_products(was_cancelled, part, OLD.id, -1);
    END IF;
    IF is_cancelled IS NOT NULL THEN
      PERFORM add_cancelled_products(is_cancelled, part, NEW.id, 1);
    END IF;
  END IF;
  RETURN NULL;
END $$;
