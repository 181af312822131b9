-- The release of the schedule publishes its meetings and notifies the companies. Refuses to set `released` while
-- changes are withheld.
CREATE OR REPLACE FUNCTION require_released_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM withheld_matchings WHERE fair_id = NEW.id) THEN
    RAISE EXCEPTION 'the fair has unreleased changes' USING ERRCODE = '23514', TABLE = 'fairs', CONSTRAINT = 'fairs_plan';
  END IF;
  RETURN NEW;
END $$;
