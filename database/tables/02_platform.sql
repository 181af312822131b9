-- Settings, files, audit log, outgoing messages, drafts, search and redirects.
-- requires: search_grams, search_entry_grams

-- Settings of the installation.
CREATE TABLE settings (
  -- Single row.
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  value jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Media library. The bytes are in the data folder.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('picture', 'video', 'document')),
  name text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  sha256 bytea NOT NULL,
  alt jsonb NOT NULL DEFAULT '{}',
  width integer,
  height integer,
  widths integer[] NOT NULL DEFAULT '{}',
  formats text[] NOT NULL DEFAULT '{}',
  uploaded_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Focal point for cropping, [x, y] in percent from the top left; null for the centre.
  focus smallint[]
  CHECK (array_length(focus, 1) = 2 AND array_ndims(focus) = 1 AND 0 <= ALL (focus) AND 100 >= ALL (focus)),
  CHECK (kind <> 'picture' OR (width > 0 AND height > 0))
);
CREATE INDEX files_created ON files (created_at DESC);

-- Which record refers to which file, maintained by triggers of the referring tables. The foreign key prevents the
-- deletion of a file in use, whatever column names it; writers lock the file's row (`requireFile`).
CREATE TABLE file_uses (
  file_id uuid NOT NULL REFERENCES files (id),
  -- Table; for a draft, the kind of its record.
  source text NOT NULL,
  -- The record that the console opens.
  record_id text NOT NULL,
  -- The row, if a record has several.
  part text NOT NULL,
  PRIMARY KEY (source, part, file_id)
);
CREATE INDEX file_uses_file ON file_uses (file_id, record_id, source);

-- Rate limit of anonymous uploads: usage of one address in the hour since `began_at`. The key is a keyed hash of the
-- address. It does not refer to the files and is deleted an hour later.
CREATE TABLE upload_allowances (
  key text PRIMARY KEY,
  files integer NOT NULL CHECK (files >= 0),
  bytes bigint NOT NULL CHECK (bytes >= 0),
  began_at timestamptz(3) NOT NULL
);
CREATE INDEX upload_allowances_began ON upload_allowances (began_at);

-- Audit log of who did what. Append-only: each row contains the hash of the previous one.
CREATE TABLE audit (
  -- Assigned by a trigger without gaps, so that a deleted row leaves a visible gap.
  id bigint PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  actor_id uuid,
  actor text,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text,
  summary text NOT NULL DEFAULT '',
  before jsonb,
  after jsonb,
  address text,
  request_id text,
  hash bytea NOT NULL
);
CREATE INDEX audit_at ON audit (at DESC);
CREATE INDEX audit_entity ON audit (entity, entity_id, id DESC);
-- Accesses of staff to personal data of others, and whose data it was.
CREATE INDEX audit_personal ON audit (id DESC)
  WHERE action IN ('list', 'read', 'download', 'export', 'export_members', 'look', 'open_hold');
CREATE INDEX audit_personal_of
  ON audit (coalesce(after ->> 'of', CASE entity WHEN 'users' THEN entity_id END), id DESC)
  WHERE action IN ('list', 'read', 'download', 'export', 'export_members', 'look', 'open_hold');

-- Outgoing messages, written in the transaction that causes them.
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms')),
  recipient text NOT NULL,
  subject text NOT NULL DEFAULT '',
  html text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  -- held: no sender is configured, the message can be read in the console. withdrawn: the author recalled it before it
  -- was handed to a mail server.
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'held', 'sent', 'failed', 'withdrawn')),
  attempts integer NOT NULL DEFAULT 0,
  error text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  -- Earliest time of delivery, which leaves the author time to recall it.
  not_before timestamptz(3),
  -- Keys, names and media types of stored files.
  attachments jsonb NOT NULL DEFAULT '[]',
  -- When the text is deleted, for messages with a link or code that gives access to an account.
  forget_at timestamptz(3),
  -- Account that the message is addressed to or was written about; a withdrawal deletes messages by it, also those to
  -- former contacts or to staff. No foreign key: messages are written while the account row is locked.
  about_user_id uuid
);
CREATE INDEX outbox_created ON outbox (created_at DESC);
CREATE INDEX outbox_forget ON outbox (forget_at) WHERE forget_at IS NOT NULL;
CREATE INDEX outbox_about ON outbox (about_user_id) WHERE about_user_id IS NOT NULL;
-- Texts expire whatever the state of the message.
CREATE INDEX outbox_texts ON outbox (created_at) WHERE html <> '' OR text <> '';

-- One effect and one answer per key (draft-ietf-httpapi-idempotency-key-header).
CREATE TABLE idempotency (
  account uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  -- json instead of jsonb: a retry gets the same bytes.
  answer json,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account, key)
);
-- Scanned hourly for expired keys.
CREATE INDEX idempotency_created ON idempotency (created_at);

