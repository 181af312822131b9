-- Content blocks of practices and pages, and terms with their versions.

ALTER TABLE practices ADD COLUMN blocks jsonb NOT NULL DEFAULT '[]';

ALTER TABLE sections ADD COLUMN blocks jsonb NOT NULL DEFAULT '[]';
ALTER TABLE sections DROP CONSTRAINT sections_kind_check;
ALTER TABLE sections ADD CONSTRAINT sections_kind_check
  CHECK (kind IN ('hero', 'business', 'values', 'lawyers', 'projects', 'stories', 'offices', 'blocks'));
-- The home page is made of its own sections.
ALTER TABLE sections ADD CONSTRAINT sections_blocks CHECK (kind <> 'blocks' OR page <> 'home');

CREATE TABLE terms (
  id uuid PRIMARY KEY,
  code text NOT NULL CHECK (code ~ '^[a-z][a-z0-9-]{0,39}$'),
  title jsonb NOT NULL,
  body jsonb NOT NULL,
  effective_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
-- A version is called by the day it begins in Seoul: one a day for each code. Also the order of the public list.
CREATE UNIQUE INDEX terms_effective_at ON terms (code, ((effective_at AT TIME ZONE 'Asia/Seoul')::date));

-- What members agreed to and readers relied on stays as it was: a version in force is followed, never changed. The
-- moment is asked when the row is written, so a change that waited for a lock is refused too.
CREATE FUNCTION keep_terms_in_force() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.effective_at <= clock_timestamp() THEN
    RAISE EXCEPTION 'terms % of % are in force', OLD.code, OLD.effective_at
      USING ERRCODE = 'check_violation', TABLE = 'terms', CONSTRAINT = 'terms_in_force';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER terms_in_force BEFORE UPDATE OR DELETE ON terms FOR EACH ROW EXECUTE FUNCTION keep_terms_in_force();
CREATE TRIGGER terms_no_truncate BEFORE TRUNCATE ON terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER terms_cache AFTER INSERT OR UPDATE OR DELETE ON terms FOR EACH ROW EXECUTE FUNCTION notify_cache('terms:{code}');

-- Whoever looks after the practices looks after the terms too, in a house that has its levels already.
UPDATE levels SET scopes = array_append(scopes, 'console:terms')
  WHERE 'console:practices' = ANY (scopes) AND NOT 'console:terms' = ANY (scopes);
