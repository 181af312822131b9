-- The room of a meeting online: who is in it, and what they say to each other.

CREATE TABLE meeting_peers (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  -- Absent for a guest, who comes by a link.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('seller', 'buyer', 'operator', 'guest')),
  name text NOT NULL CHECK (name <> ''),
  seen_at timestamptz(3) NOT NULL,
  left_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT meeting_peers_guest CHECK ((role = 'guest') = (user_id IS NULL))
);
CREATE INDEX meeting_peers_room ON meeting_peers (matching_id, seen_at);
CREATE INDEX meeting_peers_user ON meeting_peers (user_id);

-- Numbers are given under a lock of the room, so that who has read up to one has read all before it.
CREATE TABLE meeting_messages (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  from_peer uuid NOT NULL REFERENCES meeting_peers (id) ON DELETE CASCADE,
  to_peer uuid REFERENCES meeting_peers (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('signal', 'chat', 'notes', 'show')),
  data jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT meeting_messages_signal CHECK ((kind = 'signal') = (to_peer IS NOT NULL))
);
CREATE INDEX meeting_messages_room ON meeting_messages (matching_id, number);
CREATE INDEX meeting_messages_from ON meeting_messages (from_peer);
CREATE INDEX meeting_messages_to ON meeting_messages (to_peer);
