-- Where somebody in a room writes in the notes, while they do.
ALTER TABLE meeting_peers ADD COLUMN caret text CHECK (char_length(caret) <= 400);
