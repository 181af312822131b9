-- Limits invitations per seller. Locks both participations as a request does, so that a concurrent request comes
-- before it, or after it and answers it.
CREATE OR REPLACE FUNCTION check_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  participants integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.fair_id::text || NEW.seller_id::text, 2));
  PERFORM FROM participations WHERE fair_id = NEW.fair_id AND profile_id IN (NEW.seller_id, NEW.buyer_id)
    AND state = 'approved' ORDER BY id FOR SHARE;
  GET DIAGNOSTICS participants = ROW_COUNT;
  IF participants < 2 THEN
    RAISE EXCEPTION 'a company is not an approved participant' USING ERRCODE = '23514', TABLE = 'match_invitations', CONSTRAINT = 'match_invitations_parts';
  END IF;
  IF EXISTS (SELECT FROM matchings WHERE fair_id = NEW.fair_id AND seller_id = NEW.seller_id AND buyer_id = NEW.buyer_id
      AND state NOT IN ('declined', 'cancelled')) THEN
    RAISE EXCEPTION 'the two companies have an open matching' USING ERRCODE = '23514', TABLE = 'match_invitations', CONSTRAINT = 'match_invitations_open';
  END IF;
  -- Withdrawn invitations were sent and count.
  IF (SELECT count(*) FROM match_invitations WHERE fair_id = NEW.fair_id AND seller_id = NEW.seller_id AND state <> 'asked')
    >= (SELECT request_limit FROM fairs WHERE id = NEW.fair_id) THEN
    RAISE EXCEPTION 'the seller has reached the limit of invitations' USING ERRCODE = '23514', TABLE = 'match_invitations', CONSTRAINT = 'match_invitations_limit';
  END IF;
  RETURN NEW;
END $$;
