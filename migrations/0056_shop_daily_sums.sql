-- Daily sums of the shop's sales, so that a report reads a few hundred rows however many orders there are. Triggers keep
-- them: they equal a recount from payments, orders, lines and returned pieces whoever writes those. Days are Seoul's.

CREATE FUNCTION shop_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (moment AT TIME ZONE 'Asia/Seoul')::date
$$;

-- A day is kept in parts, so that payments of one day do not all wait for one row; a report adds them up.
CREATE TABLE shop_daily_sales (
  day date NOT NULL,
  part smallint NOT NULL,
  orders bigint NOT NULL,
  quantity bigint NOT NULL,
  discounts bigint NOT NULL,
  sales bigint NOT NULL,
  refunds bigint NOT NULL,
  PRIMARY KEY (day, part)
);

-- Of each product; without one, of products that were removed.
CREATE TABLE shop_daily_goods (
  day date NOT NULL,
  good_id uuid,
  part smallint NOT NULL,
  quantity bigint NOT NULL,
  sales bigint NOT NULL,
  returned bigint NOT NULL,
  refunds bigint NOT NULL,
  CONSTRAINT shop_daily_goods_one UNIQUE NULLS NOT DISTINCT (day, good_id, part)
);
CREATE INDEX shop_daily_goods_good ON shop_daily_goods (good_id);

-- The part that this connection adds to. It is held until the commit, so that two that share a part never wait for each
-- other in turn; the triggers run at the end of the transaction, so that it is held for a moment. While a product is
-- removed nobody adds to it.
CREATE FUNCTION shop_daily_part() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  part smallint := pg_backend_pid() % 16;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('shop_daily'), 16);
  PERFORM pg_advisory_xact_lock(hashtext('shop_daily'), part);
  RETURN part;
END $$;

CREATE FUNCTION shop_daily_add(moment timestamptz, of_part smallint, orders bigint, quantity bigint, discounts bigint,
  sales bigint, refunds bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO shop_daily_sales AS known (day, part, orders, quantity, discounts, sales, refunds)
    VALUES (shop_day(moment), of_part, orders, quantity, discounts, sales, refunds)
    ON CONFLICT (day, part) DO UPDATE SET orders = known.orders + excluded.orders,
      quantity = known.quantity + excluded.quantity, discounts = known.discounts + excluded.discounts,
      sales = known.sales + excluded.sales, refunds = known.refunds + excluded.refunds
$$;

-- What an order sold of each product.
CREATE FUNCTION shop_daily_sold(moment timestamptz, of_part smallint, of_order uuid, sign integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO shop_daily_goods AS known (day, good_id, part, quantity, sales, returned, refunds)
    SELECT shop_day(moment), good_id, of_part, sign * sum(quantity), sign * sum(paid), 0, 0
    FROM shop_order_lines WHERE order_id = of_order GROUP BY good_id
    ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE
      SET quantity = known.quantity + excluded.quantity, sales = known.sales + excluded.sales
$$;

-- What of a cancelled order came back.
CREATE FUNCTION shop_daily_cancelled(moment timestamptz, of_part smallint, of_order uuid, sign integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO shop_daily_goods AS known (day, good_id, part, quantity, sales, returned, refunds)
    SELECT shop_day(moment), good_id, of_part, 0, 0, sign * sum(quantity), sign * sum(paid)
    FROM shop_order_lines WHERE order_id = of_order GROUP BY good_id
    ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE
      SET returned = known.returned + excluded.returned, refunds = known.refunds + excluded.refunds
$$;

-- What a return brought back: of each piece what was paid for it, as `pieceShare` splits it.
CREATE FUNCTION shop_daily_returned(moment timestamptz, of_part smallint, of_return uuid, sign integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO shop_daily_goods AS known (day, good_id, part, quantity, sales, returned, refunds)
    SELECT shop_day(moment), line.good_id, of_part, 0, 0, sign * count(*),
      sign * sum(line.paid * (piece.piece + 1) / line.quantity - line.paid * piece.piece / line.quantity)
    FROM shop_return_pieces AS piece JOIN shop_order_lines AS line ON line.id = piece.line_id
    WHERE piece.return_id = of_return GROUP BY line.good_id
    ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE
      SET returned = known.returned + excluded.returned, refunds = known.refunds + excluded.refunds
$$;

CREATE FUNCTION shop_daily_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part smallint := shop_daily_part();
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM shop_daily_add(OLD.created_at, part, 0, 0, 0,
      CASE OLD.kind WHEN 'payment' THEN -OLD.amount ELSE 0 END, CASE OLD.kind WHEN 'refund' THEN -OLD.amount ELSE 0 END);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM shop_daily_add(NEW.created_at, part, 0, 0, 0,
      CASE NEW.kind WHEN 'payment' THEN NEW.amount ELSE 0 END, CASE NEW.kind WHEN 'refund' THEN NEW.amount ELSE 0 END);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER shop_daily_of_payment AFTER INSERT OR DELETE OR UPDATE OF kind, amount, created_at
  ON shop_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION shop_daily_of_payment();

CREATE FUNCTION shop_daily_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- Deferred also because a free order is paid before its lines are written.
CREATE CONSTRAINT TRIGGER shop_daily_of_order AFTER UPDATE OF paid_at, cancelled_at ON shop_orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION shop_daily_of_order();
CREATE CONSTRAINT TRIGGER shop_daily_of_new_order AFTER INSERT ON shop_orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION shop_daily_of_order();

CREATE FUNCTION shop_daily_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part smallint := shop_daily_part();
BEGIN
  IF OLD.state = 'refunded' THEN
    PERFORM shop_daily_returned(OLD.decided_at, part, OLD.id, -1);
  END IF;
  IF NEW.state = 'refunded' THEN
    PERFORM shop_daily_returned(NEW.decided_at, part, NEW.id, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER shop_daily_of_return AFTER UPDATE OF state, decided_at ON shop_returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.state = 'refunded' OR NEW.state = 'refunded')
    AND (OLD.state, OLD.decided_at) IS DISTINCT FROM (NEW.state, NEW.decided_at))
  EXECUTE FUNCTION shop_daily_of_return();

-- Lines forget a product that is removed, and so do their sums.
CREATE FUNCTION shop_daily_forgets() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE CONSTRAINT TRIGGER shop_daily_forgets AFTER DELETE ON shop_goods
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION shop_daily_forgets();

-- What there is already.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT created_at, kind, amount FROM shop_payments LOOP
    PERFORM shop_daily_add(one.created_at, 0::smallint, 0, 0, 0,
      CASE one.kind WHEN 'payment' THEN one.amount ELSE 0 END, CASE one.kind WHEN 'refund' THEN one.amount ELSE 0 END);
  END LOOP;
  FOR one IN SELECT id, paid_at, cancelled_at, quantity, coupon_discount + points AS discounts
    FROM shop_orders WHERE paid_at IS NOT NULL LOOP
    PERFORM shop_daily_add(one.paid_at, 0::smallint, 1, one.quantity, one.discounts, 0, 0);
    PERFORM shop_daily_sold(one.paid_at, 0::smallint, one.id, 1);
    IF one.cancelled_at IS NOT NULL THEN
      PERFORM shop_daily_cancelled(one.cancelled_at, 0::smallint, one.id, 1);
    END IF;
  END LOOP;
  FOR one IN SELECT id, decided_at FROM shop_returns WHERE state = 'refunded' LOOP
    PERFORM shop_daily_returned(one.decided_at, 0::smallint, one.id, 1);
  END LOOP;
END $$;
