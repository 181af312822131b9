-- A guest with a link waits at the door until somebody inside lets it in, or refuses it.
ALTER TABLE meeting_guests
  ADD COLUMN knock text CHECK (knock IN ('waiting', 'admitted', 'refused')),
  -- When its browser last said that it waits.
  ADD COLUMN knocked_at timestamptz(3),
  ADD CHECK (knock IS DISTINCT FROM 'waiting' OR knocked_at IS NOT NULL);
-- Who was in before stays so.
UPDATE meeting_guests SET knock = 'admitted' WHERE EXISTS (
  SELECT FROM meeting_peers WHERE meeting_peers.guest_id = meeting_guests.id);
