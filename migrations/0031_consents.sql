-- What members agreed to and took back: a history that is only ever added to.
CREATE TABLE consents (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- `terms:<code>`, `age`, or `channel:<name>`.
  subject text NOT NULL CHECK (subject ~ '^(terms:[a-z][a-z0-9-]{0,39}|age|channel:(SMS|EMAIL|PHONE))$'),
  -- The version that was shown; terms in force are never changed or removed.
  terms_id uuid REFERENCES terms (id),
  given boolean NOT NULL,
  -- Where it was said: on joining, on my page, by a link in a mail.
  how text NOT NULL CHECK (how IN ('join', 'me', 'link')),
  at timestamptz(3) NOT NULL,
  CHECK ((subject LIKE 'terms:%') = (terms_id IS NOT NULL))
);
CREATE INDEX consents_user ON consents (user_id, subject, at DESC, id DESC);

-- Removed only together, with the account: the transaction of a withdrawal names whose.
CREATE FUNCTION keep_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('daecheong.withdrawing', true) = OLD.user_id::text THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'consents is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER consents_append_only BEFORE UPDATE OR DELETE ON consents FOR EACH ROW EXECUTE FUNCTION keep_consents();
CREATE TRIGGER consents_no_truncate BEFORE TRUNCATE ON consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
