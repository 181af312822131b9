-- Who came in at the door of a fair: a badge for each participation, and its first arrival of each day.

-- The code of a badge, in its QR and to be typed: ten hexadecimal digits that nobody guesses.
CREATE TABLE fair_badges (
  participation_id uuid PRIMARY KEY REFERENCES participations (id) ON DELETE CASCADE,
  code text NOT NULL DEFAULT upper(left(replace(gen_random_uuid()::text, '-', ''), 10))
    CHECK (code ~ '^[0-9A-F]{10}$'),
  CONSTRAINT fair_badges_code UNIQUE (code)
);
INSERT INTO fair_badges (participation_id) SELECT id FROM participations;
CREATE FUNCTION make_badge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO fair_badges (participation_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER participations_badge AFTER INSERT ON participations FOR EACH ROW EXECUTE FUNCTION make_badge();

CREATE TABLE fair_checkins (
  participation_id uuid NOT NULL REFERENCES participations (id) ON DELETE CASCADE,
  -- In Seoul.
  day date NOT NULL,
  -- The first time: a door that was without a line may tell of an earlier one later.
  at timestamptz(3) NOT NULL,
  by_id uuid REFERENCES users (id) ON DELETE SET NULL,
  PRIMARY KEY (participation_id, day)
);
