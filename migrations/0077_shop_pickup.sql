-- Orders that are picked up: where and when staff hand them over, and the code that the customer shows there. Ten
-- hexadecimal digits, as the code of a badge (0064); an auction's sale takes the same ones, the digits that its code began
-- with.

ALTER TABLE shop_conditions
  ADD COLUMN pickup_place jsonb NOT NULL DEFAULT '{}',
  -- By the clock of Seoul.
  ADD COLUMN pickup_from text NOT NULL DEFAULT '10:00' CHECK (pickup_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ADD COLUMN pickup_to text NOT NULL DEFAULT '18:00' CHECK (pickup_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- For which what is ready is kept.
  ADD COLUMN pickup_days integer NOT NULL DEFAULT 7 CHECK (pickup_days BETWEEN 1 AND 60),
  ADD CONSTRAINT shop_conditions_pickup CHECK (pickup_from < pickup_to);

ALTER TABLE shop_orders
  ADD COLUMN way text NOT NULL DEFAULT 'parcel' CHECK (way IN ('parcel', 'pickup')),
  -- { place, from, to, days } as they were when it was ordered.
  ADD COLUMN pickup jsonb,
  ADD COLUMN code text CONSTRAINT shop_orders_code UNIQUE CHECK (code ~ '^[0-9A-F]{10}$'),
  ADD COLUMN ready_at timestamptz(3),
  ADD CONSTRAINT shop_orders_pickup CHECK (
    CASE way WHEN 'pickup' THEN pickup IS NOT NULL AND code IS NOT NULL AND delivery = 0
      ELSE pickup IS NULL AND code IS NULL AND ready_at IS NULL END),
  DROP CONSTRAINT shop_orders_state_check,
  ADD CONSTRAINT shop_orders_state_check CHECK (
    state IN ('ordered', 'paid', 'preparing', 'ready', 'shipped', 'delivered', 'confirmed', 'cancelled')),
  DROP CONSTRAINT shop_orders_shipped,
  ADD CONSTRAINT shop_orders_shipped CHECK (
    CASE WHEN way = 'pickup' THEN state <> 'shipped' AND (state NOT IN ('ready', 'delivered', 'confirmed') OR ready_at IS NOT NULL)
      ELSE state <> 'ready'
        AND (state NOT IN ('shipped', 'delivered', 'confirmed') OR (shipped_at IS NOT NULL AND carrier <> '' AND tracking <> ''))
    END);

ALTER TABLE auction_sales
  ALTER COLUMN code DROP DEFAULT,
  ALTER COLUMN code TYPE text USING upper(left(replace(code::text, '-', ''), 10)),
  ALTER COLUMN code SET DEFAULT upper(left(replace(gen_random_uuid()::text, '-', ''), 10)),
  ADD CONSTRAINT auction_sales_code_check CHECK (code ~ '^[0-9A-F]{10}$');
