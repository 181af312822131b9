-- Shop: conditions, the tree of categories, products with options, carts, orders, money, points, coupons, reviews and
-- returns. Sums are whole won, rates hundredths of a percent. Stock, points and coupons are ledgers: a balance is the sum
-- of its lines, which a trigger keeps and a constraint bounds, so that nothing is taken twice whoever writes.

CREATE TABLE shop_conditions (
  -- One row.
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
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO shop_conditions DEFAULT VALUES;

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

-- A tree of three levels: whoever writes, nothing is above itself. One change at a time, since two together could close
-- a circle that neither sees.
CREATE FUNCTION shop_categories_tree() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  deep integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('shop_categories'));
  WITH RECURSIVE way AS (
    SELECT id, parent_id, 1 AS level FROM shop_categories WHERE parent_id IS NULL
    UNION ALL
    SELECT below.id, below.parent_id, way.level + 1 FROM shop_categories AS below JOIN way ON below.parent_id = way.id)
  SELECT CASE WHEN count(*) = (SELECT count(*) FROM shop_categories) THEN max(level) ELSE 99 END INTO deep FROM way;
  IF deep > 3 THEN
    RAISE EXCEPTION 'not a tree of three levels' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_categories_tree';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER shop_categories_tree AFTER INSERT OR UPDATE OF parent_id ON shop_categories
  DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION shop_categories_tree();

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

CREATE TABLE shop_options (
  id uuid PRIMARY KEY,
  good_id uuid NOT NULL REFERENCES shop_goods (id) ON DELETE CASCADE,
  position integer NOT NULL,
  values jsonb NOT NULL DEFAULT '[]',
  code text NOT NULL DEFAULT '',
  difference bigint NOT NULL DEFAULT 0,
  restock_on date,
  visible boolean NOT NULL DEFAULT true,
  -- The sum of its moves.
  stock integer NOT NULL DEFAULT 0 CONSTRAINT shop_options_stock CHECK (stock >= 0)
);
CREATE INDEX shop_options_good ON shop_options (good_id, position, id);

CREATE SEQUENCE shop_order_numbers;
CREATE TABLE shop_orders (
  id uuid PRIMARY KEY,
  -- Of the checkout: a second sending is the same order.
  key uuid NOT NULL CONSTRAINT shop_orders_key UNIQUE,
  request_hash bytea NOT NULL,
  number integer NOT NULL DEFAULT nextval('shop_order_numbers') CONSTRAINT shop_orders_number UNIQUE,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Opens a guest's order in place of an account: 122 random bits.
  ticket uuid CONSTRAINT shop_orders_ticket UNIQUE,
  locale text NOT NULL CHECK (locale IN ('ko', 'en', 'cn')),
  name text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  -- { name, phone, postcode, address, detail }
  recipient jsonb NOT NULL,
  memo text NOT NULL DEFAULT '',
  depositor text NOT NULL DEFAULT '',
  -- { kind, number }
  receipt jsonb,
  state text NOT NULL CHECK (state IN ('ordered', 'paid', 'preparing', 'shipped', 'delivered', 'confirmed', 'cancelled')),
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
  CONSTRAINT shop_orders_total
    CHECK (total = goods - product_discount - level_discount - coupon_discount - points + delivery),
  CONSTRAINT shop_orders_guest CHECK (ticket IS NULL OR user_id IS NULL),
  CONSTRAINT shop_orders_cancelled CHECK ((state = 'cancelled') = (cancel_reason IS NOT NULL AND cancelled_at IS NOT NULL)),
  CONSTRAINT shop_orders_paid CHECK (state IN ('ordered', 'cancelled') OR paid_at IS NOT NULL),
  CONSTRAINT shop_orders_shipped
    CHECK (state NOT IN ('shipped', 'delivered', 'confirmed') OR (shipped_at IS NOT NULL AND carrier <> '' AND tracking <> ''))
);
CREATE INDEX shop_orders_member ON shop_orders (user_id, created_at DESC);
CREATE INDEX shop_orders_state ON shop_orders (state, created_at DESC);
CREATE INDEX shop_orders_newest ON shop_orders (created_at DESC, id DESC);
CREATE INDEX shop_orders_due ON shop_orders (pay_until) WHERE state = 'ordered';
CREATE INDEX shop_orders_delivered ON shop_orders (delivered_at) WHERE state = 'delivered';

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

-- What was added to a stock and taken from it.
CREATE TABLE shop_stock_moves (
  id uuid PRIMARY KEY,
  option_id uuid NOT NULL REFERENCES shop_options (id) ON DELETE CASCADE,
  amount integer NOT NULL CHECK (amount <> 0),
  kind text NOT NULL CHECK (kind IN ('in', 'out', 'broken', 'order', 'cancel', 'return')),
  order_id uuid REFERENCES shop_orders (id) ON DELETE SET NULL,
  note text NOT NULL DEFAULT '',
  at timestamptz(3) NOT NULL
);
CREATE INDEX shop_stock_moves_option ON shop_stock_moves (option_id, at DESC, id DESC);

