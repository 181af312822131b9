-- Devices on which a code was given and whose owner asked not to be asked again for a while. They belong to the 2-step
-- verification: switched off or reset, it takes them along.

CREATE TABLE trusted_devices (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES two_steps (user_id) ON DELETE CASCADE,
  -- SHA-256 of 256 random bits.
  token_hash bytea NOT NULL UNIQUE,
  device text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  used_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX trusted_devices_user ON trusted_devices (user_id);
CREATE INDEX trusted_devices_expires ON trusted_devices (expires_at);

ALTER TABLE sessions DROP CONSTRAINT sessions_way_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_way_check
  CHECK (way IN ('password', 'totp', 'recovery', 'passkey', 'device'));

-- Whether an account sees buyers' data: the settings may ask 2-step verification of these.
CREATE FUNCTION is_seller(account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM match_profiles WHERE user_id = account AND role = 'seller')
$$;
