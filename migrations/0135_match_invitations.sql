-- A seller invites a buyer of the same fair to ask it for a meeting, once.
CREATE TABLE match_invitations (
  id uuid PRIMARY KEY,
  fair_id uuid NOT NULL,
  seller_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  message text NOT NULL DEFAULT '',
  -- `asked`: the buyer did. `declined` is the buyer's to know: its seller sees it as open.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'asked', 'withdrawn', 'declined')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT match_invitations_seller FOREIGN KEY (fair_id, seller_id)
    REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE,
  CONSTRAINT match_invitations_buyer FOREIGN KEY (fair_id, buyer_id)
    REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE,
  CONSTRAINT match_invitations_once UNIQUE (fair_id, seller_id, buyer_id)
);
CREATE INDEX match_invitations_sellers ON match_invitations (seller_id);
CREATE INDEX match_invitations_buyers ON match_invitations (buyer_id, fair_id);

-- One seller's are counted one after the other. The two participations are held as they are for a request, which then
-- is there before, or comes after and answers this.
CREATE FUNCTION require_invitable() RETURNS trigger LANGUAGE plpgsql AS $$
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
  -- What was taken back was sent all the same.
  IF (SELECT count(*) FROM match_invitations WHERE fair_id = NEW.fair_id AND seller_id = NEW.seller_id AND state <> 'asked')
    >= (SELECT request_limit FROM fairs WHERE id = NEW.fair_id) THEN
    RAISE EXCEPTION 'too many invitations' USING ERRCODE = '23514', TABLE = 'match_invitations', CONSTRAINT = 'match_invitations_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER match_invitations_invitable BEFORE INSERT ON match_invitations
  FOR EACH ROW EXECUTE FUNCTION require_invitable();

CREATE FUNCTION answer_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE match_invitations SET state = 'asked', updated_at = NEW.created_at
  WHERE fair_id = NEW.fair_id AND seller_id = NEW.seller_id AND buyer_id = NEW.buyer_id AND state IN ('open', 'declined');
  RETURN NULL;
END $$;
CREATE TRIGGER matchings_invitation AFTER INSERT ON matchings FOR EACH ROW EXECUTE FUNCTION answer_invitation();
