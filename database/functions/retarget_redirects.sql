-- Points existing redirects to the target of the new one.
CREATE OR REPLACE FUNCTION retarget_redirects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE redirects SET to_path = NEW.to_path, status = CASE WHEN NEW.to_path IS NULL THEN 410 ELSE status END,
    updated_at = greatest(now(), updated_at + interval '1 millisecond')
    WHERE to_path = NEW.from_path;
  RETURN NULL;
END $$;
