-- Keeps the daily totals in step with an order.
CREATE OR REPLACE FUNCTION shop_daily_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part smallint := shop_daily_part();
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
      PERFORM shop_daily_add(was_paid, part, -1, -OLD.quantity, -(OLD.coupon_discount + OLD.points), 0, 0);
      PERFORM shop_daily_sold(was_paid, part, OLD.id, -1);
    END IF;
    IF NEW.paid_at IS NOT NULL THEN
      PERFORM shop_daily_add(NEW.paid_at, part, 1, NEW.quantity, NEW.coupon_discount + NEW.points, 0, 0);
      PERFORM shop_daily_sold(NEW.paid_at, part, NEW.id, 1);
    END IF;
  END IF;
  IF was_cancelled IS DISTINCT FROM is_cancelled THEN
    IF was_cancelled IS NOT NULL THEN
      PERFORM shop_daily_cancelled(was_cancelled, part, OLD.id, -1);
    END IF;
    IF is_cancelled IS NOT NULL THEN
      PERFORM shop_daily_cancelled(is_cancelled, part, NEW.id, 1);
    END IF;
  END IF;
  RETURN NULL;
END $$;
