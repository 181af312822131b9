-- A guest's link to a room is a record: the company that made it can close it again.
CREATE TABLE meeting_guests (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  -- Who made it, and alone sees and closes it.
  side text NOT NULL CHECK (side IN ('seller', 'buyer', 'operator')),
  name text NOT NULL CHECK (name <> ''),
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX meeting_guests_room ON meeting_guests (matching_id, side, created_at);

-- Absent where the guest came before links were kept.
ALTER TABLE meeting_peers ADD COLUMN guest_id uuid REFERENCES meeting_guests (id) ON DELETE CASCADE;
ALTER TABLE meeting_peers ADD CONSTRAINT meeting_peers_link CHECK (guest_id IS NULL OR role = 'guest');
CREATE INDEX meeting_peers_guest ON meeting_peers (guest_id);

-- The address of a member's calendar: a signed word with this version. A new version closes the addresses before it.
CREATE TABLE calendar_feeds (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
