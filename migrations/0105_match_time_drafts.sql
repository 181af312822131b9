-- Times that a buyer drew and has not saved: on every device of the account until they are saved or the fair ends.
-- A version is given once. Who writes names the one it knows, and of two who know the same the second is refused.
-- `times` is null once they were saved; the row stays for its version.
CREATE TABLE free_time_drafts (
  fair_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  times jsonb CHECK (jsonb_typeof(times) = 'array'),
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (fair_id, buyer_id),
  FOREIGN KEY (fair_id, buyer_id) REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE
);

CREATE FUNCTION count_draft_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version <> OLD.version + 1 THEN
    RAISE EXCEPTION 'a version follows the one before' USING ERRCODE = '23514', TABLE = 'free_time_drafts', CONSTRAINT = 'free_time_drafts_version';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER free_time_drafts_version BEFORE UPDATE ON free_time_drafts FOR EACH ROW EXECUTE FUNCTION count_draft_version();
