-- Law firm: lawyers, practices, offices and requests of visitors.
-- requires: form_message_digest

CREATE TABLE lawyers (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE,
  title jsonb NOT NULL,
  title_en text NOT NULL,
  comment jsonb NOT NULL DEFAULT '{}',
  info jsonb NOT NULL,
  ceo boolean NOT NULL DEFAULT false,
  representative boolean NOT NULL DEFAULT false,
  practices text[] NOT NULL DEFAULT '{}',
  office text,
  picture uuid REFERENCES files (id),
  position integer NOT NULL DEFAULT 0,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- HTML, shown on the page of the managing partner.
  greeting jsonb NOT NULL DEFAULT '{}',
  -- Slugs of the stories that this lawyer wrote.
  stories text[] NOT NULL DEFAULT '{}'
);

CREATE TABLE practices (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE,
  path text NOT NULL,
  title jsonb NOT NULL,
  summary jsonb NOT NULL DEFAULT '{}',
  picture uuid REFERENCES files (id),
  position integer NOT NULL DEFAULT 0,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Content blocks of the page.
  blocks jsonb NOT NULL DEFAULT '[]'
);

CREATE TABLE offices (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE,
  title jsonb NOT NULL,
  address jsonb NOT NULL,
  floor jsonb NOT NULL,
  phone text NOT NULL,
  fax text,
  hours jsonb NOT NULL DEFAULT '{}',
  transit jsonb NOT NULL DEFAULT '{}',
  parking jsonb NOT NULL DEFAULT '{}',
  storeys integer NOT NULL DEFAULT 12,
  own_storey integer NOT NULL DEFAULT 5,
  picture uuid REFERENCES files (id),
  position integer NOT NULL DEFAULT 0,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Opening hours in schema.org notation: 'Mo-Fr 09:00-18:00'.
  opening text[] NOT NULL DEFAULT '{}',
  -- Drawn map: its parts in display order.
  map jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(map) = 'array'),
  photos uuid[] NOT NULL DEFAULT '{}',
  CONSTRAINT offices_storeys CHECK (own_storey BETWEEN 1 AND storeys)
);

-- Definitions of request forms. The public page and the API validate with the same definition.
CREATE TABLE form_kinds (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE CHECK (key ~ '^[a-z][a-z0-9-]{0,39}$'),
  title jsonb NOT NULL,
  fields jsonb NOT NULL,
  -- Effective date of the privacy terms that the sender accepts.
  privacy_version text NOT NULL,
  -- Days until a closed request is deleted.
  kept_days integer NOT NULL CHECK (kept_days > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Source of `form_requests.number`. Numbers may have gaps.
CREATE SEQUENCE form_numbers;
-- Requests that visitors submit, for example for a consultation.
CREATE TABLE form_requests (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (number ~ '^\d{4}-\d{6,}$'),
  kind text NOT NULL REFERENCES form_kinds (key),
  state text NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'assigned', 'answered', 'closed')),
  locale text NOT NULL CHECK (locale IN ('ko', 'en', 'cn')),
  answers jsonb NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  email text,
  practice text,
  -- Assigned office. A request is assigned to a person, an office or both.
  office text,
  lawyer text,
  consent_version text NOT NULL CHECK (consent_version <> ''),
  consented_at timestamptz(3) NOT NULL,
  assignee_id uuid REFERENCES users (id),
  answered_at timestamptz(3),
  closed_at timestamptz(3),
  -- Idempotency key: a request that is sent twice is stored once.
  key text NOT NULL,
  request_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The request that this one duplicates; it is answered there.
  merged_into uuid REFERENCES form_requests (id) ON DELETE SET NULL,
  CONSTRAINT form_requests_key UNIQUE (key),
  CONSTRAINT form_requests_received CHECK (state <> 'received' OR assignee_id IS NULL),
  CONSTRAINT form_requests_answered CHECK (state <> 'answered' OR answered_at IS NOT NULL),
  CONSTRAINT form_requests_closed CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
  CONSTRAINT form_requests_assigned CHECK (state <> 'assigned' OR assignee_id IS NOT NULL OR office IS NOT NULL),
  CONSTRAINT form_requests_merged CHECK (merged_into IS NULL OR (state = 'closed' AND merged_into <> id))
);
CREATE INDEX form_requests_created ON form_requests (created_at DESC, id DESC);
CREATE INDEX form_requests_waiting ON form_requests (created_at) WHERE state = 'received';
CREATE INDEX form_requests_phone ON form_requests (phone);
CREATE INDEX form_requests_over ON form_requests (closed_at) WHERE state = 'closed';
CREATE INDEX form_requests_merged_into ON form_requests (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX form_requests_email ON form_requests (lower(email));
CREATE INDEX form_requests_message ON form_requests (form_message_digest(answers));

-- Thread of a request: events, internal notes, and answers to the sender.
CREATE TABLE form_entries (
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES form_requests (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('event', 'note', 'answer')),
  what text NOT NULL DEFAULT '',
  subject text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  mail_id uuid REFERENCES outbox (id) ON DELETE SET NULL,
  actor_id uuid REFERENCES users (id) ON DELETE SET NULL,
  actor text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- State of the request before and after this entry, to restore it when the answer is recalled.
  handling jsonb,
  CONSTRAINT form_entries_said CHECK (kind = 'event' OR text <> ''),
  CONSTRAINT form_entries_event CHECK (kind <> 'event' OR what <> '')
);
CREATE INDEX form_entries_request ON form_entries (request_id, created_at);
CREATE INDEX form_entries_mail ON form_entries (mail_id) WHERE mail_id IS NOT NULL;

-- Files of requests. They have no public address.
CREATE TABLE form_files (
  id uuid PRIMARY KEY,
  -- Null until the request is submitted.
  request_id uuid REFERENCES form_requests (id) ON DELETE CASCADE,
  position integer CHECK (position BETWEEN 0 AND 9),
  kind text NOT NULL CHECK (kind IN ('picture', 'video', 'document')),
  name text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  sha256 bytea NOT NULL,
  -- Pixels of the preview shown to staff; null if there is none.
  width integer,
  height integer,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The answer it is attached to; null for files of the sender.
  entry_id uuid REFERENCES form_entries (id) ON DELETE CASCADE,
  CONSTRAINT form_files_placed CHECK ((request_id IS NULL) = (position IS NULL)),
  CONSTRAINT form_files_entry CHECK (entry_id IS NULL OR request_id IS NOT NULL)
);
CREATE INDEX form_files_waiting ON form_files (created_at) WHERE request_id IS NULL;
CREATE UNIQUE INDEX form_files_place ON form_files (request_id, position) WHERE entry_id IS NULL;
CREATE UNIQUE INDEX form_files_answer_place ON form_files (entry_id, position) WHERE entry_id IS NOT NULL;

-- Requests that were accepted during a database outage and could not be stored afterwards: staff file or discard them.
CREATE TABLE form_kept (
  id uuid PRIMARY KEY,
  -- The original JSON as text: jsonb may be what rejected it.
  entry text NOT NULL,
  -- SHA-256 of `entry`, so that two processes store it once.
  digest bytea NOT NULL,
  reason text NOT NULL CHECK (reason IN ('key_reused', 'unknown_file', 'unknown_form', 'unexpected')),
  received_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT form_kept_digest UNIQUE (digest)
);
CREATE INDEX form_kept_created ON form_kept (created_at DESC, id DESC);

-- Templates of answers to requests.
CREATE TABLE reply_templates (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (title <> ''),
  subject jsonb NOT NULL,
  text jsonb NOT NULL,
  -- Practice whose requests offer it first; null for all.
  practice text,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
