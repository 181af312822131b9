-- Keeps the daily totals in step with a payment.
CREATE OR REPLACE FUNCTION update_daily_totals_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part smallint := lock_daily_totals_part();
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_to_daily_sales(OLD.created_at, part, 0, 0, 0,
      CASE OLD.kind WHEN 'payment' THEN -OLD.amount ELSE 0 END, CASE OLD.kind WHEN 'refund' THEN -OLD.amount ELSE 0 END);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_to_daily_sales(NEW.created_at, part, 0, 0, 0,
      CASE NEW.kind WHEN 'payment' THEN NEW.amount ELSE 0 END, CASE NEW.kind WHEN 'refund' THEN NEW.amount ELSE 0 END);
  END IF;
  RETURN NULL;
END $$;
