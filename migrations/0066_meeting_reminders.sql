-- Reminders of a meeting, a day and ten minutes before it: each once for each time that was agreed.
CREATE TABLE meeting_reminders (
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  -- Of the meeting when it was reminded of.
  starts_at timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('day', 'soon')),
  -- Ids of what was written to the outbox: taken back where the meeting is moved or cancelled before it went.
  messages uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (matching_id, starts_at, kind)
);

-- Meetings that come next, for reminders and for those that are over.
CREATE INDEX matchings_starts ON matchings (starts_at) WHERE state = 'confirmed';
