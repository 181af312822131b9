-- A refund may go back in two parts: to the card what it paid, by transfer what an exchange cost more. Each part is a
-- line of its own, once.
ALTER TABLE shop_payments DROP CONSTRAINT shop_payments_return;
CREATE UNIQUE INDEX shop_payments_return ON shop_payments (return_id, method) WHERE return_id IS NOT NULL;
DROP INDEX shop_payments_exchange;
CREATE UNIQUE INDEX shop_payments_exchange ON shop_payments (exchange_id, method) WHERE exchange_id IS NOT NULL;

-- No more goes back than came in, and to a card no more than it paid.
CREATE OR REPLACE FUNCTION shop_payments_bound() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM shop_orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  IF (SELECT sum(CASE kind WHEN 'payment' THEN amount ELSE -amount END) FROM shop_payments WHERE order_id = NEW.order_id) < 0 THEN
    RAISE EXCEPTION 'more than was paid' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_payments_bound';
  END IF;
  IF NEW.attempt_id IS NOT NULL AND
    (SELECT sum(CASE kind WHEN 'payment' THEN amount ELSE -amount END) FROM shop_payments WHERE attempt_id = NEW.attempt_id) < 0 THEN
    RAISE EXCEPTION 'more than the card paid' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_payments_card_bound';
  END IF;
  RETURN NULL;
END $$;
