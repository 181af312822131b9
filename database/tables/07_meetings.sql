-- Online meeting rooms and calendar subscriptions of Match.

-- Guest links to a meeting room; the side that created one can revoke it.
CREATE TABLE meeting_guests (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  -- Who created it; only that side sees and revokes it.
  side text NOT NULL CHECK (side IN ('seller', 'buyer', 'operator')),
  name text NOT NULL CHECK (name <> ''),
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- A guest waits until a participant admits or refuses them.
  knock text CHECK (knock IN ('waiting', 'admitted', 'refused')),
  -- Last heartbeat of the waiting browser.
  knocked_at timestamptz(3),
  CHECK (knock IS DISTINCT FROM 'waiting' OR knocked_at IS NOT NULL)
);
CREATE INDEX meeting_guests_room ON meeting_guests (matching_id, side, created_at);

-- Participants of an online meeting room.
CREATE TABLE meeting_peers (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  -- Null for a guest.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('seller', 'buyer', 'operator', 'guest')),
  name text NOT NULL CHECK (name <> ''),
  seen_at timestamptz(3) NOT NULL,
  left_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The guest's link.
  guest_id uuid REFERENCES meeting_guests (id) ON DELETE CASCADE,
  -- An account or a guest link has one active presence per room; a new one replaces the previous.
  replaced boolean NOT NULL DEFAULT false,
  -- Caret position in the shared notes while typing.
  caret text CHECK (char_length(caret) <= 400),
  CONSTRAINT meeting_peers_guest CHECK ((role = 'guest') = (user_id IS NULL)),
  CONSTRAINT meeting_peers_link CHECK (guest_id IS NULL OR role = 'guest')
);
CREATE INDEX meeting_peers_room ON meeting_peers (matching_id, seen_at);
CREATE INDEX meeting_peers_user ON meeting_peers (user_id);
CREATE INDEX meeting_peers_guest ON meeting_peers (guest_id);
CREATE UNIQUE INDEX meeting_peers_one_user ON meeting_peers (matching_id, user_id) WHERE NOT replaced;
CREATE UNIQUE INDEX meeting_peers_one_guest ON meeting_peers (matching_id, guest_id) WHERE NOT replaced;

-- Signalling, chat and notes of a room. Numbers are assigned under a lock of the room, so that a client that has read
-- up to a number has missed nothing before it.
CREATE TABLE meeting_messages (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  from_peer uuid NOT NULL REFERENCES meeting_peers (id) ON DELETE CASCADE,
  to_peer uuid REFERENCES meeting_peers (id) ON DELETE CASCADE,
  kind text NOT NULL
    CHECK (kind IN ('signal', 'chat', 'notes', 'show', 'file')),
  data jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Client-generated id: a retried message is stored once.
  said_id uuid,
  CONSTRAINT meeting_messages_signal CHECK ((kind = 'signal') = (to_peer IS NOT NULL))
);
CREATE INDEX meeting_messages_room ON meeting_messages (matching_id, number);
CREATE INDEX meeting_messages_from ON meeting_messages (from_peer);
CREATE INDEX meeting_messages_to ON meeting_messages (to_peer);
CREATE UNIQUE INDEX meeting_messages_said ON meeting_messages (from_peer, said_id);

-- Files sent in a meeting room, stored as private files with the same id; a chat message refers to each.
CREATE TABLE meeting_files (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  from_peer uuid NOT NULL REFERENCES meeting_peers (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('picture', 'video', 'document')),
  name text NOT NULL CHECK (name <> ''),
  mime text NOT NULL CHECK (mime <> ''),
  bytes bigint NOT NULL CHECK (bytes > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX meeting_files_matching ON meeting_files (matching_id);
CREATE INDEX meeting_files_from ON meeting_files (from_peer);

-- Calendar subscriptions. The address is a signed token with this version; a new version revokes older addresses.
CREATE TABLE calendar_feeds (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The member disabled the calendar. The row stays, so that a new address gets an unused version.
  closed boolean NOT NULL DEFAULT false
);
