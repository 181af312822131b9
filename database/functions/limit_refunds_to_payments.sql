-- Refunds never exceed payments, in total and per card.
CREATE OR REPLACE FUNCTION limit_refunds_to_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM shop_orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  IF (SELECT sum(CASE kind WHEN 'payment' THEN amount ELSE -amount END) FROM shop_payments WHERE order_id = NEW.order_id) < 0 THEN
    RAISE EXCEPTION 'refunds exceed the payments of the order' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_payments_refunds';
  END IF;
  IF NEW.attempt_id IS NOT NULL AND
    (SELECT sum(CASE kind WHEN 'payment' THEN amount ELSE -amount END) FROM shop_payments WHERE attempt_id = NEW.attempt_id) < 0 THEN
    RAISE EXCEPTION 'refunds exceed the payments by the card' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_payments_card_refunds';
  END IF;
  RETURN NULL;
END $$;
