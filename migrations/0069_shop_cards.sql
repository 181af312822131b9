-- Payment by card. Each try at a provider is an attempt of its own, known there by its id; what the provider says of it
-- is read again and compared, whoever brings the news. The order waits for it as for a transfer, but for minutes.

ALTER TABLE shop_orders
  ADD COLUMN payment text NOT NULL DEFAULT 'bank' CONSTRAINT shop_orders_payment CHECK (payment IN ('bank', 'card'));

CREATE TABLE shop_card_attempts (
  -- Named to the provider: `orderId` of Toss Payments, `paymentId` of PortOne.
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES shop_orders (id) ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('toss', 'portone')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- `stray`: paid, but the order does not take it; all of it goes back, and then it is `returned`.
  state text NOT NULL CHECK (state IN ('open', 'failed', 'paid', 'stray', 'returned')),
  -- The provider's own name for the payment.
  payment_key text CONSTRAINT shop_card_attempts_key UNIQUE,
  -- Why it failed, or why the order does not take it.
  refusal text NOT NULL DEFAULT '',
  refusal_text text NOT NULL DEFAULT '',
  -- What came in where it is not what was asked for.
  received bigint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX shop_card_attempts_order ON shop_card_attempts (order_id, created_at DESC);
CREATE INDEX shop_card_attempts_open ON shop_card_attempts (created_at) WHERE state IN ('open', 'stray');
-- An order takes one of its attempts.
CREATE UNIQUE INDEX shop_card_attempts_once ON shop_card_attempts (order_id) WHERE state = 'paid';

-- A refund by card goes by itself; what the provider answered instead is kept until somebody has seen to it.
ALTER TABLE shop_payments
  ADD COLUMN attempt_id uuid REFERENCES shop_card_attempts (id) ON DELETE RESTRICT,
  ADD COLUMN refusal text NOT NULL DEFAULT '',
  ADD CONSTRAINT shop_payments_card CHECK ((method = 'card') = (attempt_id IS NOT NULL));

-- Money that goes back to a card needs no account to go to.
ALTER TABLE shop_returns DROP CONSTRAINT shop_returns_sealed;
ALTER TABLE shop_returns ADD CONSTRAINT shop_returns_sealed CHECK (state IN ('asked', 'collected') OR sealed IS NULL);
