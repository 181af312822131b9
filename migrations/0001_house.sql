-- The house: people who log in, files, the log, the outbox, and the machinery of writes.

-- Tells every process which cached answers a committed change touches. Arguments are tags; `{column}` in a tag is
-- replaced by that column's value of the old and of the new row.
CREATE FUNCTION notify_cache() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tag text;
  name text;
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END;
BEGIN
  FOREACH tag IN ARRAY TG_ARGV LOOP
    name := substring(tag FROM '\{(\w+)\}');
    IF name IS NULL THEN
      PERFORM pg_notify('cache', tag);
    ELSE
      IF old_row IS NOT NULL THEN PERFORM pg_notify('cache', replace(tag, '{' || name || '}', coalesce(old_row ->> name, ''))); END IF;
      IF new_row IS NOT NULL THEN PERFORM pg_notify('cache', replace(tag, '{' || name || '}', coalesce(new_row ->> name, ''))); END IF;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TABLE levels (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE,
  title jsonb NOT NULL,
  -- Higher stands above: nobody grants above their own.
  rank integer NOT NULL,
  scopes text[] NOT NULL DEFAULT '{}',
  on_joining boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  username text NOT NULL CHECK (username = lower(username)),
  name text NOT NULL,
  email text,
  level_id uuid NOT NULL REFERENCES levels (id),
  password_hash text NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'locked', 'withdrawn')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_username ON users (username);
CREATE UNIQUE INDEX users_email ON users (lower(email)) WHERE email IS NOT NULL;

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of the refresh token; the token itself is kept nowhere.
  token_hash bytea NOT NULL UNIQUE,
  device text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  used_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3)
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE ended_at IS NULL;

-- Failed log-ins by key: `account:…` and `address:…`, hashed.
CREATE TABLE login_failures (
  key text PRIMARY KEY,
  failures integer NOT NULL DEFAULT 0,
  last_at timestamptz(3) NOT NULL DEFAULT now(),
  blocked_until timestamptz(3)
);

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
  CHECK (kind <> 'picture' OR (width > 0 AND height > 0))
);
CREATE INDEX files_created ON files (created_at DESC);
CREATE TRIGGER files_cache AFTER UPDATE OR DELETE ON files FOR EACH ROW EXECUTE FUNCTION notify_cache('file:{id}');

-- Who did what. Append-only; every line carries the hash of the one before (trust.md 20).
CREATE TABLE audit (
  -- Given by the trigger, without gaps: a line that was taken out leaves one.
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

-- Independent of the session's time zone, and of what stands where: fields cannot run into each other.
CREATE FUNCTION audit_hash(previous bytea, line audit) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(previous, '\x') || convert_to(jsonb_build_array(
    line.id, extract(epoch FROM line.at), line.actor_id, line.actor, line.action, line.entity, line.entity_id,
    line.summary, line.before, line.after, line.address, line.request_id)::text, 'UTF8'))
$$;

CREATE FUNCTION audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last record;
BEGIN
  -- One writer at a time, until its transaction ends: numbers follow the order of the chain, and it has no forks.
  PERFORM pg_advisory_xact_lock(743201119);
  SELECT id, hash INTO last FROM audit ORDER BY id DESC LIMIT 1;
  NEW.id := coalesce(last.id, 0) + 1;
  NEW.hash := audit_hash(last.hash, NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_chain BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_chain();

-- The first line that was changed, put in or preceded by one that was taken out; null while the log is whole.
CREATE FUNCTION audit_broken_at() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(id) FROM (
    SELECT line.id, line.hash, row_number() OVER chain AS number,
      audit_hash(lag(line.hash) OVER chain, line) AS expected
    FROM audit AS line WINDOW chain AS (ORDER BY line.id)
  ) AS lines WHERE id <> number OR hash <> expected
$$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What is to be sent, written in the transaction that caused it (trust.md 17).
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms')),
  recipient text NOT NULL,
  subject text NOT NULL DEFAULT '',
  html text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  -- held: no sender is configured, readable in the console.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'held', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  error text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3)
);
CREATE INDEX outbox_created ON outbox (created_at DESC);

-- One effect and one answer for each key (draft-ietf-httpapi-idempotency-key-header).
CREATE TABLE idempotency (
  account uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  -- json, not jsonb: the same answer, to the letter.
  answer json,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account, key)
);
