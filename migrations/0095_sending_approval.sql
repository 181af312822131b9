-- A sending to more than 300 people goes once a second member of staff has approved it.
ALTER TABLE sendings
  ADD COLUMN asked_by uuid REFERENCES users (id),
  ADD COLUMN asked_at timestamptz(3),
  ADD COLUMN approved_by uuid REFERENCES users (id),
  ADD COLUMN approved_at timestamptz(3),
  -- Why it was given back, until it is sent again.
  ADD COLUMN returned text CHECK (char_length(returned) BETWEEN 1 AND 300),
  DROP CONSTRAINT sendings_state_check,
  ADD CONSTRAINT sendings_state_check
    CHECK (state IN ('draft', 'asked', 'scheduled', 'sending', 'done', 'cancelled')),
  DROP CONSTRAINT sendings_check,
  ADD CONSTRAINT sendings_moment CHECK (state IN ('draft', 'asked') OR send_at IS NOT NULL),
  ADD CONSTRAINT sendings_asked CHECK ((asked_by IS NULL) = (asked_at IS NULL) AND (state <> 'asked' OR asked_by IS NOT NULL)),
  -- Two people: nobody approves what they asked for.
  ADD CONSTRAINT sendings_two_people
    CHECK ((approved_by IS NULL) = (approved_at IS NULL) AND (approved_by IS NULL OR approved_by IS DISTINCT FROM asked_by));

-- Behind the rule of the application: without an approval no more recipients than 300 are written down.
CREATE FUNCTION check_sending_approval() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER sending_recipients_approval AFTER INSERT ON sending_recipients
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_sending_approval();
