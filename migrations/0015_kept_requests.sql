-- Requests that were acknowledged while the database was away and could not be filed when it was back: staff file or
-- discard them.
CREATE TABLE form_kept (
  id uuid PRIMARY KEY,
  -- JSON as it was kept. Text, because what jsonb refuses may be the reason it is here.
  entry text NOT NULL,
  -- SHA-256 of the entry: two processes that deliver at once set it aside once.
  digest bytea NOT NULL,
  reason text NOT NULL CHECK (reason IN ('key_reused', 'unknown_file', 'unknown_form', 'unexpected')),
  received_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT form_kept_digest UNIQUE (digest)
);
CREATE INDEX form_kept_created ON form_kept (created_at DESC, id DESC);

-- What is looked through every hour for what is over.
CREATE INDEX idempotency_created ON idempotency (created_at);
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE state = 'sent' AND (html <> '' OR text <> '');
CREATE INDEX form_entries_mail ON form_entries (mail_id) WHERE mail_id IS NOT NULL;
