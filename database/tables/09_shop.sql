-- Shop.
-- requires: search_grams

-- Terms of the shop. Amounts in this file are in KRW, rates in basis points. Stock, points and coupons are ledgers: a
-- trigger keeps the balance as the sum of the lines and a constraint bounds it, so that nothing can be spent twice.
CREATE TABLE shop_conditions (
  -- Single row.
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  bank text NOT NULL DEFAULT '',
  account text NOT NULL DEFAULT '',
  holder text NOT NULL DEFAULT '',
  pay_days integer NOT NULL DEFAULT 2 CHECK (pay_days BETWEEN 1 AND 14),
  delivery_fee bigint NOT NULL DEFAULT 3000 CHECK (delivery_fee >= 0),
  free_from bigint DEFAULT 50000 CHECK (free_from >= 0),
  return_fee bigint NOT NULL DEFAULT 3000 CHECK (return_fee >= 0),
  point_rate integer NOT NULL DEFAULT 100 CHECK (point_rate BETWEEN 0 AND 10000),
  review_points bigint NOT NULL DEFAULT 500 CHECK (review_points >= 0),
  point_months integer NOT NULL DEFAULT 12 CHECK (point_months BETWEEN 1 AND 60),
  least_points bigint NOT NULL DEFAULT 100 CHECK (least_points >= 0),
  -- [{ level, rate }]
  level_rates jsonb NOT NULL DEFAULT '[]',
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  pickup_place jsonb NOT NULL DEFAULT '{}',
  -- Time of day in Seoul.
  pickup_from text NOT NULL DEFAULT '10:00' CHECK (pickup_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  pickup_to text NOT NULL DEFAULT '18:00' CHECK (pickup_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- Days for which a ready order is kept.
  pickup_days integer NOT NULL DEFAULT 7 CHECK (pickup_days BETWEEN 1 AND 60),
  CONSTRAINT shop_conditions_pickup CHECK (pickup_from < pickup_to)
);
INSERT INTO shop_conditions DEFAULT VALUES;

-- Tree of at most three levels (trigger `shop_categories_tree`).
CREATE TABLE shop_categories (
  id uuid PRIMARY KEY,
  key text NOT NULL CONSTRAINT shop_categories_key UNIQUE CHECK (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name jsonb NOT NULL,
  parent_id uuid REFERENCES shop_categories (id) ON DELETE RESTRICT,
  position integer NOT NULL DEFAULT 0,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX shop_categories_parent ON shop_categories (parent_id, position, id);

-- Products.
CREATE TABLE shop_goods (
  id uuid PRIMARY KEY,
  name jsonb NOT NULL,
  maker jsonb NOT NULL DEFAULT '{}',
  summary jsonb NOT NULL DEFAULT '{}',
  story jsonb NOT NULL DEFAULT '{}',
  facts jsonb NOT NULL DEFAULT '[]',
  award jsonb NOT NULL DEFAULT '{}',
  category_id uuid REFERENCES shop_categories (id) ON DELETE RESTRICT,
  pictures jsonb NOT NULL DEFAULT '[]',
  price bigint NOT NULL CHECK (price > 0),
  discount integer NOT NULL DEFAULT 0 CHECK (discount BETWEEN 0 AND 9000),
  discount_from timestamptz(3),
  discount_to timestamptz(3) CHECK (discount_to > discount_from),
  point_rate integer CHECK (point_rate BETWEEN 0 AND 10000),
  delivery text NOT NULL DEFAULT 'rule' CHECK (delivery IN ('rule', 'free', 'own')),
  delivery_fee bigint NOT NULL DEFAULT 0 CHECK (delivery_fee >= 0),
  show_from timestamptz(3),
  show_to timestamptz(3) CHECK (show_to > show_from),
  visible boolean NOT NULL DEFAULT false,
  axes jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX shop_goods_category ON shop_goods (category_id, created_at DESC, id DESC);
CREATE INDEX shop_goods_newest ON shop_goods (created_at DESC, id DESC);
-- Next start or end of a product's visibility or discount: every list of the shop needs it for its cache lifetime.
CREATE INDEX shop_goods_show_from ON shop_goods (show_from) WHERE visible AND show_from IS NOT NULL;
CREATE INDEX shop_goods_show_to ON shop_goods (show_to) WHERE visible AND show_to IS NOT NULL;
CREATE INDEX shop_goods_discount_from ON shop_goods (discount_from) WHERE visible AND discount_from IS NOT NULL;
CREATE INDEX shop_goods_discount_to ON shop_goods (discount_to) WHERE visible AND discount_to IS NOT NULL;

-- Variants of a product.
CREATE TABLE shop_options (
  id uuid PRIMARY KEY,
  good_id uuid NOT NULL REFERENCES shop_goods (id) ON DELETE CASCADE,
  position integer NOT NULL,
  values jsonb NOT NULL DEFAULT '[]',
  code text NOT NULL DEFAULT '',
  difference bigint NOT NULL DEFAULT 0,
  restock_on date,
  visible boolean NOT NULL DEFAULT true,
  -- Sum of `shop_stock_moves`.
  stock integer NOT NULL DEFAULT 0 CONSTRAINT shop_options_stock CHECK (stock >= 0)
);
CREATE INDEX shop_options_good ON shop_options (good_id, position, id);

-- One short row per product, from which lists and searches of customers are answered. Triggers maintain it; a job
-- updates `sought` every few minutes. Words are stored out of line, so that scans over the rows stay short.
CREATE TABLE shop_shelf (
  good_id uuid PRIMARY KEY REFERENCES shop_goods (id) ON DELETE CASCADE,
  category_id uuid,
  visible boolean NOT NULL,
  show_from timestamptz(3),
  show_to timestamptz(3),
  price bigint NOT NULL,
  discount integer NOT NULL,
  discount_from timestamptz(3),
  discount_to timestamptz(3),
  awarded boolean NOT NULL,
  -- A visible option is in stock.
  stocked boolean NOT NULL DEFAULT false,
  -- Popularity: bookmarks, likes and pieces of orders that were not cancelled.
  sought bigint NOT NULL DEFAULT 0,
  reviews integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  -- Lines: search keys of name, initial consonants, maker and summary, in all languages.
  words text NOT NULL
) WITH (toast_tuple_target = 128);
CREATE INDEX shop_shelf_newest ON shop_shelf (created_at DESC, good_id DESC) WHERE visible;
CREATE INDEX shop_shelf_sought ON shop_shelf (sought DESC, created_at DESC, good_id DESC) WHERE visible;
CREATE INDEX shop_shelf_reviewed ON shop_shelf (reviews DESC, created_at DESC, good_id DESC) WHERE visible;
CREATE INDEX shop_shelf_category ON shop_shelf (category_id) WHERE visible;
-- Same grams as `search_entries_grams`.
CREATE INDEX shop_shelf_words ON shop_shelf USING gin (search_grams(words, 'good', 0));
ALTER INDEX shop_shelf_words ALTER COLUMN 1 SET STATISTICS 0;

CREATE SEQUENCE shop_order_numbers;
-- Orders of members and guests.
CREATE TABLE shop_orders (
  id uuid PRIMARY KEY,
  -- Idempotency key of the checkout.
  key uuid NOT NULL CONSTRAINT shop_orders_key UNIQUE,
  request_hash bytea NOT NULL,
  number integer NOT NULL DEFAULT nextval('shop_order_numbers') CONSTRAINT shop_orders_number UNIQUE,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Gives a guest access to the order, 122 random bits.
  ticket uuid CONSTRAINT shop_orders_ticket UNIQUE,
  locale text NOT NULL CHECK (locale IN ('ko', 'en', 'cn')),
  name text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  -- { name, phone, postcode, address, detail }
  recipient jsonb NOT NULL,
  memo text NOT NULL DEFAULT '',
  depositor text NOT NULL DEFAULT '',
  -- Cash receipt (현금영수증): { kind, number }
  receipt jsonb,
  state text NOT NULL
    CHECK (
    state IN ('ordered', 'paid', 'preparing', 'ready', 'shipped', 'delivered', 'confirmed', 'cancelled')),
  kinds integer NOT NULL CHECK (kinds > 0),
  quantity integer NOT NULL CHECK (quantity > 0),
  goods bigint NOT NULL CHECK (goods > 0),
  product_discount bigint NOT NULL CHECK (product_discount >= 0),
  level_discount bigint NOT NULL CHECK (level_discount >= 0),
  coupon_discount bigint NOT NULL CHECK (coupon_discount >= 0),
  points bigint NOT NULL CHECK (points >= 0),
  delivery bigint NOT NULL CHECK (delivery >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  vat bigint NOT NULL CHECK (vat >= 0),
  earns bigint NOT NULL CHECK (earns >= 0),
  level_title jsonb NOT NULL DEFAULT '{}',
  coupon_id uuid,
  coupon_title jsonb NOT NULL DEFAULT '{}',
  return_fee bigint NOT NULL,
  pay_until timestamptz(3) NOT NULL,
  paid_at timestamptz(3),
  shipped_at timestamptz(3),
  delivered_at timestamptz(3),
  confirmed_at timestamptz(3),
  cancelled_at timestamptz(3),
  cancel_reason text CHECK (cancel_reason IN ('customer', 'staff', 'unpaid')),
  carrier text NOT NULL DEFAULT '',
  tracking text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  payment text NOT NULL DEFAULT 'bank' CONSTRAINT shop_orders_payment CHECK (payment IN ('bank', 'card')),
  way text NOT NULL DEFAULT 'parcel' CHECK (way IN ('parcel', 'pickup')),
  -- { place, from, to, days } at the time of the order.
  pickup jsonb,
  -- Pickup code, like `fair_badges.code`.
  code text CONSTRAINT shop_orders_code UNIQUE CHECK (code ~ '^[0-9A-F]{10}$'),
  ready_at timestamptz(3),
  -- Tax invoice (세금계산서): { businessNumber, company, ceo, address, businessType, businessItem, email }. An order has
  -- either this or a cash receipt.
  tax_invoice jsonb,
  -- Approval number of the tax office; empty until issued.
  tax_approval text NOT NULL DEFAULT '' CHECK (tax_approval ~ '^([0-9]{8}[0-9A-Za-z]{16})?$'),
  tax_issued_at timestamptz(3),
  CONSTRAINT shop_orders_total
    CHECK (total = goods - product_discount - level_discount - coupon_discount - points + delivery),
  CONSTRAINT shop_orders_guest CHECK (ticket IS NULL OR user_id IS NULL),
  CONSTRAINT shop_orders_cancelled
    CHECK ((state = 'cancelled') = (cancel_reason IS NOT NULL AND cancelled_at IS NOT NULL)),
  CONSTRAINT shop_orders_paid CHECK (state IN ('ordered', 'cancelled') OR paid_at IS NOT NULL),
  CONSTRAINT shop_orders_pickup CHECK (
    CASE way WHEN 'pickup' THEN pickup IS NOT NULL AND code IS NOT NULL AND delivery = 0
      ELSE pickup IS NULL AND code IS NULL AND ready_at IS NULL END),
  CONSTRAINT shop_orders_shipped CHECK (
    CASE WHEN way = 'pickup' THEN state <> 'shipped' AND (state NOT IN ('ready', 'delivered', 'confirmed') OR ready_at IS NOT NULL)
      ELSE state <> 'ready'
        AND (state NOT IN ('shipped', 'delivered', 'confirmed') OR (shipped_at IS NOT NULL AND carrier <> '' AND tracking <> ''))
    END),
  CONSTRAINT shop_orders_one_proof CHECK (receipt IS NULL OR tax_invoice IS NULL),
  CONSTRAINT shop_orders_tax_issued CHECK ((tax_approval = '') = (tax_issued_at IS NULL))
);
CREATE INDEX shop_orders_member ON shop_orders (user_id, created_at DESC);
CREATE INDEX shop_orders_state ON shop_orders (state, created_at DESC);
CREATE INDEX shop_orders_newest ON shop_orders (created_at DESC, id DESC);
CREATE INDEX shop_orders_due ON shop_orders (pay_until) WHERE state = 'ordered';
CREATE INDEX shop_orders_delivered ON shop_orders (delivered_at) WHERE state = 'delivered';
CREATE INDEX shop_orders_changed ON shop_orders (updated_at);
CREATE UNIQUE INDEX shop_orders_tax_approval ON shop_orders (tax_approval) WHERE tax_approval <> '';
CREATE INDEX shop_orders_tax_invoice ON shop_orders (created_at DESC, id DESC) WHERE tax_invoice IS NOT NULL;

-- Lines of an order, with titles and prices at the time of the order.
CREATE TABLE shop_order_lines (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES shop_orders (id) ON DELETE CASCADE,
  position integer NOT NULL,
  good_id uuid REFERENCES shop_goods (id) ON DELETE SET NULL,
  option_id uuid REFERENCES shop_options (id) ON DELETE SET NULL,
  title jsonb NOT NULL,
  values jsonb NOT NULL DEFAULT '[]',
  picture uuid,
  price bigint NOT NULL,
  discount integer NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  goods bigint NOT NULL,
  product_discount bigint NOT NULL,
  level_discount bigint NOT NULL,
  coupon_discount bigint NOT NULL,
  points bigint NOT NULL,
  paid bigint NOT NULL CHECK (paid >= 0),
  earns bigint NOT NULL CHECK (earns >= 0),
  CONSTRAINT shop_order_lines_sum
    CHECK (paid = goods - product_discount - level_discount - coupon_discount - points AND goods = price * quantity)
);
CREATE INDEX shop_order_lines_order ON shop_order_lines (order_id, position);
CREATE INDEX shop_order_lines_good ON shop_order_lines (good_id);
CREATE INDEX shop_order_lines_option ON shop_order_lines (option_id);

CREATE TABLE shop_order_events (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES shop_orders (id) ON DELETE CASCADE,
  state text NOT NULL,
  note text NOT NULL DEFAULT '',
  at timestamptz(3) NOT NULL
);
CREATE INDEX shop_order_events_order ON shop_order_events (order_id, at, id);

-- Ledger of stock.
CREATE TABLE shop_stock_moves (
  id uuid PRIMARY KEY,
  option_id uuid NOT NULL REFERENCES shop_options (id) ON DELETE CASCADE,
  amount integer NOT NULL CHECK (amount <> 0),
  kind text NOT NULL
    CHECK (kind IN ('in', 'out', 'broken', 'order', 'cancel', 'return', 'exchange')),
  order_id uuid REFERENCES shop_orders (id) ON DELETE SET NULL,
  note text NOT NULL DEFAULT '',
  at timestamptz(3) NOT NULL
);
CREATE INDEX shop_stock_moves_option ON shop_stock_moves (option_id, at DESC, id DESC);

-- Carts of members and guests.
CREATE TABLE shop_carts (
  id uuid PRIMARY KEY,
  user_id uuid CONSTRAINT shop_carts_user UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  -- Hashed token of the guest's browser.
  token_hash bytea CONSTRAINT shop_carts_token UNIQUE,
  used_at timestamptz(3) NOT NULL,
  CONSTRAINT shop_carts_one CHECK (num_nonnulls(user_id, token_hash) = 1)
);

CREATE TABLE shop_cart_lines (
  cart_id uuid NOT NULL REFERENCES shop_carts (id) ON DELETE CASCADE,
  option_id uuid NOT NULL REFERENCES shop_options (id) ON DELETE CASCADE,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  chosen boolean NOT NULL DEFAULT true,
  -- Unit price after the product's discount, as the customer saw it.
  seen bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (cart_id, option_id)
);
CREATE INDEX shop_cart_lines_option ON shop_cart_lines (option_id);

-- Exchanges of pieces for another variant of the product. The new pieces are reserved at the request; the price
-- difference is settled before they are sent.
CREATE TABLE shop_exchanges (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES shop_orders (id) ON DELETE RESTRICT,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  line_id uuid NOT NULL REFERENCES shop_order_lines (id) ON DELETE RESTRICT,
  -- Numbers of the pieces within the line.
  pieces jsonb NOT NULL CHECK (jsonb_array_length(pieces) > 0),
  -- The new variant; `values` keeps its text after it is deleted.
  option_id uuid REFERENCES shop_options (id) ON DELETE SET NULL,
  values jsonb NOT NULL DEFAULT '[]',
  reason text NOT NULL CHECK (reason IN ('fault', 'wrong', 'mind')),
  text text NOT NULL DEFAULT '',
  pictures jsonb NOT NULL DEFAULT '[]',
  state text NOT NULL CHECK (state IN ('asked', 'collected', 'shipped', 'done', 'refused', 'withdrawn')),
  -- Per piece; negative if the new variant costs less.
  difference bigint NOT NULL,
  fee bigint NOT NULL CHECK (fee >= 0),
  -- Total that the customer pays; negative for a refund.
  balance bigint NOT NULL,
  settled_at timestamptz(3),
  carrier text NOT NULL DEFAULT '',
  tracking text NOT NULL DEFAULT '',
  decision text NOT NULL DEFAULT '',
  restocked boolean NOT NULL DEFAULT false,
  done_at timestamptz(3),
  -- Account for the refund, encrypted; kept until it is sent or the exchange ends without one.
  sealed bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Picked-up orders are exchanged at the counter, without shipping or fee.
  way text NOT NULL DEFAULT 'parcel' CHECK (way IN ('parcel', 'pickup')),
  CONSTRAINT shop_exchanges_balance CHECK (balance = difference * jsonb_array_length(pieces) + fee),
  -- Nothing is sent before the surcharge is paid.
  CONSTRAINT shop_exchanges_settled CHECK (state NOT IN ('shipped', 'done') OR settled_at IS NOT NULL OR balance <= 0),
  CONSTRAINT shop_exchanges_done CHECK ((state = 'done') = (done_at IS NOT NULL)),
  CONSTRAINT shop_exchanges_sealed CHECK (state IN ('asked', 'collected') OR sealed IS NULL),
  CONSTRAINT shop_exchanges_shipped CHECK (
    CASE way WHEN 'pickup' THEN state <> 'shipped' AND fee = 0
      ELSE state NOT IN ('shipped', 'done') OR (carrier <> '' AND tracking <> '') END)
);
CREATE INDEX shop_exchanges_order ON shop_exchanges (order_id, created_at);
CREATE INDEX shop_exchanges_member ON shop_exchanges (user_id, created_at DESC);
CREATE INDEX shop_exchanges_state ON shop_exchanges (state, created_at DESC);
CREATE INDEX shop_exchanges_line ON shop_exchanges (line_id);
CREATE INDEX shop_exchanges_option ON shop_exchanges (option_id);

-- Attempts to pay by card. Notifications are never trusted: the payment is read from the provider and compared.
CREATE TABLE shop_card_attempts (
  -- Known to the provider: `orderId` of Toss Payments, `paymentId` of PortOne.
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES shop_orders (id) ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('toss', 'portone')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- stray: paid, but the order cannot accept it; it is refunded in full and becomes returned.
  state text NOT NULL CHECK (state IN ('open', 'failed', 'paid', 'stray', 'returned')),
  -- Id of the payment at the provider.
  payment_key text CONSTRAINT shop_card_attempts_key UNIQUE,
  -- Why it failed, or why the order cannot accept it.
  refusal text NOT NULL DEFAULT '',
  refusal_text text NOT NULL DEFAULT '',
  -- Amount received, if it differs from `amount`.
  received bigint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Last query to the provider. Open and failed attempts are checked for a day: a card can be charged after its window
  -- reported a failure.
  checked_at timestamptz(3)
);
CREATE INDEX shop_card_attempts_order ON shop_card_attempts (order_id, created_at DESC);
-- An order accepts one attempt.
CREATE UNIQUE INDEX shop_card_attempts_once ON shop_card_attempts (order_id) WHERE state = 'paid';
CREATE INDEX shop_card_attempts_watched ON shop_card_attempts (created_at) WHERE state IN ('open', 'failed');
CREATE INDEX shop_card_attempts_stray ON shop_card_attempts (created_at DESC) WHERE state = 'stray';

-- Payments and refunds. A refund can have two parts, one to the card and one by transfer (the surcharge of an
-- exchange), each a line of its own.
CREATE TABLE shop_payments (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES shop_orders (id) ON DELETE RESTRICT,
  return_id uuid,
  kind text NOT NULL CHECK (kind IN ('payment', 'refund')),
  method text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- Null while a refund is due.
  done_at timestamptz(3),
  note text NOT NULL DEFAULT '',
  -- Account for the refund, encrypted.
  sealed bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The card payment; refunds to it are sent automatically.
  attempt_id uuid REFERENCES shop_card_attempts (id) ON DELETE RESTRICT,
  -- Answer of the provider that rejected a refund, until staff handle it.
  refusal text NOT NULL DEFAULT '',
  -- Surcharge of an exchange, paid separately from the order.
  exchange_id uuid REFERENCES shop_exchanges (id) ON DELETE RESTRICT,
  -- The payment was cancelled at the provider, outside the shop.
  elsewhere boolean NOT NULL DEFAULT false,
  CONSTRAINT shop_payments_done CHECK (kind = 'refund' OR done_at IS NOT NULL),
  CONSTRAINT shop_payments_card CHECK ((method = 'card') = (attempt_id IS NOT NULL)),
  CONSTRAINT shop_payments_elsewhere
    CHECK (NOT elsewhere OR (kind = 'refund' AND attempt_id IS NOT NULL AND done_at IS NOT NULL))
);
CREATE INDEX shop_payments_order ON shop_payments (order_id);
CREATE INDEX shop_payments_when ON shop_payments (kind, created_at);
-- An order is paid once.
CREATE UNIQUE INDEX shop_payments_once ON shop_payments (order_id) WHERE kind = 'payment' AND exchange_id IS NULL;
CREATE UNIQUE INDEX shop_payments_return ON shop_payments (return_id, method) WHERE return_id IS NOT NULL;
CREATE UNIQUE INDEX shop_payments_exchange ON shop_payments (exchange_id, method) WHERE exchange_id IS NOT NULL;

-- Returns.
CREATE TABLE shop_returns (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES shop_orders (id) ON DELETE CASCADE,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  reason text NOT NULL CHECK (reason IN ('fault', 'wrong', 'mind')),
  text text NOT NULL DEFAULT '',
  pictures jsonb NOT NULL DEFAULT '[]',
  -- [{ line, quantity }]
  lines jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('asked', 'collected', 'refunded', 'refused', 'withdrawn')),
  slip jsonb NOT NULL,
  decision text NOT NULL DEFAULT '',
  decided_at timestamptz(3),
  restocked boolean NOT NULL DEFAULT false,
  -- Account for the refund, encrypted; kept until the return is decided. Refunds to a card need none.
  sealed bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT shop_returns_decided CHECK ((state IN ('refunded', 'refused')) = (decided_at IS NOT NULL)),
  CONSTRAINT shop_returns_refused CHECK (state <> 'refused' OR decision <> ''),
  CONSTRAINT shop_returns_sealed CHECK (state IN ('asked', 'collected') OR sealed IS NULL)
);
CREATE INDEX shop_returns_order ON shop_returns (order_id);
CREATE INDEX shop_returns_state ON shop_returns (state, created_at DESC);

-- Returned or exchanged pieces of a line. The amount paid is split among the pieces by their number, so that all
-- pieces add up to it.
CREATE TABLE shop_return_pieces (
  line_id uuid NOT NULL REFERENCES shop_order_lines (id) ON DELETE CASCADE,
  piece integer NOT NULL CHECK (piece >= 0),
  -- A piece is in one return or one open exchange at a time.
  return_id uuid REFERENCES shop_returns (id) ON DELETE CASCADE,
  exchange_id uuid REFERENCES shop_exchanges (id) ON DELETE CASCADE,
  CONSTRAINT shop_return_pieces_one PRIMARY KEY (line_id, piece),
  CONSTRAINT shop_return_pieces_for CHECK (num_nonnulls(return_id, exchange_id) = 1)
);
CREATE INDEX shop_return_pieces_return ON shop_return_pieces (return_id);
CREATE INDEX shop_return_pieces_exchange ON shop_return_pieces (exchange_id);

-- Balance of points, kept by `update_point_balance`. It becomes negative when points of a returned purchase are revoked
-- after they were spent; later points fill it up.
CREATE TABLE shop_point_accounts (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  balance bigint NOT NULL
);

-- Ledger of points.
CREATE TABLE shop_points (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('purchase', 'review', 'adjusted', 'spent', 'back', 'undone', 'expired')),
  amount bigint NOT NULL CHECK (amount <> 0),
  -- Balance after this line, set by a trigger.
  balance bigint NOT NULL DEFAULT 0,
  note text NOT NULL DEFAULT '',
  order_id uuid REFERENCES shop_orders (id) ON DELETE SET NULL,
  -- What the points are for; each source earns points once.
  source uuid,
  expires_at timestamptz(3),
  at timestamptz(3) NOT NULL,
  CONSTRAINT shop_points_once UNIQUE (kind, source),
  CONSTRAINT shop_points_sign CHECK ((kind IN ('spent', 'undone', 'expired')) = (amount < 0) OR kind = 'adjusted'),
  CONSTRAINT shop_points_expiry CHECK (expires_at IS NULL OR amount > 0),
  -- Only a revocation (`undone`) may make the balance negative.
  CONSTRAINT shop_points_balance CHECK (balance >= 0 OR amount > 0 OR kind = 'undone')
);
CREATE INDEX shop_points_member ON shop_points (user_id, seq DESC);
CREATE INDEX shop_points_expiring ON shop_points (expires_at) WHERE expires_at IS NOT NULL;

-- Coupons.
CREATE TABLE shop_coupons (
  id uuid PRIMARY KEY,
  title jsonb NOT NULL,
  kind text NOT NULL CHECK (kind IN ('amount', 'rate')),
  value bigint NOT NULL CHECK (value > 0),
  cap bigint CHECK (cap > 0),
  least bigint NOT NULL DEFAULT 0 CHECK (least >= 0),
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  audience text NOT NULL DEFAULT 'all' CHECK (audience IN ('all', 'level', 'list', 'code')),
  level text NOT NULL DEFAULT '',
  code text CONSTRAINT shop_coupons_code UNIQUE,
  "limit" integer CHECK ("limit" > 0),
  issued integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- A withdrawn coupon can neither be issued nor used.
  withdrawn_at timestamptz(3),
  withdrawn_reason text NOT NULL DEFAULT '',
  CONSTRAINT shop_coupons_period CHECK (ends_at > starts_at),
  CONSTRAINT shop_coupons_rate CHECK (kind = 'amount' OR value <= 10000),
  CONSTRAINT shop_coupons_limit CHECK (issued <= "limit"),
  CONSTRAINT shop_coupons_reason CHECK ((withdrawn_at IS NULL) = (withdrawn_reason = ''))
);

-- Coupons that a member holds, 0 or 1 of each; kept by `update_coupon_holding`.
CREATE TABLE shop_coupon_holdings (
  coupon_id uuid NOT NULL REFERENCES shop_coupons (id) ON DELETE RESTRICT,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  "left" integer NOT NULL CONSTRAINT shop_coupon_holdings_left CHECK ("left" BETWEEN 0 AND 1),
  PRIMARY KEY (coupon_id, user_id)
);
CREATE INDEX shop_coupon_holdings_member ON shop_coupon_holdings (user_id);

-- Ledger of coupons.
CREATE TABLE shop_coupon_lines (
  id uuid PRIMARY KEY,
  coupon_id uuid NOT NULL REFERENCES shop_coupons (id) ON DELETE RESTRICT,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('issued', 'used', 'back')),
  amount integer NOT NULL,
  order_id uuid REFERENCES shop_orders (id) ON DELETE SET NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT shop_coupon_lines_amount CHECK (amount = CASE kind WHEN 'used' THEN -1 ELSE 1 END)
);
CREATE UNIQUE INDEX shop_coupon_lines_once ON shop_coupon_lines (coupon_id, user_id) WHERE kind = 'issued';
CREATE INDEX shop_coupon_lines_member ON shop_coupon_lines (user_id, coupon_id, at DESC);

-- Reviews of purchased products.
CREATE TABLE shop_reviews (
  id uuid PRIMARY KEY,
  line_id uuid NOT NULL CONSTRAINT shop_reviews_line UNIQUE REFERENCES shop_order_lines (id) ON DELETE CASCADE,
  good_id uuid REFERENCES shop_goods (id) ON DELETE CASCADE,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Masked name.
  writer text NOT NULL,
  values jsonb NOT NULL DEFAULT '[]',
  rating integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  text text NOT NULL,
  pictures jsonb NOT NULL DEFAULT '[]',
  hidden boolean NOT NULL DEFAULT false,
  reply text NOT NULL DEFAULT '',
  replied_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  hidden_reason text NOT NULL DEFAULT ''
);
CREATE INDEX shop_reviews_good ON shop_reviews (good_id, created_at DESC) WHERE NOT hidden;
CREATE INDEX shop_reviews_member ON shop_reviews (user_id);
CREATE INDEX shop_reviews_newest ON shop_reviews (created_at DESC, id DESC);

-- Daily totals by Seoul date, so that a report reads a few hundred rows. Triggers keep them equal to a recount of
-- payments, orders, lines and returned pieces. Each day has several parts, so that concurrent payments do not wait for
-- one row; reports add them up.
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

-- Daily totals per product; `good_id` is null for deleted products.
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
