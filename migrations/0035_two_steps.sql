-- 2-step verification, passkeys, and what a log-in keeps between its steps.

CREATE TABLE two_steps (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Encrypted with a key that is not in the database. Null until a first code confirmed it.
  secret bytea,
  since timestamptz(3),
  -- The latest step of 30 seconds whose code was used: it and all before it are refused.
  last_step bigint,
  -- The next secret, until a code confirms it.
  pending bytea,
  pending_until timestamptz(3),
  CHECK ((secret IS NULL) = (since IS NULL) AND (secret IS NULL) = (last_step IS NULL)),
  CHECK ((pending IS NULL) = (pending_until IS NULL))
);

CREATE FUNCTION two_steps_go_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.secret = OLD.secret AND NEW.last_step <= OLD.last_step THEN
    RAISE EXCEPTION 'a code was used twice' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER two_steps_go_forward BEFORE UPDATE OF last_step ON two_steps
  FOR EACH ROW EXECUTE FUNCTION two_steps_go_forward();

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES two_steps (user_id) ON DELETE CASCADE,
  -- HMAC, whose key is not in the database.
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, code_hash)
);

-- Somebody gave the right password and has still to give a code.
CREATE TABLE pending_logins (
  -- SHA-256 of 256 random bits.
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX pending_logins_user ON pending_logins (user_id);
CREATE INDEX pending_logins_expires ON pending_logins (expires_at);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Base64url, as browsers name it.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- How often it was used by its own count; 0 where it does not count.
  counter bigint NOT NULL DEFAULT 0 CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- What a passkey has to sign; used once.
CREATE TABLE passkey_challenges (
  id uuid PRIMARY KEY,
  challenge text NOT NULL,
  -- The account that adds a passkey; null for a log-in.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);

-- How the log-in was made.
ALTER TABLE sessions ADD COLUMN way text NOT NULL DEFAULT 'password'
  CHECK (way IN ('password', 'totp', 'recovery', 'passkey'));
