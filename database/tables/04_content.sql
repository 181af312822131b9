-- Boards, comments, popups, banners and pages.

-- Boards of posts, for example news and projects.
CREATE TABLE boards (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code ~ '^[a-z][a-z0-9-]{0,39}$'),
  title jsonb NOT NULL,
  skin text NOT NULL DEFAULT 'list' CHECK (skin IN ('list', 'gallery', 'masonry', 'faq')),
  categories jsonb NOT NULL DEFAULT '[]',
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Whether members may comment. Effective only if the post allows it too (`posts.comments`).
  comments boolean NOT NULL DEFAULT false
);

CREATE TABLE posts (
  id uuid PRIMARY KEY,
  code text NOT NULL REFERENCES boards (code),
  category text,
  slug text CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  pinned boolean NOT NULL DEFAULT false,
  comments boolean NOT NULL DEFAULT false,
  thumb uuid REFERENCES files (id),
  files uuid[] NOT NULL DEFAULT '{}',
  author_id uuid REFERENCES users (id) ON DELETE SET NULL,
  views integer NOT NULL DEFAULT 0 CHECK (views >= 0),
  -- Earliest time at which one of its languages is public; null if none is published. Sorts the public list.
  published_at timestamptz(3),
  trashed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX posts_slug ON posts (code, slug) WHERE slug IS NOT NULL AND trashed_at IS NULL;
CREATE INDEX posts_public
  ON posts (code, pinned DESC, published_at DESC, id DESC) WHERE trashed_at IS NULL AND published_at IS NOT NULL;
CREATE INDEX posts_created ON posts (created_at DESC, id DESC);

-- One language of a post.
CREATE TABLE post_texts (
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  locale text NOT NULL CHECK (locale IN ('ko', 'en', 'cn')),
  subject text NOT NULL,
  summary text NOT NULL DEFAULT '',
  body text NOT NULL DEFAULT '',
  facts jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'published', 'hidden')),
  publish_from timestamptz(3),
  publish_to timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (post_id, locale),
  CHECK (state <> 'published' OR publish_from IS NOT NULL),
  CONSTRAINT post_texts_period CHECK (publish_to IS NULL OR publish_from IS NULL OR publish_to > publish_from)
);

-- Who viewed a post today, so that each visitor counts once a day.
CREATE TABLE post_views (
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  -- Date in Seoul.
  day date NOT NULL,
  -- Keyed hash of the date, the address and the user agent: unusable after that day and not traceable to a person.
  visitor bytea NOT NULL,
  PRIMARY KEY (post_id, day, visitor)
);
CREATE INDEX post_views_day ON post_views (day);

-- Comments of members on posts, with one level of replies.
CREATE TABLE comments (
  id uuid PRIMARY KEY,
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  -- The comment that this one replies to.
  parent_id uuid,
  -- Null after the author withdraws: the comment stays, without a name.
  author_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Language of the page it was written on.
  locale text NOT NULL CHECK (locale IN ('ko', 'en', 'cn')),
  body text NOT NULL,
  state text NOT NULL DEFAULT 'visible' CHECK (state IN ('visible', 'hidden', 'removed')),
  removed_by text CHECK (removed_by IN ('author', 'staff')),
  -- Why staff hid it; shown to its author.
  reason text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 300),
  -- Number of replies ever made, including removed ones.
  replies integer NOT NULL DEFAULT 0,
  edited_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  is_reply boolean NOT NULL GENERATED ALWAYS AS (parent_id IS NOT NULL) STORED,
  parent_is_reply boolean GENERATED ALWAYS AS (CASE WHEN parent_id IS NOT NULL THEN false END) STORED,
  CONSTRAINT comments_place UNIQUE (id, post_id, is_reply),
  -- A reply belongs to a comment of the same post that is not itself a reply.
  CONSTRAINT comments_parent FOREIGN KEY (parent_id, post_id, parent_is_reply)
    REFERENCES comments (id, post_id, is_reply) ON DELETE CASCADE,
  CONSTRAINT comments_replies CHECK (replies BETWEEN 0 AND 100 AND (replies = 0 OR parent_id IS NULL)),
  CONSTRAINT comments_removed CHECK ((state = 'removed') = (removed_by IS NOT NULL)),
  -- A comment removed by its author loses its text; one removed by staff can be restored.
  CONSTRAINT comments_body CHECK (char_length(body) <= 1000
    AND (body = '') = (removed_by IS NOT DISTINCT FROM 'author'))
);
CREATE INDEX comments_threads ON comments (post_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comments_answers ON comments (parent_id, created_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_author ON comments (author_id, post_id);
CREATE INDEX comments_created ON comments (created_at DESC, id DESC);

-- Rate limit: times of the last comments of an account, at most five within a minute.
CREATE TABLE comment_allowances (
  author_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  written timestamptz(3)[] NOT NULL CHECK (cardinality(written) BETWEEN 1 AND 5)
);

-- Popups of the public site.
CREATE TABLE popups (
  id uuid PRIMARY KEY,
  title jsonb NOT NULL,
  body jsonb NOT NULL DEFAULT '{}',
  link_label jsonb NOT NULL DEFAULT '{}',
  picture uuid REFERENCES files (id),
  skin text NOT NULL DEFAULT 'basic' CHECK (skin IN ('basic', 'bar', 'modal')),
  start_at timestamptz(3),
  end_at timestamptz(3),
  paths text[] NOT NULL DEFAULT '{/}',
  locales text[] NOT NULL DEFAULT '{}',
  device text NOT NULL DEFAULT 'all' CHECK (device IN ('all', 'desktop', 'mobile')),
  audience text NOT NULL DEFAULT 'all' CHECK (audience IN ('all', 'guest', 'member')),
  position integer NOT NULL DEFAULT 0,
  corner text NOT NULL DEFAULT 'left' CHECK (corner IN ('left', 'right')),
  width integer NOT NULL DEFAULT 400 CHECK (width BETWEEN 280 AND 640),
  link text,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- True shows it on load; by default it appears after the visitor scrolls past the first screen.
  at_once boolean NOT NULL DEFAULT false,
  CONSTRAINT popups_period CHECK (end_at IS NULL OR start_at IS NULL OR end_at > start_at)
);

CREATE TABLE banners (
  id uuid PRIMARY KEY,
  code text NOT NULL CHECK (code ~ '^[a-z][a-z0-9-]{0,39}$'),
  title jsonb NOT NULL,
  link text,
  start_at timestamptz(3),
  end_at timestamptz(3),
  position integer NOT NULL DEFAULT 0,
  visible boolean NOT NULL DEFAULT true,
  pictures jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT banners_period CHECK (end_at IS NULL OR start_at IS NULL OR end_at > start_at)
);
CREATE INDEX banners_code ON banners (code, position);

-- Sections of a page, in display order.
CREATE TABLE sections (
  id uuid PRIMARY KEY,
  page text NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('hero', 'business', 'values', 'lawyers', 'projects', 'stories', 'offices', 'blocks')),
  title jsonb NOT NULL,
  lead jsonb NOT NULL DEFAULT '{}',
  items jsonb NOT NULL DEFAULT '[]',
  picture uuid REFERENCES files (id),
  videos uuid[] NOT NULL DEFAULT '{}',
  position integer NOT NULL DEFAULT 0,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  blocks jsonb NOT NULL DEFAULT '[]',
  -- The home page has its own kinds of sections.
  CONSTRAINT sections_blocks CHECK (kind <> 'blocks' OR page <> 'home')
);
CREATE INDEX sections_page ON sections (page, position);
