-- Trigger form of `require_account` for `user_id`. The tables with records of members have it (docs/privacy.md); a
-- test compares them with the foreign keys.
CREATE OR REPLACE FUNCTION require_own_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_account(NEW.user_id);
  RETURN NEW;
END
$$;
