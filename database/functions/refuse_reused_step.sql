-- A code is valid once: the last used step only increases, unless the secret changes.
CREATE OR REPLACE FUNCTION refuse_reused_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.secret = OLD.secret AND NEW.last_step <= OLD.last_step THEN
    RAISE EXCEPTION 'a code can be used only once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
