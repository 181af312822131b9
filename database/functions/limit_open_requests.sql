-- Limits the open requests of a buyer in a fair; the lock on the participation serialises them.
CREATE OR REPLACE FUNCTION limit_open_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM participations WHERE fair_id = NEW.fair_id AND profile_id = NEW.buyer_id FOR UPDATE;
  IF count_open_requests(NEW.fair_id, NEW.buyer_id) >= (SELECT request_limit FROM fairs WHERE id = NEW.fair_id) THEN
    RAISE EXCEPTION 'the buyer has reached the limit of open requests' USING ERRCODE = '23514', TABLE = 'matchings', CONSTRAINT = 'matchings_limit';
  END IF;
  RETURN NEW;
END $$;
