-- Opens a matching only between approved participants. Both participations stay locked, so that a concurrent
-- withdrawal waits or is seen. Fires after `matchings_limit`, which takes the stronger lock.
CREATE OR REPLACE FUNCTION require_approved_participants() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  participants integer;
BEGIN
  PERFORM FROM participations WHERE fair_id = NEW.fair_id AND profile_id IN (NEW.seller_id, NEW.buyer_id)
    AND state = 'approved' ORDER BY id FOR SHARE;
  GET DIAGNOSTICS participants = ROW_COUNT;
  IF participants < 2 THEN
    RAISE EXCEPTION 'a company is not an approved participant' USING ERRCODE = '23514', TABLE = 'matchings', CONSTRAINT = 'matchings_parts';
  END IF;
  RETURN NEW;
END $$;
