-- Whom a change of a fair is still to be told to by mail, in the order of the changes; who takes a row out writes the mail.
CREATE TABLE fair_notices (
  number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  participation_id uuid NOT NULL REFERENCES participations (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('withdrawn', 'closed', 'paused', 'returned', 'moved')),
  -- The dates before, where they are others now.
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  CHECK (num_nulls(starts_at, ends_at) <> 1)
);
CREATE INDEX fair_notices_participation ON fair_notices (participation_id);
