-- Keeps the daily totals in step with a payment.
CREATE OR REPLACE FUNCTION shop_daily_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
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
