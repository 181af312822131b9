-- Maintains `match_bookings`, which prevents overlapping meetings of a company.
CREATE OR REPLACE FUNCTION update_match_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM match_bookings WHERE matching_id = NEW.id;
  INSERT INTO match_bookings (matching_id, company_id, during)
    SELECT NEW.id, company_id, tstzrange(NEW.starts_at, NEW.ends_at) FROM match_profiles
    WHERE id IN (NEW.seller_id, NEW.buyer_id) AND NEW.slot_id IS NOT NULL
    ORDER BY company_id;
  RETURN NULL;
END $$;
