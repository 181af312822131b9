-- Takes the lock before the statement, so that the row triggers read under it.
CREATE OR REPLACE FUNCTION redirects_one_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_redirects();
  RETURN NULL;
END $$;
