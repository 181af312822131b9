-- Meetings become public by the release, which notifies the companies; refuses a change of `released` while changes
-- are withheld.
CREATE OR REPLACE FUNCTION keep_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM withheld_matchings WHERE fair_id = NEW.id) THEN
    RAISE EXCEPTION 'meetings are not told' USING ERRCODE = '23514', TABLE = 'fairs', CONSTRAINT = 'fairs_plan';
  END IF;
  RETURN NEW;
END $$;
