-- Deleting a fair deletes everything in it. Refuses while companies would not be notified: open matchings, or
-- participants of a published fair. Setting it back to draft notifies them first; a fair that is over sends no
-- notifications.
CREATE OR REPLACE FUNCTION protect_used_fair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM matchings WHERE fair_id = OLD.id
      AND (state IN ('requested', 'offered', 'expired') OR (state = 'confirmed' AND ends_at > now()))) THEN
    RAISE EXCEPTION 'the fair has open matchings' USING ERRCODE = '23503', TABLE = 'fairs', CONSTRAINT = 'fairs_matchings';
  END IF;
  IF (OLD.phase NOT IN ('draft', 'expired') AND EXISTS (SELECT FROM participations
        WHERE fair_id = OLD.id AND state IN ('submitted', 'asked', 'approved')))
      OR EXISTS (SELECT FROM fair_notices AS notice JOIN participations AS participant ON participant.id = notice.participation_id
        WHERE participant.fair_id = OLD.id) THEN
    RAISE EXCEPTION 'the fair has participants' USING ERRCODE = '23503', TABLE = 'fairs', CONSTRAINT = 'fairs_participants';
  END IF;
  RETURN OLD;
END $$;
