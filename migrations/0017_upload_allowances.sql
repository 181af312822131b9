-- What one address has uploaded without an account within the hour that began at began_at. Kept apart from the files:
-- it says nothing of who sent which, and goes an hour later. The key is a keyed digest of the address.
CREATE TABLE upload_allowances (
  key text PRIMARY KEY,
  files integer NOT NULL CHECK (files >= 0),
  bytes bigint NOT NULL CHECK (bytes >= 0),
  began_at timestamptz(3) NOT NULL
);
CREATE INDEX upload_allowances_began ON upload_allowances (began_at);
