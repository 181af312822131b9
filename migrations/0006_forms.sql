-- Requests sent in by visitors: what is asked, what was sent, its files, and the thread with staff.

-- What a form asks for. The public page and the API validate with the same definition.
CREATE TABLE form_kinds (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE CHECK (key ~ '^[a-z][a-z0-9-]{0,39}$'),
  title jsonb NOT NULL,
  fields jsonb NOT NULL,
  -- Date in force of the privacy terms that a sender agrees to.
  privacy_version text NOT NULL,
  -- Days for which a request is kept after it was closed.
  kept_days integer NOT NULL CHECK (kept_days > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER form_kinds_cache AFTER INSERT OR UPDATE OR DELETE ON form_kinds FOR EACH ROW EXECUTE FUNCTION notify_cache('form:{key}');

-- Numbers may have gaps; none is given twice.
CREATE SEQUENCE form_numbers;

CREATE FUNCTION next_form_number(received timestamptz) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT to_char(received AT TIME ZONE 'Asia/Seoul', 'YYYY') || '-' || lpad(number, greatest(6, length(number)), '0')
  FROM (SELECT nextval('form_numbers')::text AS number) AS next
$$;

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
  office text,
  lawyer text,
  consent_version text NOT NULL CHECK (consent_version <> ''),
  consented_at timestamptz(3) NOT NULL,
  assignee_id uuid REFERENCES users (id),
  answered_at timestamptz(3),
  closed_at timestamptz(3),
  -- What was sent under one key arrives once.
  key text NOT NULL,
  request_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT form_requests_key UNIQUE (key),
  CONSTRAINT form_requests_received CHECK (state <> 'received' OR assignee_id IS NULL),
  CONSTRAINT form_requests_assigned CHECK (state <> 'assigned' OR assignee_id IS NOT NULL),
  CONSTRAINT form_requests_answered CHECK (state <> 'answered' OR answered_at IS NOT NULL),
  CONSTRAINT form_requests_closed CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
CREATE INDEX form_requests_created ON form_requests (created_at DESC, id DESC);
CREATE INDEX form_requests_waiting ON form_requests (created_at) WHERE state = 'received';
CREATE INDEX form_requests_phone ON form_requests (phone);
CREATE INDEX form_requests_over ON form_requests (closed_at) WHERE state = 'closed';

-- Files of requests. Their bytes lie under names that no public address reaches.
CREATE TABLE form_files (
  id uuid PRIMARY KEY,
  -- Null until the request that they were uploaded for is sent.
  request_id uuid REFERENCES form_requests (id) ON DELETE CASCADE,
  position integer CHECK (position BETWEEN 0 AND 9),
  kind text NOT NULL CHECK (kind IN ('picture', 'video', 'document')),
  name text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  sha256 bytea NOT NULL,
  -- Pixels of the small picture staff see; null where none could be made.
  width integer,
  height integer,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT form_files_place UNIQUE (request_id, position),
  CONSTRAINT form_files_placed CHECK ((request_id IS NULL) = (position IS NULL))
);
CREATE INDEX form_files_waiting ON form_files (created_at) WHERE request_id IS NULL;

-- The thread: what happened, what staff noted among themselves, what the sender was answered.
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
  CONSTRAINT form_entries_said CHECK (kind = 'event' OR text <> ''),
  CONSTRAINT form_entries_event CHECK (kind <> 'event' OR what <> '')
);
CREATE INDEX form_entries_request ON form_entries (request_id, created_at);

-- Whoever reads what is sent answers requests too, in a house that has its levels already.
UPDATE levels SET scopes = scopes || '{console:forms}'
WHERE 'console:messages' = ANY (scopes) AND NOT 'console:forms' = ANY (scopes);
