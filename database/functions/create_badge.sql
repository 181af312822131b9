-- Creates the badge of a participation.
CREATE OR REPLACE FUNCTION create_badge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fair_badges (participation_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
