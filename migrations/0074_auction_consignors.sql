-- Who brings works to an auction, and what the house keeps of the hammer price. The account that is paid into is encrypted.
CREATE TABLE auction_consignors (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  email text,
  phone text,
  -- Hundredths of a percent of the hammer price; a work can say otherwise.
  commission integer NOT NULL DEFAULT 1000 CHECK (commission BETWEEN 0 AND 5000),
  sealed bytea,
  note text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

ALTER TABLE auction_works
  ADD COLUMN consignor_id uuid REFERENCES auction_consignors (id) ON DELETE RESTRICT,
  ADD COLUMN commission integer CHECK (commission BETWEEN 0 AND 5000);
CREATE INDEX auction_works_consignor ON auction_works (consignor_id);

-- As it was agreed when the hammer fell; what is changed later is for later sales.
ALTER TABLE auction_sales
  ADD COLUMN consignor_id uuid REFERENCES auction_consignors (id) ON DELETE RESTRICT,
  ADD COLUMN commission_rate integer CHECK (commission_rate BETWEEN 0 AND 5000),
  ADD COLUMN settled_at timestamptz(3),
  ADD CONSTRAINT auction_sales_consigned CHECK ((consignor_id IS NULL) = (commission_rate IS NULL)),
  ADD CONSTRAINT auction_sales_settled CHECK (settled_at IS NULL
    OR (consignor_id IS NOT NULL AND state IN ('paid', 'collected')));
CREATE INDEX auction_sales_consignor ON auction_sales (consignor_id);

-- The terms that a sale of a work is made on.
CREATE FUNCTION auction_consigned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT consignor.id, coalesce(work.commission, consignor.commission) INTO NEW.consignor_id, NEW.commission_rate
    FROM auction_works AS work JOIN auction_consignors AS consignor ON consignor.id = work.consignor_id
    WHERE work.id = NEW.work_id;
  RETURN NEW;
END $$;
CREATE TRIGGER auction_consigned BEFORE INSERT ON auction_sales FOR EACH ROW EXECUTE FUNCTION auction_consigned();
