-- Copies the consignor's terms to a sale.
CREATE OR REPLACE FUNCTION copy_consignor_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT consignor.id, coalesce(work.commission, consignor.commission) INTO NEW.consignor_id, NEW.commission_rate
    FROM auction_works AS work JOIN auction_consignors AS consignor ON consignor.id = work.consignor_id
    WHERE work.id = NEW.work_id;
  RETURN NEW;
END $$;
