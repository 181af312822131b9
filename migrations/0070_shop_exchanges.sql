-- Exchanges: pieces of an order against another option of the same product. The new pieces are taken from stock when it
-- is asked for; what the price differs by, with the parcels, is settled before they leave.

CREATE TABLE shop_exchanges (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES shop_orders (id) ON DELETE RESTRICT,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  line_id uuid NOT NULL REFERENCES shop_order_lines (id) ON DELETE RESTRICT,
  -- Numbers of the line's pieces.
  pieces jsonb NOT NULL CHECK (jsonb_array_length(pieces) > 0),
  -- The new one; its words stay when it is removed.
  option_id uuid REFERENCES shop_options (id) ON DELETE SET NULL,
  values jsonb NOT NULL DEFAULT '[]',
  reason text NOT NULL CHECK (reason IN ('fault', 'wrong', 'mind')),
  text text NOT NULL DEFAULT '',
  pictures jsonb NOT NULL DEFAULT '[]',
  state text NOT NULL CHECK (state IN ('asked', 'collected', 'shipped', 'done', 'refused', 'withdrawn')),
  -- Of one piece, in won: less than 0 where the new one costs less.
  difference bigint NOT NULL,
  fee bigint NOT NULL CHECK (fee >= 0),
  -- All together: what the customer pays, or less than 0: what goes back.
  balance bigint NOT NULL,
  settled_at timestamptz(3),
  carrier text NOT NULL DEFAULT '',
  tracking text NOT NULL DEFAULT '',
  decision text NOT NULL DEFAULT '',
  restocked boolean NOT NULL DEFAULT false,
  done_at timestamptz(3),
  -- Where money goes back to, until it is sent or the exchange has come to nothing.
  sealed bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT shop_exchanges_balance CHECK (balance = difference * jsonb_array_length(pieces) + fee),
  -- Nothing leaves before its money has come.
  CONSTRAINT shop_exchanges_settled CHECK (state NOT IN ('shipped', 'done') OR settled_at IS NOT NULL OR balance <= 0),
  CONSTRAINT shop_exchanges_shipped CHECK (state NOT IN ('shipped', 'done') OR (carrier <> '' AND tracking <> '')),
  CONSTRAINT shop_exchanges_done CHECK ((state = 'done') = (done_at IS NOT NULL)),
  CONSTRAINT shop_exchanges_sealed CHECK (state IN ('asked', 'collected') OR sealed IS NULL)
);
CREATE INDEX shop_exchanges_order ON shop_exchanges (order_id, created_at);
CREATE INDEX shop_exchanges_member ON shop_exchanges (user_id, created_at DESC);
CREATE INDEX shop_exchanges_state ON shop_exchanges (state, created_at DESC);
CREATE INDEX shop_exchanges_line ON shop_exchanges (line_id);
CREATE INDEX shop_exchanges_option ON shop_exchanges (option_id);

-- A piece is on its way back once: in a return, or in an exchange until that has come to its end.
ALTER TABLE shop_return_pieces
  ALTER COLUMN return_id DROP NOT NULL,
  ADD COLUMN exchange_id uuid REFERENCES shop_exchanges (id) ON DELETE CASCADE,
  ADD CONSTRAINT shop_return_pieces_for CHECK (num_nonnulls(return_id, exchange_id) = 1);
CREATE INDEX shop_return_pieces_exchange ON shop_return_pieces (exchange_id);

-- What an exchange costs more is paid beside the order.
ALTER TABLE shop_payments ADD COLUMN exchange_id uuid REFERENCES shop_exchanges (id) ON DELETE RESTRICT;
DROP INDEX shop_payments_once;
CREATE UNIQUE INDEX shop_payments_once ON shop_payments (order_id) WHERE kind = 'payment' AND exchange_id IS NULL;
CREATE UNIQUE INDEX shop_payments_exchange ON shop_payments (exchange_id) WHERE exchange_id IS NOT NULL;

ALTER TABLE shop_stock_moves DROP CONSTRAINT shop_stock_moves_kind_check;
ALTER TABLE shop_stock_moves ADD CONSTRAINT shop_stock_moves_kind_check
  CHECK (kind IN ('in', 'out', 'broken', 'order', 'cancel', 'return', 'exchange'));
