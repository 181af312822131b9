-- Comments of members on posts, where both the board and the post take them.

-- The switch of a post (`posts.comments`) counts only on a board that takes comments.
ALTER TABLE boards ADD COLUMN comments boolean NOT NULL DEFAULT false;

CREATE TABLE comments (
  id uuid PRIMARY KEY,
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  -- The comment it answers.
  parent_id uuid,
  -- Null once the account is gone: what was said stays, without a name.
  author_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Language of the page it was written on.
  locale text NOT NULL CHECK (locale IN ('ko', 'en', 'cn')),
  body text NOT NULL,
  state text NOT NULL DEFAULT 'visible' CHECK (state IN ('visible', 'hidden', 'removed')),
  removed_by text CHECK (removed_by IN ('author', 'staff')),
  -- Why staff took it from view; its author reads it.
  reason text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 300),
  -- Answers it was ever given, removed ones too.
  replies integer NOT NULL DEFAULT 0,
  edited_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  is_reply boolean NOT NULL GENERATED ALWAYS AS (parent_id IS NOT NULL) STORED,
  parent_is_reply boolean GENERATED ALWAYS AS (CASE WHEN parent_id IS NOT NULL THEN false END) STORED,
  CONSTRAINT comments_place UNIQUE (id, post_id, is_reply),
  -- An answer stands under a comment of the same post that is no answer itself.
  CONSTRAINT comments_parent FOREIGN KEY (parent_id, post_id, parent_is_reply)
    REFERENCES comments (id, post_id, is_reply) ON DELETE CASCADE,
  CONSTRAINT comments_replies CHECK (replies BETWEEN 0 AND 100 AND (replies = 0 OR parent_id IS NULL)),
  CONSTRAINT comments_removed CHECK ((state = 'removed') = (removed_by IS NOT NULL)),
  -- What its author removed is gone; what staff removed can be put back.
  CONSTRAINT comments_body CHECK (char_length(body) <= 1000
    AND (body = '') = (removed_by IS NOT DISTINCT FROM 'author'))
);
CREATE INDEX comments_threads ON comments (post_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comments_answers ON comments (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_author ON comments (author_id, post_id);
CREATE INDEX comments_created ON comments (created_at DESC, id DESC);
CREATE TRIGGER comments_cache AFTER INSERT OR UPDATE OR DELETE ON comments
  FOR EACH ROW EXECUTE FUNCTION notify_cache('comments:{post_id}');

-- Names stand beside what was said.
CREATE TRIGGER users_cache AFTER UPDATE OF name, state ON users
  FOR EACH ROW EXECUTE FUNCTION notify_cache('user:{id}');

-- When an account wrote last. Five within a minute: one statement takes a place or finds none.
CREATE TABLE comment_allowances (
  author_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  written timestamptz(3)[] NOT NULL CHECK (cardinality(written) BETWEEN 1 AND 5)
);
