-- Backs the rule of the application: no more than 300 recipients without an approval.
CREATE OR REPLACE FUNCTION check_sending_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM sendings s
    WHERE s.approved_by IS NULL AND s.id IN (SELECT sending_id FROM added)
      AND (SELECT count(*) FROM (
        SELECT FROM sending_recipients r WHERE r.sending_id = s.id AND r.state <> 'skipped' LIMIT 301) most) > 300
  ) THEN
    RAISE EXCEPTION 'a sending to more than 300 is not approved' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
