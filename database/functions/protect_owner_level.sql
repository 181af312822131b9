-- Refuses to delete the owner level or to change its key or rank.
CREATE OR REPLACE FUNCTION protect_owner_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the owner level cannot be changed or deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'levels_owner';
END $$;
