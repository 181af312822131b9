-- Terms in force are never changed or deleted: members consented to them and readers relied on them. clock_timestamp()
-- also refuses a change that waited for a lock until the version came into force.
CREATE OR REPLACE FUNCTION protect_terms_in_force() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.effective_at <= clock_timestamp() THEN
    RAISE EXCEPTION 'terms % of % are in force', OLD.code, OLD.effective_at
      USING ERRCODE = 'check_violation', TABLE = 'terms', CONSTRAINT = 'terms_in_force';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
