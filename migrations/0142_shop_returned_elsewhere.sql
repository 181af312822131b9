-- A refund that the shop did not send: somebody cancelled a payment at the provider of cards itself.
ALTER TABLE shop_payments ADD COLUMN elsewhere boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT shop_payments_elsewhere CHECK (NOT elsewhere OR (kind = 'refund' AND attempt_id IS NOT NULL AND done_at IS NOT NULL));
