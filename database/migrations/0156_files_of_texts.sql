-- Files uploaded while a text is written; unused ones are deleted after a week.
ALTER TABLE files ADD COLUMN for_text boolean NOT NULL DEFAULT false;
CREATE INDEX files_for_text ON files (created_at) WHERE for_text;
