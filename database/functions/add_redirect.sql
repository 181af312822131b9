-- Redirects the former path of a page to its new one.
CREATE OR REPLACE FUNCTION add_redirect(old_path text, new_path text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF old_path IS NULL OR new_path IS NULL OR old_path = new_path THEN RETURN; END IF;
  PERFORM lock_redirects();
  -- The new path is a page again.
  DELETE FROM redirects WHERE from_path = new_path;
  INSERT INTO redirects (id, from_path, to_path, automatic) VALUES (gen_random_uuid(), old_path, new_path, true)
    ON CONFLICT (from_path) DO UPDATE SET to_path = excluded.to_path, status = 301, automatic = true,
      updated_at = greatest(now(), redirects.updated_at + interval '1 millisecond');
END $$;
