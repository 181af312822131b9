-- Backs the rule of the application: no more than 300 recipients without an approval.
CREATE OR REPLACE FUNCTION check_sending_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM sendings sending
    WHERE sending.approved_by IS NULL AND sending.id IN (SELECT sending_id FROM added)
      AND (SELECT count(*) FROM (
        SELECT FROM sending_recipients recipient WHERE recipient.sending_id = sending.id AND recipient.state <> 'skipped' LIMIT 301) limited) > 300
  ) THEN
    RAISE EXCEPTION 'a sending to more than 300 recipients requires an approval' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
