-- Trigger form of `require_account` for `author_id`.
CREATE OR REPLACE FUNCTION require_author_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_account(NEW.author_id);
  RETURN NEW;
END
$$;
