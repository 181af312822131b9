-- One stay of an account, or of a guest's link, in a room: a new one ends those before it.
ALTER TABLE meeting_peers ADD COLUMN replaced boolean NOT NULL DEFAULT false;
UPDATE meeting_peers AS peer SET replaced = true
  WHERE EXISTS (
    SELECT FROM meeting_peers AS later
    WHERE later.matching_id = peer.matching_id AND (later.user_id = peer.user_id OR later.guest_id = peer.guest_id)
      AND (later.created_at, later.id) > (peer.created_at, peer.id));
CREATE UNIQUE INDEX meeting_peers_one_user ON meeting_peers (matching_id, user_id) WHERE NOT replaced;
CREATE UNIQUE INDEX meeting_peers_one_guest ON meeting_peers (matching_id, guest_id) WHERE NOT replaced;

-- What the browser calls something it says: sent again after an answer that was lost, it is said once.
ALTER TABLE meeting_messages ADD COLUMN said_id uuid;
CREATE UNIQUE INDEX meeting_messages_said ON meeting_messages (from_peer, said_id);
