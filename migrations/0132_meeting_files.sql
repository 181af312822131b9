-- Files that are sent in the room of a meeting. Their bytes are private files of the same id; a line of the chat names
-- each.
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

ALTER TABLE meeting_messages DROP CONSTRAINT meeting_messages_kind_check;
ALTER TABLE meeting_messages ADD CONSTRAINT meeting_messages_kind_check
  CHECK (kind IN ('signal', 'chat', 'notes', 'show', 'file'));
