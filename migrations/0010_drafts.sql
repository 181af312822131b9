-- Work on a record that the public does not see yet, and looks at it before it does.

-- A draft stands beside its record and touches nothing of it: no trigger of the record runs, so no cached page, no
-- search and no feed hears of it.
CREATE TABLE drafts (
  -- As the log names its kind: `practices`.
  entity text NOT NULL,
  record_id uuid NOT NULL,
  -- What the module's input takes, whole and clean.
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  -- The row it was made from, and its version.
  base jsonb NOT NULL CHECK (jsonb_typeof(base) = 'object'),
  made_from timestamptz(3) NOT NULL,
  -- Who saved it last, as the log names people.
  author text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (entity, record_id)
);

-- A record that goes takes its draft along. The argument names the kind.
CREATE FUNCTION drop_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM drafts WHERE entity = TG_ARGV[0] AND record_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER practices_draft AFTER DELETE ON practices FOR EACH ROW EXECUTE FUNCTION drop_draft('practices');
CREATE TRIGGER sections_draft AFTER DELETE ON sections FOR EACH ROW EXECUTE FUNCTION drop_draft('pages');

-- A record as somebody at the console wants to see it on its page, for a quarter of an hour.
CREATE TABLE previews (
  -- SHA-256 of the token; the token itself stands in the address alone.
  token_hash bytea PRIMARY KEY,
  -- Whose session it belongs to: with the session it ends.
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- The scope that the page asks for each time.
  access text NOT NULL,
  entity text NOT NULL,
  record_id uuid NOT NULL,
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX previews_session ON previews (session_id, created_at);
CREATE INDEX previews_expires_at ON previews (expires_at);
