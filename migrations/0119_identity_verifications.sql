-- Verifications of identities (본인인증) that were begun here: an id that the provider knows, and whether it was used. What
-- the provider says of the person is in none of these columns.
CREATE TABLE identity_verifications (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{40}$'),
  -- SHA-256 of 256 random bits.
  key_hash bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('join')),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  -- A proof serves for one account.
  spent_at timestamptz(3),
  CHECK (spent_at IS NULL OR confirmed_at IS NOT NULL)
);
CREATE INDEX identity_verifications_created ON identity_verifications (created_at);
