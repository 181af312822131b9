-- Accounts, log-in and permissions.

-- Access levels. `scopes` lists what accounts of the level may do.
CREATE TABLE levels (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE,
  title jsonb NOT NULL,
  -- 0 to 100; higher outranks lower. Staff cannot grant a level above their own.
  rank integer NOT NULL,
  scopes text[] NOT NULL DEFAULT '{}',
  -- Given to new persons on joining, `for_companies` to new companies; at most one level each.
  for_persons boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  for_companies boolean NOT NULL DEFAULT false,
  CONSTRAINT levels_rank CHECK (rank BETWEEN 0 AND 100)
);
CREATE UNIQUE INDEX levels_for_persons ON levels (for_persons) WHERE for_persons;
CREATE UNIQUE INDEX levels_for_companies ON levels (for_companies) WHERE for_companies;

-- Scopes that were granted to the default levels. A new module grants its scopes once, so that a scope which an owner
-- takes away stays away.
CREATE TABLE scope_grants (
  scope text PRIMARY KEY,
  granted_at timestamptz(3) NOT NULL
);

-- Accounts of staff and members. A withdrawn account keeps its row without personal data, so that references stay
-- valid.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  username text NOT NULL CHECK (username = lower(username)),
  name text NOT NULL,
  email text,
  level_id uuid NOT NULL REFERENCES levels (id),
  password_hash text NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'locked', 'withdrawn')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  kind text NOT NULL DEFAULT 'PERSON' CHECK (kind IN ('PERSON', 'COMPANY')),
  -- E.164.
  phone text CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  locale text NOT NULL DEFAULT 'ko' CHECK (locale IN ('ko', 'en', 'cn')),
  photo uuid,
  -- Why staff locked the account; shown to staff.
  lock_reason text,
  -- Last log-in, or last use of a session that has since been deleted (log-in records expire after three months).
  seen_at timestamptz(3),
  -- Dormancy, if the settings enable it: inactive members are warned, then made dormant; a log-in ends it.
  dormancy_warned_at timestamptz(3),
  dormant_at timestamptz(3),
  -- A member is always warned before becoming dormant.
  CONSTRAINT users_dormancy
    CHECK (dormant_at IS NULL OR (dormancy_warned_at IS NOT NULL AND dormancy_warned_at < dormant_at))
);
CREATE UNIQUE INDEX users_username ON users (username);
CREATE UNIQUE INDEX users_email ON users (lower(email)) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX users_phone ON users (phone) WHERE phone IS NOT NULL;
-- Indexes for each sort order of the member list, sized for 100,000 members.
CREATE INDEX users_listed ON users (created_at DESC, id DESC) WHERE state <> 'withdrawn';
CREATE INDEX users_by_name ON users (name, id) WHERE state <> 'withdrawn';
CREATE INDEX users_by_username ON users (username, id) WHERE state <> 'withdrawn';
CREATE INDEX users_level ON users (level_id);
CREATE INDEX users_dormant ON users (created_at DESC, id DESC) WHERE dormant_at IS NOT NULL;

-- Files of members: photos and company documents. They have no public address.
CREATE TABLE member_files (
  id uuid PRIMARY KEY,
  -- Null until the account or change it belongs to is saved; unclaimed files are deleted after a week.
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

-- Substring search of members by name, username, e-mail address, phone and company. The index holds pairs of adjacent
-- characters; matches are verified against the text. Deleted with the account.
CREATE TABLE member_words (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  words text NOT NULL,
  windows tsvector NOT NULL
);
CREATE INDEX member_words_windows ON member_words USING gin (windows);

-- Log-in sessions, one per device.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of the refresh token; the token itself is not stored.
  token_hash bytea NOT NULL UNIQUE,
  device text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  used_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  -- How the user logged in; `device` is a trusted device.
  way text NOT NULL DEFAULT 'password'
    CHECK (way IN ('password', 'totp', 'recovery', 'passkey', 'device'))
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_used ON sessions (user_id, used_at DESC);

-- Failed log-ins by hashed key: `account:…` or `address:…`.
CREATE TABLE login_failures (
  key text PRIMARY KEY,
  failures integer NOT NULL DEFAULT 0,
  last_at timestamptz(3) NOT NULL DEFAULT now(),
  blocked_until timestamptz(3)
);

-- Verification codes sent to a contact. Contact and code are stored as HMACs; the key is not in the database.
CREATE TABLE contact_codes (
  id uuid PRIMARY KEY,
  contact_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  -- A proof is valid for one account or one change.
  spent_at timestamptz(3),
  CHECK (spent_at IS NULL OR confirmed_at IS NOT NULL)
);
CREATE INDEX contact_codes_contact ON contact_codes (contact_hash);
CREATE INDEX contact_codes_created ON contact_codes (created_at);

-- Rate limits: messages to a contact and requests from an address. Keys are HMACs.
CREATE TABLE contact_limits (
  key text PRIMARY KEY,
  count integer NOT NULL,
  began_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL
);

-- Links to set a new password.
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

-- Two-step verification by authenticator app (TOTP).
CREATE TABLE two_steps (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Encrypted; the key is not in the database. Null until the first code confirms it.
  secret bytea,
  since timestamptz(3),
  -- Latest 30-second step whose code was used; codes up to it are refused.
  last_step bigint,
  -- Next secret, until a code confirms it.
  pending bytea,
  pending_until timestamptz(3),
  CHECK ((secret IS NULL) = (since IS NULL) AND (secret IS NULL) = (last_step IS NULL)),
  CHECK ((pending IS NULL) = (pending_until IS NULL))
);

-- One-time codes for users who lost their device.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES two_steps (user_id) ON DELETE CASCADE,
  -- HMAC; the key is not in the database.
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, code_hash)
);

