-- Requires that one active owner remains. The lock on the level serialises concurrent changes; the query after it sees
-- their result.
CREATE OR REPLACE FUNCTION require_remaining_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM levels WHERE id = OLD.level_id AND key = 'owner' FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM users WHERE level_id = OLD.level_id AND state = 'active' AND id <> OLD.id) THEN
    RAISE EXCEPTION 'at least one active owner is required' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_last_owner';
  END IF;
  RETURN NEW;
END $$;
