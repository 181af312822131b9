-- Requests of a buyer in a fair that wait for an answer, as its company sees them: one that the operator has placed out
-- of sight still does.
CREATE FUNCTION open_requests(fair uuid, buyer uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM matchings AS asked
    LEFT JOIN matching_unreleased AS kept ON kept.matching_id = asked.id AND kept.released_at IS NULL
  WHERE asked.fair_id = fair AND asked.buyer_id = buyer
    AND CASE WHEN kept.matching_id IS NULL THEN asked.state ELSE kept.state END IN ('requested', 'offered', 'expired')
$$;

CREATE OR REPLACE FUNCTION limit_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM participations WHERE fair_id = NEW.fair_id AND profile_id = NEW.buyer_id FOR UPDATE;
  IF open_requests(NEW.fair_id, NEW.buyer_id) >= (SELECT request_limit FROM fairs WHERE id = NEW.fair_id) THEN
    RAISE EXCEPTION 'too many open requests' USING ERRCODE = '23514', TABLE = 'matchings', CONSTRAINT = 'matchings_limit';
  END IF;
  RETURN NEW;
END $$;

-- As before, and a request whose offer has run out waits for its seller.
CREATE OR REPLACE FUNCTION keep_fair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM matchings WHERE fair_id = OLD.id
      AND (state IN ('requested', 'offered', 'expired') OR (state = 'confirmed' AND ends_at > now()))) THEN
    RAISE EXCEPTION 'matchings are open' USING ERRCODE = '23503', TABLE = 'fairs', CONSTRAINT = 'fairs_matchings';
  END IF;
  RETURN OLD;
END $$;