-- Devices that skip the second step for a while. They depend on two-step verification: disabling or resetting it
-- deletes them.
CREATE TABLE trusted_devices (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES two_steps (user_id) ON DELETE CASCADE,
  -- SHA-256 of 256 random bits.
  token_hash bytea NOT NULL UNIQUE,
  device text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  used_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- Slot 1 to 10: caps the devices of an account at ten, also under concurrent log-ins.
  place smallint NOT NULL
    CHECK (place BETWEEN 1 AND 10),
  CONSTRAINT trusted_devices_place UNIQUE (user_id, place)
);
CREATE INDEX trusted_devices_expires ON trusted_devices (expires_at);

-- Log-ins that passed the password check and await a code.
CREATE TABLE pending_logins (
  -- SHA-256 of 256 random bits.
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX pending_logins_user ON pending_logins (user_id);
CREATE INDEX pending_logins_expires ON pending_logins (expires_at);

-- Passkeys (WebAuthn).
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Base64url, as browsers send it.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Signature counter of the authenticator; 0 if it does not count.
  counter bigint NOT NULL DEFAULT 0 CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Challenges for a passkey to sign, each valid once.
CREATE TABLE passkey_challenges (
  id uuid PRIMARY KEY,
  challenge text NOT NULL,
  -- The account that registers a passkey; null for a log-in.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);

-- Identity verifications (본인인증) that were started: the id at the provider, and whether it was used. Personal data from
-- the provider is not stored.
CREATE TABLE identity_verifications (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{40}$'),
  -- SHA-256 of 256 random bits.
  key_hash bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('join')),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  -- A proof is valid for one account.
  spent_at timestamptz(3),
  CHECK (spent_at IS NULL OR confirmed_at IS NOT NULL)
);
CREATE INDEX identity_verifications_created ON identity_verifications (created_at);

-- Actions of staff that need the approval of a second person.
CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- The requested call; `path` is as its route declares it.
  method text NOT NULL,
  path text NOT NULL,
  scope text NOT NULL,
  params jsonb NOT NULL,
  body jsonb NOT NULL,
  -- True if the approval lets the requester repeat the call; false if it runs with the approval.
  by_asker boolean NOT NULL,
  asked_by uuid NOT NULL REFERENCES users (id),
  state text NOT NULL CHECK (state IN ('asked', 'approved', 'done', 'refused', 'withdrawn', 'expired')),
  decided_by uuid REFERENCES users (id),
  decided_at timestamptz(3),
  -- Why it was refused.
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 300),
  -- Requester and approver are different people.
  CONSTRAINT approvals_two_people CHECK (decided_by IS DISTINCT FROM asked_by),
  CONSTRAINT approvals_decided CHECK ((decided_by IS NULL) = (decided_at IS NULL)
    AND (state IN ('approved', 'done', 'refused')) = (decided_by IS NOT NULL))
);
-- One open request per action and record; per requester where the requester repeats the call.
CREATE UNIQUE INDEX approvals_asked ON approvals (method, path, params, (CASE WHEN by_asker THEN asked_by END))
  NULLS NOT DISTINCT WHERE state = 'asked';
CREATE INDEX approvals_by_time ON approvals (created_at DESC, id DESC);
CREATE INDEX approvals_by_asker ON approvals (asked_by, created_at DESC);
