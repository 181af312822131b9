-- Members who left: numbers and reasons, without names.
CREATE TABLE withdrawals (
  id uuid PRIMARY KEY,
  -- The row of the account stays without anything personal, so that ids elsewhere lead somewhere.
  user_id uuid NOT NULL UNIQUE REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('PERSON', 'COMPANY')),
  reason text NOT NULL CHECK (reason IN ('unsaid', 'unused', 'hard', 'privacy', 'mail', 'other')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX withdrawals_created ON withdrawals (created_at DESC);

-- What the law keeps of them: sealed with AES-256-GCM, whose key is not in the database, and destroyed by a job.
CREATE TABLE legal_holds (
  id uuid PRIMARY KEY,
  withdrawal_id uuid NOT NULL REFERENCES withdrawals (id),
  basis text NOT NULL CHECK (basis IN ('contract', 'complaint', 'login')),
  records integer NOT NULL CHECK (records > 0),
  until timestamptz(3) NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX legal_holds_until ON legal_holds (until);
