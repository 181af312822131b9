-- A participant with open matchings stays approved.
CREATE OR REPLACE FUNCTION keep_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM matchings WHERE fair_id = NEW.fair_id AND NEW.profile_id IN (seller_id, buyer_id)
      AND state IN ('requested', 'offered', 'expired', 'confirmed')) THEN
    RAISE EXCEPTION 'matchings are open' USING ERRCODE = '23514', TABLE = 'participations', CONSTRAINT = 'participations_matchings';
  END IF;
  RETURN NEW;
END $$;
