-- A matching that is open stands between two companies that take part, however the two are changed at once.

-- Both participations are held while a matching is written: who leaves or is refused at that moment waits, or is seen.
-- Fires after `matchings_limit`, which takes the stronger lock on one of the two.
CREATE FUNCTION require_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parts integer;
BEGIN
  PERFORM FROM participations WHERE fair_id = NEW.fair_id AND profile_id IN (NEW.seller_id, NEW.buyer_id)
    AND state = 'approved' ORDER BY id FOR SHARE;
  GET DIAGNOSTICS parts = ROW_COUNT;
  IF parts < 2 THEN
    RAISE EXCEPTION 'a company does not take part' USING ERRCODE = '23514', TABLE = 'matchings', CONSTRAINT = 'matchings_parts';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER matchings_parts BEFORE INSERT ON matchings FOR EACH ROW
  WHEN (NEW.state IN ('requested', 'offered', 'confirmed')) EXECUTE FUNCTION require_parts();

CREATE FUNCTION keep_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM matchings WHERE fair_id = NEW.fair_id AND NEW.profile_id IN (seller_id, buyer_id)
      AND state IN ('requested', 'offered', 'expired', 'confirmed')) THEN
    RAISE EXCEPTION 'matchings are open' USING ERRCODE = '23514', TABLE = 'participations', CONSTRAINT = 'participations_matchings';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER participations_matchings BEFORE UPDATE OF state ON participations FOR EACH ROW
  WHEN (OLD.state = 'approved' AND NEW.state <> 'approved') EXECUTE FUNCTION keep_parts();

-- A fair goes with everything in it, so not while companies count on a meeting that is still to come: nobody would be
-- told, and their calendars would keep it.
CREATE FUNCTION keep_fair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM matchings WHERE fair_id = OLD.id
      AND (state IN ('requested', 'offered') OR (state = 'confirmed' AND ends_at > now()))) THEN
    RAISE EXCEPTION 'matchings are open' USING ERRCODE = '23503', TABLE = 'fairs', CONSTRAINT = 'fairs_matchings';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER fairs_matchings BEFORE DELETE ON fairs FOR EACH ROW EXECUTE FUNCTION keep_fair();
