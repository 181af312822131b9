-- A code is valid once: the last used step only increases, unless the secret changes.
CREATE OR REPLACE FUNCTION two_steps_go_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.secret = OLD.secret AND NEW.last_step <= OLD.last_step THEN
    RAISE EXCEPTION 'a code was used twice' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
