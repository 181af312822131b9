-- Keeps the key and rank of the owner level, and the level itself.
CREATE OR REPLACE FUNCTION keep_owner_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the level of owners stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'levels_owner';
END $$;