CREATE FUNCTION shop_stock_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shop_options SET stock = stock + NEW.amount WHERE id = NEW.option_id;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_stock_follows AFTER INSERT ON shop_stock_moves FOR EACH ROW EXECUTE FUNCTION shop_stock_follows();

CREATE TABLE shop_carts (
  id uuid PRIMARY KEY,
  user_id uuid CONSTRAINT shop_carts_user UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  -- Of the guest's browser, hashed.
  token_hash bytea CONSTRAINT shop_carts_token UNIQUE,
  used_at timestamptz(3) NOT NULL,
  CONSTRAINT shop_carts_one CHECK (num_nonnulls(user_id, token_hash) = 1)
);
CREATE TABLE shop_cart_lines (
  cart_id uuid NOT NULL REFERENCES shop_carts (id) ON DELETE CASCADE,
  option_id uuid NOT NULL REFERENCES shop_options (id) ON DELETE CASCADE,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  chosen boolean NOT NULL DEFAULT true,
  -- Price of one piece after the product's discount, as the customer saw it.
  seen bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (cart_id, option_id)
);
CREATE INDEX shop_cart_lines_option ON shop_cart_lines (option_id);

-- Money. A refund is due until somebody has sent it.
CREATE TABLE shop_payments (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES shop_orders (id) ON DELETE RESTRICT,
  return_id uuid CONSTRAINT shop_payments_return UNIQUE,
  kind text NOT NULL CHECK (kind IN ('payment', 'refund')),
  method text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  done_at timestamptz(3),
  note text NOT NULL DEFAULT '',
  -- Where a refund goes, encrypted.
  sealed bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT shop_payments_done CHECK (kind = 'refund' OR done_at IS NOT NULL)
);
CREATE INDEX shop_payments_order ON shop_payments (order_id);
CREATE INDEX shop_payments_when ON shop_payments (kind, created_at);
-- An order is paid once.
CREATE UNIQUE INDEX shop_payments_once ON shop_payments (order_id) WHERE kind = 'payment';

-- No more goes back than came in.
CREATE FUNCTION shop_payments_bound() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM shop_orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  IF (SELECT sum(CASE kind WHEN 'payment' THEN amount ELSE -amount END) FROM shop_payments WHERE order_id = NEW.order_id) < 0 THEN
    RAISE EXCEPTION 'more than was paid' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_payments_bound';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_payments_bound AFTER INSERT OR UPDATE OF amount, kind ON shop_payments
  FOR EACH ROW EXECUTE FUNCTION shop_payments_bound();

CREATE TABLE shop_point_accounts (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  balance bigint NOT NULL CONSTRAINT shop_point_accounts_balance CHECK (balance >= 0)
);
CREATE TABLE shop_points (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('purchase', 'review', 'adjusted', 'spent', 'back', 'undone', 'expired')),
  amount bigint NOT NULL CHECK (amount <> 0),
  -- After the line; a trigger writes it.
  balance bigint NOT NULL DEFAULT 0,
  note text NOT NULL DEFAULT '',
  order_id uuid REFERENCES shop_orders (id) ON DELETE SET NULL,
  -- What it is for; the same thing gives points once.
  source uuid,
  expires_at timestamptz(3),
  at timestamptz(3) NOT NULL,
  CONSTRAINT shop_points_once UNIQUE (kind, source),
  CONSTRAINT shop_points_sign CHECK ((kind IN ('spent', 'undone', 'expired')) = (amount < 0) OR kind = 'adjusted'),
  CONSTRAINT shop_points_expiry CHECK (expires_at IS NULL OR amount > 0)
);
CREATE INDEX shop_points_member ON shop_points (user_id, seq DESC);
CREATE INDEX shop_points_expiring ON shop_points (expires_at) WHERE expires_at IS NOT NULL;

CREATE FUNCTION shop_points_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A constraint is asked of the row that would be inserted, before any conflict: what takes points updates only.
  IF NEW.amount < 0 THEN
    UPDATE shop_point_accounts SET balance = balance + NEW.amount WHERE user_id = NEW.user_id RETURNING balance INTO NEW.balance;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no points' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_point_accounts_balance';
    END IF;
  ELSE
    INSERT INTO shop_point_accounts (user_id, balance) VALUES (NEW.user_id, NEW.amount)
      ON CONFLICT (user_id) DO UPDATE SET balance = shop_point_accounts.balance + excluded.balance
      RETURNING balance INTO NEW.balance;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER shop_points_follow BEFORE INSERT ON shop_points FOR EACH ROW EXECUTE FUNCTION shop_points_follow();

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
  CONSTRAINT shop_coupons_period CHECK (ends_at > starts_at),
  CONSTRAINT shop_coupons_rate CHECK (kind = 'amount' OR value <= 10000),
  CONSTRAINT shop_coupons_limit CHECK (issued <= "limit")
);

