-- Locks the redirects before the statement, so that the row triggers read under it.
CREATE OR REPLACE FUNCTION lock_before_redirect_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_redirects();
  RETURN NULL;
END $$;
