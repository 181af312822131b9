-- Makes consents append-only. A withdrawal may delete those of its own account, which it names in
-- `daecheong.withdrawing`.
CREATE OR REPLACE FUNCTION protect_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('daecheong.withdrawing', true) = OLD.user_id::text THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'consents is append-only' USING ERRCODE = 'restrict_violation';
END $$;
