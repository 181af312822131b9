-- Serialises with a concurrent decision on the seller and a publication of the fair, which would not see the new row.
CREATE OR REPLACE FUNCTION lock_fair_and_participation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM fairs WHERE id = NEW.fair_id FOR SHARE;
  PERFORM FROM participations WHERE fair_id = NEW.fair_id AND profile_id = NEW.profile_id FOR SHARE;
  RETURN NEW;
END $$;
