-- Spreadsheets of works that an auction has received; the same rows are imported again only on request.
CREATE TABLE auction_work_imports (
  program_id uuid NOT NULL REFERENCES auction_programs ON DELETE CASCADE,
  -- SHA-256 of the works as they were read.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  imported_at timestamptz(3) NOT NULL,
  PRIMARY KEY (program_id, digest)
);
