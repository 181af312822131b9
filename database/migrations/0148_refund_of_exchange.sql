-- A refused exchange that was paid has a payment and a refund.
DROP INDEX shop_payments_exchange;
CREATE UNIQUE INDEX shop_payments_exchange ON shop_payments (exchange_id, kind, method) WHERE exchange_id IS NOT NULL;
