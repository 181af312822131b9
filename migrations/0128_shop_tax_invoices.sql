-- What a business wants its tax invoice (세금계산서) made out to: { businessNumber, company, ceo, address, businessType,
-- businessItem, email }. An order has this or a cash receipt, never both.
ALTER TABLE shop_orders
  ADD COLUMN tax_invoice jsonb,
  -- Under which number the tax office has it; empty until it is issued.
  ADD COLUMN tax_approval text NOT NULL DEFAULT '' CHECK (tax_approval ~ '^([0-9]{8}[0-9A-Za-z]{16})?$'),
  ADD COLUMN tax_issued_at timestamptz(3),
  ADD CONSTRAINT shop_orders_one_proof CHECK (receipt IS NULL OR tax_invoice IS NULL),
  ADD CONSTRAINT shop_orders_tax_issued CHECK ((tax_approval = '') = (tax_issued_at IS NULL));
CREATE UNIQUE INDEX shop_orders_tax_approval ON shop_orders (tax_approval) WHERE tax_approval <> '';
CREATE INDEX shop_orders_tax_invoice ON shop_orders (created_at DESC, id DESC) WHERE tax_invoice IS NOT NULL;
