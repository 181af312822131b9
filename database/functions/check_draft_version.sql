-- Optimistic lock: each save must increase the version by one.
CREATE OR REPLACE FUNCTION check_draft_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version <> OLD.version + 1 THEN
    RAISE EXCEPTION 'a save must increase the version by one' USING ERRCODE = '23514', TABLE = 'free_time_drafts', CONSTRAINT = 'free_time_drafts_version';
  END IF;
  RETURN NEW;
END $$;
