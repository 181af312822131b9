-- Skips recipients who withdrew while a sending was being written, so that the others still receive it.
CREATE OR REPLACE FUNCTION skip_withdrawn_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users WHERE id = NEW.user_id AND state <> 'withdrawn' FOR KEY SHARE;
  IF FOUND THEN
    RETURN NEW;
  END IF;
  RETURN NULL;
END
$$;
