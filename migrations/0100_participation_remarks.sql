-- What staff say to each other of a participation. A line stays as it was written, so that nobody overwrites another's.
CREATE TABLE participation_remarks (
  id uuid PRIMARY KEY,
  participation_id uuid NOT NULL REFERENCES participations (id) ON DELETE CASCADE,
  author_id uuid REFERENCES users (id) ON DELETE SET NULL,
  text text NOT NULL CHECK (text <> ''),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX participation_remarks_of ON participation_remarks (participation_id, created_at);
