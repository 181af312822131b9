-- Company profiles that are uploaded in pieces, what was found in them, and what members keep for themselves.

-- What is being uploaded in pieces; the bytes are in the data folder until the upload is taken over or swept.
CREATE TABLE resumable_uploads (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose text NOT NULL,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 3),
  name text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  -- When the file was last changed where it comes from (epoch milliseconds), so that the same one is known again.
  modified bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT resumable_uploads_slot UNIQUE (user_id, purpose, slot)
);
CREATE INDEX resumable_uploads_created ON resumable_uploads (created_at);

-- Profiles of companies. `asked`: something personal was found, and the company has not decided yet.
CREATE TABLE introductions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 5),
  file_id uuid NOT NULL UNIQUE REFERENCES member_files (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'checking' CHECK (state IN ('checking', 'asked', 'kept')),
  -- How much of it could be read; null until it was looked through.
  read text CHECK (read IN ('whole', 'part', 'none')),
  pages integer NOT NULL DEFAULT 0 CHECK (pages >= 0),
  -- Kind, page, sheet, cell, and the finding without its middle: never the number itself.
  places jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (state = 'checking' OR read IS NOT NULL),
  CONSTRAINT introductions_slot UNIQUE (user_id, slot)
);

-- What members keep for themselves (bookmark) and what they like; the kinds of records come from modules.
CREATE TABLE bookmarks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  act text NOT NULL CHECK (act IN ('bookmark', 'like')),
  kind text NOT NULL CHECK (kind <> ''),
  record_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT bookmarks_once UNIQUE (user_id, act, kind, record_id)
);
CREATE INDEX bookmarks_of ON bookmarks (user_id, act, created_at DESC, id DESC);
CREATE INDEX bookmarks_record ON bookmarks (kind, record_id, act);