-- What a member has of a coupon: one, or none.
CREATE TABLE shop_coupon_holdings (
  coupon_id uuid NOT NULL REFERENCES shop_coupons (id) ON DELETE RESTRICT,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  "left" integer NOT NULL CONSTRAINT shop_coupon_holdings_left CHECK ("left" BETWEEN 0 AND 1),
  PRIMARY KEY (coupon_id, user_id)
);
CREATE INDEX shop_coupon_holdings_member ON shop_coupon_holdings (user_id);
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

CREATE FUNCTION shop_coupons_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'issued' THEN
    INSERT INTO shop_coupon_holdings (coupon_id, user_id, "left") VALUES (NEW.coupon_id, NEW.user_id, 1);
    UPDATE shop_coupons SET issued = issued + 1 WHERE id = NEW.coupon_id;
  ELSE
    UPDATE shop_coupon_holdings SET "left" = "left" + NEW.amount WHERE coupon_id = NEW.coupon_id AND user_id = NEW.user_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no coupon' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_coupon_holdings_left';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_coupons_follow AFTER INSERT ON shop_coupon_lines FOR EACH ROW EXECUTE FUNCTION shop_coupons_follow();

CREATE TABLE shop_reviews (
  id uuid PRIMARY KEY,
  line_id uuid NOT NULL CONSTRAINT shop_reviews_line UNIQUE REFERENCES shop_order_lines (id) ON DELETE CASCADE,
  good_id uuid REFERENCES shop_goods (id) ON DELETE CASCADE,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- With its middle hidden.
  writer text NOT NULL,
  values jsonb NOT NULL DEFAULT '[]',
  rating integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  text text NOT NULL,
  pictures jsonb NOT NULL DEFAULT '[]',
  hidden boolean NOT NULL DEFAULT false,
  reply text NOT NULL DEFAULT '',
  replied_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX shop_reviews_good ON shop_reviews (good_id, created_at DESC) WHERE NOT hidden;
CREATE INDEX shop_reviews_member ON shop_reviews (user_id);

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
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT shop_returns_decided CHECK ((state IN ('refunded', 'refused')) = (decided_at IS NOT NULL)),
  CONSTRAINT shop_returns_refused CHECK (state <> 'refused' OR decision <> '')
);
CREATE INDEX shop_returns_order ON shop_returns (order_id);
CREATE INDEX shop_returns_state ON shop_returns (state, created_at DESC);

-- Which pieces of a line are sent back: each by one return. What was paid is split among pieces by their number, so that
-- all of them together make it again.
CREATE TABLE shop_return_pieces (
  line_id uuid NOT NULL REFERENCES shop_order_lines (id) ON DELETE CASCADE,
  piece integer NOT NULL CHECK (piece >= 0),
  return_id uuid NOT NULL REFERENCES shop_returns (id) ON DELETE CASCADE,
  CONSTRAINT shop_return_pieces_one PRIMARY KEY (line_id, piece)
);
CREATE INDEX shop_return_pieces_return ON shop_return_pieces (return_id);

CREATE FUNCTION shop_return_pieces_bound() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.piece >= (SELECT quantity FROM shop_order_lines WHERE id = NEW.line_id) THEN
    RAISE EXCEPTION 'no such piece' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_return_pieces_bound';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_return_pieces_bound AFTER INSERT ON shop_return_pieces
  FOR EACH ROW EXECUTE FUNCTION shop_return_pieces_bound();

CREATE TRIGGER shop_conditions_cache AFTER UPDATE ON shop_conditions FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');
CREATE TRIGGER shop_categories_cache AFTER INSERT OR UPDATE OR DELETE ON shop_categories FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');
CREATE TRIGGER shop_goods_cache AFTER INSERT OR UPDATE OR DELETE ON shop_goods FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');
CREATE TRIGGER shop_reviews_cache AFTER INSERT OR UPDATE OR DELETE ON shop_reviews FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');
CREATE TRIGGER shop_options_cache AFTER INSERT OR DELETE ON shop_options FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');
-- Not of every piece sold: pages tell pieces from ten on downwards.
CREATE TRIGGER shop_options_cache_changed AFTER UPDATE ON shop_options FOR EACH ROW
  WHEN ((least(OLD.stock, 11), OLD.position, OLD.values, OLD.difference, OLD.restock_on, OLD.visible)
    IS DISTINCT FROM (least(NEW.stock, 11), NEW.position, NEW.values, NEW.difference, NEW.restock_on, NEW.visible))
  EXECUTE FUNCTION notify_cache('shop');
