-- What two companies agreed in a meeting, line by line: it is the record of both once both have checked it.
CREATE TABLE matching_agreements (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 300),
  -- What stood there before it was revised, until both check it.
  before text,
  -- Who checks names the version it read.
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  written_by text NOT NULL CHECK (written_by IN ('buyer', 'seller')),
  seller_at timestamptz(3),
  buyer_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Who writes it has checked it.
  CONSTRAINT matching_agreements_written CHECK (CASE written_by WHEN 'seller' THEN seller_at ELSE buyer_at END IS NOT NULL)
);
CREATE INDEX matching_agreements_matching ON matching_agreements (matching_id, created_at, id);

-- What both checked stays as it is, and a check is of the text that was read.
CREATE FUNCTION keep_agreement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF num_nulls(OLD.seller_at, OLD.buyer_at) = 0 THEN
    RAISE EXCEPTION 'both have checked it' USING ERRCODE = '23514', TABLE = 'matching_agreements', CONSTRAINT = 'matching_agreements_both';
  END IF;
  IF NEW.text <> OLD.text AND (NEW.version <> OLD.version + 1 OR num_nulls(NEW.seller_at, NEW.buyer_at) <> 1) THEN
    RAISE EXCEPTION 'another text has one check' USING ERRCODE = '23514', TABLE = 'matching_agreements', CONSTRAINT = 'matching_agreements_text';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER matching_agreements_keep BEFORE UPDATE ON matching_agreements FOR EACH ROW EXECUTE FUNCTION keep_agreement();
