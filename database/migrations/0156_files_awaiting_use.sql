-- Files uploaded while a text is written, until a text uses them; others are deleted after a week.
ALTER TABLE files ADD COLUMN awaits_use boolean NOT NULL DEFAULT false;
CREATE INDEX files_awaiting_use ON files (created_at) WHERE awaits_use;
