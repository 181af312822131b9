-- A fair is deleted with everything in it, so refuses while companies would not learn of it: open matchings, or
-- participants of a published fair. Setting it back to draft notifies them first; a fair that is over sends no notifications.
CREATE OR REPLACE FUNCTION keep_fair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM matchings WHERE fair_id = OLD.id
      AND (state IN ('requested', 'offered', 'expired') OR (state = 'confirmed' AND ends_at > now()))) THEN
    RAISE EXCEPTION 'matchings are open' USING ERRCODE = '23503', TABLE = 'fairs', CONSTRAINT = 'fairs_matchings';
  END IF;
  IF (OLD.phase NOT IN ('draft', 'expired') AND EXISTS (SELECT FROM participations
        WHERE fair_id = OLD.id AND state IN ('submitted', 'asked', 'approved')))
      OR EXISTS (SELECT FROM fair_notices AS notice JOIN participations AS part ON part.id = notice.participation_id
        WHERE part.fair_id = OLD.id) THEN
    RAISE EXCEPTION 'companies take part' USING ERRCODE = '23503', TABLE = 'fairs', CONSTRAINT = 'fairs_participants';
  END IF;
  RETURN OLD;
END $$;
