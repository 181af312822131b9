-- Letters that are held for a moment and may carry files, templates of letters, requests sent twice, requests given to
-- an office.

-- withdrawn: taken back by its writer before anything was handed to a mail server.
ALTER TABLE outbox
  DROP CONSTRAINT outbox_state_check,
  ADD CONSTRAINT outbox_state_check CHECK (state IN ('waiting', 'held', 'sent', 'failed', 'withdrawn')),
  -- It is not handed over before.
  ADD COLUMN not_before timestamptz(3),
  -- Files of the store: their keys, names and kinds.
  ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]';

CREATE TABLE reply_templates (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (title <> ''),
  subject jsonb NOT NULL,
  text jsonb NOT NULL,
  -- Subject of the requests it is offered first for; null for all.
  practice text,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

ALTER TABLE form_requests
  -- An office may be in charge as well as a person.
  DROP CONSTRAINT form_requests_assigned,
  ADD CONSTRAINT form_requests_assigned CHECK (state <> 'assigned' OR assignee_id IS NOT NULL OR office IS NOT NULL),
  -- The request that it repeats: answered there.
  ADD COLUMN merged_into uuid REFERENCES form_requests (id) ON DELETE SET NULL,
  ADD CONSTRAINT form_requests_merged CHECK (merged_into IS NULL OR (state = 'closed' AND merged_into <> id));
CREATE INDEX form_requests_merged_into ON form_requests (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX form_requests_email ON form_requests (lower(email));
-- The same words, however they are spaced.
CREATE FUNCTION form_message_digest(answers jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT md5(regexp_replace(coalesce(answers ->> 'message', ''), '\s+', '', 'g'))
$$;
CREATE INDEX form_requests_message ON form_requests (form_message_digest(answers));

ALTER TABLE form_entries
  -- What to restore when it is taken back: how the request was handled before, and after.
  ADD COLUMN handling jsonb;

ALTER TABLE form_files
  -- The answer that carried it; null for what its sender sent.
  ADD COLUMN entry_id uuid REFERENCES form_entries (id) ON DELETE CASCADE,
  DROP CONSTRAINT form_files_place,
  ADD CONSTRAINT form_files_entry CHECK (entry_id IS NULL OR request_id IS NOT NULL);
CREATE UNIQUE INDEX form_files_place ON form_files (request_id, position) WHERE entry_id IS NULL;
CREATE UNIQUE INDEX form_files_answer_place ON form_files (entry_id, position) WHERE entry_id IS NOT NULL;
