-- A request answers the invitation of its seller.
CREATE OR REPLACE FUNCTION mark_invitation_answered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE match_invitations SET state = 'asked', updated_at = NEW.created_at
  WHERE fair_id = NEW.fair_id AND seller_id = NEW.seller_id AND buyer_id = NEW.buyer_id AND state IN ('open', 'declined');
  RETURN NULL;
END $$;
