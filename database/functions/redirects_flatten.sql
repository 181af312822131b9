-- Points a new redirect to the end of its chain; refuses a loop.
CREATE OR REPLACE FUNCTION redirects_flatten() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  onward redirects;
BEGIN
  SELECT * INTO onward FROM redirects WHERE from_path = NEW.to_path AND id <> NEW.id;
  IF FOUND THEN
    IF onward.to_path = NEW.from_path THEN
      RAISE EXCEPTION '% and % lead to each other', NEW.from_path, NEW.to_path
        USING ERRCODE = 'check_violation', TABLE = 'redirects', CONSTRAINT = 'redirects_loop';
    END IF;
    NEW.to_path := onward.to_path;
    NEW.status := CASE WHEN onward.to_path IS NULL THEN 410 ELSE NEW.status END;
  END IF;
  RETURN NEW;
END $$;
