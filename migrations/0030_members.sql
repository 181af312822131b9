-- Members: persons and companies who join by themselves, proof of their contact, recovery of an account.

ALTER TABLE users
  ADD COLUMN kind text NOT NULL DEFAULT 'PERSON' CHECK (kind IN ('PERSON', 'COMPANY')),
  -- E.164.
  ADD COLUMN phone text CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  ADD COLUMN locale text NOT NULL DEFAULT 'ko' CHECK (locale IN ('ko', 'en', 'cn')),
  ADD COLUMN photo uuid;
CREATE UNIQUE INDEX users_phone ON users (phone) WHERE phone IS NOT NULL;

-- Files of members: photographs, papers of a company. Their bytes have no public address.
CREATE TABLE member_files (
  id uuid PRIMARY KEY,
  -- Null until the account or the change that it was uploaded for is saved; such files go after a week.
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  purpose text NOT NULL CHECK (purpose IN ('photo', 'logo', 'companyPhoto', 'businessRegistration', 'introduction')),
  kind text NOT NULL CHECK (kind IN ('picture', 'document')),
  name text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  sha256 bytea NOT NULL,
  width integer,
  height integer,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX member_files_user ON member_files (user_id);
CREATE INDEX member_files_waiting ON member_files (created_at) WHERE user_id IS NULL;
ALTER TABLE users ADD CONSTRAINT users_photo FOREIGN KEY (photo) REFERENCES member_files (id) ON DELETE SET NULL;

-- Codes sent to a contact. Neither the contact nor the code is kept: both are HMACs, whose key is not in the database.
CREATE TABLE contact_codes (
  id uuid PRIMARY KEY,
  contact_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  -- A proof serves for one account or one change.
  spent_at timestamptz(3),
  CHECK (spent_at IS NULL OR confirmed_at IS NOT NULL)
);
CREATE INDEX contact_codes_contact ON contact_codes (contact_hash);
CREATE INDEX contact_codes_created ON contact_codes (created_at);

-- How often a contact was written to, and how often one address asked for it; keys are HMACs.
CREATE TABLE contact_limits (
  key text PRIMARY KEY,
  count integer NOT NULL,
  began_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL
);

CREATE TABLE recovery_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of 256 random bits.
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX recovery_tokens_user ON recovery_tokens (user_id);

-- The text of a mail that opens an account goes when its link or code is over.
ALTER TABLE outbox ADD COLUMN forget_at timestamptz(3);
CREATE INDEX outbox_forget ON outbox (forget_at) WHERE forget_at IS NOT NULL;
