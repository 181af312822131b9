-- Members who stay away are warned and put to rest, where the settings ask for it; a log-in wakes them.

ALTER TABLE users
  -- The last log-in, or the last use of a session that was forgotten since: records of log-ins go after three months.
  ADD COLUMN seen_at timestamptz(3),
  ADD COLUMN dormancy_warned_at timestamptz(3),
  ADD COLUMN dormant_at timestamptz(3),
  -- Nobody is put to rest without a warning before.
  ADD CONSTRAINT users_dormancy CHECK (dormant_at IS NULL OR (dormancy_warned_at IS NOT NULL AND dormancy_warned_at < dormant_at));
CREATE INDEX users_dormant ON users (created_at DESC, id DESC) WHERE dormant_at IS NOT NULL;
