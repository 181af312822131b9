-- Points a new redirect to the end of its chain; refuses a loop.
CREATE OR REPLACE FUNCTION flatten_redirect() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  next_redirect redirects;
BEGIN
  SELECT * INTO next_redirect FROM redirects WHERE from_path = NEW.to_path AND id <> NEW.id;
  IF FOUND THEN
    IF next_redirect.to_path = NEW.from_path THEN
      RAISE EXCEPTION '% and % lead to each other', NEW.from_path, NEW.to_path
        USING ERRCODE = 'check_violation', TABLE = 'redirects', CONSTRAINT = 'redirects_loop';
    END IF;
    NEW.to_path := next_redirect.to_path;
    NEW.status := CASE WHEN next_redirect.to_path IS NULL THEN 410 ELSE NEW.status END;
  END IF;
  RETURN NEW;
END $$;