-- Unpublished changes of a record. A draft never touches the record, so no trigger fires: caches, search and feeds are
-- unaffected.
CREATE TABLE drafts (
  -- Kind of the record, as in the audit log: `practices`.
  entity text NOT NULL,
  record_id uuid NOT NULL,
  -- Validated input of the module.
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  -- The row that the draft started from, and its version.
  base jsonb NOT NULL CHECK (jsonb_typeof(base) = 'object'),
  made_from timestamptz(3) NOT NULL,
  -- Who saved it last, as the audit log names people.
  author text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (entity, record_id)
);

-- A record as an editor previews it on its public page, for 15 minutes.
CREATE TABLE previews (
  -- SHA-256 of the token, which is only in the address.
  token_hash bytea PRIMARY KEY,
  -- The preview ends with the session of the editor.
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- Scope that each view of the preview requires.
  access text NOT NULL,
  entity text NOT NULL,
  record_id uuid NOT NULL,
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX previews_session ON previews (session_id, created_at);
CREATE INDEX previews_expires_at ON previews (expires_at);

-- Daily counters by Seoul date, without cookies and without data about visitors. Each process adds its own counts.
CREATE TABLE daily_figures (
  day date NOT NULL,
  figure text NOT NULL CHECK (figure IN ('visits')),
  count bigint NOT NULL CHECK (count >= 0),
  PRIMARY KEY (day, figure)
);

-- Search index: one row per record and language. Triggers update it in the transaction of the change; the search
-- checks at query time whether a row is public. Long texts are stored out of line, so that scans over the rows stay
-- short.
CREATE TABLE search_entries (
  record_id uuid NOT NULL,
  locale text NOT NULL CHECK (locale IN ('ko', 'en', 'cn')),
  kind text NOT NULL,
  -- Path without the language prefix.
  path text NOT NULL,
  title text NOT NULL,
  -- Search key of the title (`search_key`).
  title_key text NOT NULL,
  -- Lines: key of the title, its initial consonants, keys of aliases.
  heading text NOT NULL,
  -- Plain text, without the title.
  content text NOT NULL,
  -- Heading and key of the content.
  words text NOT NULL,
  -- Sort order, descending.
  place bigint NOT NULL,
  dated_at timestamptz(3),
  show_from timestamptz NOT NULL,
  show_to timestamptz,
  pictures uuid[] NOT NULL DEFAULT '{}',
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (record_id, locale)
) WITH (
  toast_tuple_target = 128,
  autovacuum_vacuum_insert_threshold = 10, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_threshold = 10, autovacuum_vacuum_scale_factor = 0
);
-- Columns that every match reads stay in the row; only long values are moved out of it.
ALTER TABLE search_entries
  ALTER COLUMN kind SET STORAGE MAIN,
  ALTER COLUMN path SET STORAGE MAIN,
  ALTER COLUMN title SET STORAGE MAIN,
  ALTER COLUMN title_key SET STORAGE MAIN,
  ALTER COLUMN heading SET STORAGE MAIN,
  ALTER COLUMN words SET STORAGE MAIN,
  ALTER COLUMN pictures SET STORAGE MAIN;
CREATE INDEX search_entries_order ON search_entries (kind, place DESC, record_id DESC);
CREATE INDEX search_entries_title ON search_entries (title_key);
CREATE INDEX search_entries_from ON search_entries (show_from);
CREATE INDEX search_entries_to ON search_entries (show_to) WHERE show_to IS NOT NULL;
-- Inserting a text of some thousand characters touches thousands of places in the index, which took 0.2 s. The pending
-- list (`fastupdate`) defers that to autovacuum, which runs every minute and, as set above, after ten changed rows;
-- until then searches scan the list as well.
CREATE INDEX search_entries_grams ON search_entries
  USING gin (search_entry_grams(record_id, kind, heading, words)) WITH (fastupdate = on);
-- No statistics: ANALYZE would compute the grams of thousands of texts.
ALTER INDEX search_entries_grams ALTER COLUMN 1 SET STATISTICS 0;

-- Groups of synonyms, edited by staff: a search for one word also finds the others.
CREATE TABLE search_synonyms (
  id uuid PRIMARY KEY,
  ko text[] NOT NULL DEFAULT '{}',
  en text[] NOT NULL DEFAULT '{}',
  cn text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT search_synonyms_words CHECK (cardinality(ko) + cardinality(en) + cardinality(cn) >= 2)
);

-- Redirects of public paths, decoded and without the language prefix. Triggers keep them flat: no redirect points to
-- another one.
CREATE TABLE redirects (
  id uuid PRIMARY KEY,
  from_path text NOT NULL UNIQUE CHECK (from_path ~ '^/.'),
  to_path text,
  status integer NOT NULL DEFAULT 301 CHECK (status IN (301, 308, 410)),
  -- Created because a record moved.
  automatic boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT redirects_to_path CHECK ((status = 410) = (to_path IS NULL)),
  CONSTRAINT redirects_self CHECK (to_path IS DISTINCT FROM from_path)
);
CREATE INDEX redirects_to ON redirects (to_path) WHERE to_path IS NOT NULL;
