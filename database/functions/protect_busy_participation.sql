-- Refuses to revoke the approval of a participant with open matchings.
CREATE OR REPLACE FUNCTION protect_busy_participation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM matchings WHERE fair_id = NEW.fair_id AND NEW.profile_id IN (seller_id, buyer_id)
      AND state IN ('requested', 'offered', 'expired', 'confirmed')) THEN
    RAISE EXCEPTION 'the participant has open matchings' USING ERRCODE = '23514', TABLE = 'participations', CONSTRAINT = 'participations_matchings';
  END IF;
  RETURN NEW;
END $$;
