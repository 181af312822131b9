-- Limits invitations per seller. Locks both participations as a request does, so that a concurrent request comes
-- before it, or after it and answers it.
CREATE OR REPLACE FUNCTION require_invitable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parts integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.fair_id::text || NEW.seller_id::text, 2));
  PERFORM FROM participations WHERE fair_id = NEW.fair_id AND profile_id IN (NEW.seller_id, NEW.buyer_id)
    AND state = 'approved' ORDER BY id FOR SHARE;
  GET DIAGNOSTICS parts = ROW_COUNT;
  IF parts < 2 THEN
    RAISE EXCEPTION 'a company does not take part' USING ERRCODE = '23514', TABLE = 'match_invitations', CONSTRAINT = 'match_invitations_parts';
  END IF;
  IF EXISTS (SELECT FROM matchings WHERE fair_id = NEW.fair_id AND seller_id = NEW.seller_id AND buyer_id = NEW.buyer_id
      AND state NOT IN ('declined', 'cancelled')) THEN
    RAISE EXCEPTION 'the two have a matching' USING ERRCODE = '23514', TABLE = 'match_invitations', CONSTRAINT = 'match_invitations_open';
  END IF;
  -- Withdrawn invitations were sent and count.
  IF (SELECT count(*) FROM match_invitations WHERE fair_id = NEW.fair_id AND seller_id = NEW.seller_id AND state <> 'asked')
    >= (SELECT request_limit FROM fairs WHERE id = NEW.fair_id) THEN
    RAISE EXCEPTION 'too many invitations' USING ERRCODE = '23514', TABLE = 'match_invitations', CONSTRAINT = 'match_invitations_limit';
  END IF;
  RETURN NEW;
END $$;
