-- Boards, popups, banners, settings, lawyers, practices, offices and the sections of pages.

CREATE TABLE settings (
  -- One row.
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  value jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER settings_cache AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW EXECUTE FUNCTION notify_cache('setting');

CREATE TABLE boards (
  id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code ~ '^[a-z][a-z0-9-]{0,39}$'),
  title jsonb NOT NULL,
  skin text NOT NULL DEFAULT 'list' CHECK (skin IN ('list', 'gallery', 'masonry', 'faq')),
  categories jsonb NOT NULL DEFAULT '[]',
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER boards_cache AFTER INSERT OR UPDATE OR DELETE ON boards FOR EACH ROW EXECUTE FUNCTION notify_cache('board:{code}');

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
  -- Earliest moment at which one of its languages is shown; null while none is published. Orders the public list.
  published_at timestamptz(3),
  trashed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX posts_slug ON posts (code, slug) WHERE slug IS NOT NULL AND trashed_at IS NULL;
CREATE INDEX posts_public ON posts (code, pinned DESC, published_at DESC, id DESC) WHERE trashed_at IS NULL AND published_at IS NOT NULL;
CREATE INDEX posts_created ON posts (created_at DESC, id DESC);
-- Views are counted without telling the cache.
CREATE TRIGGER posts_cache_insert AFTER INSERT OR DELETE ON posts FOR EACH ROW EXECUTE FUNCTION notify_cache('board:{code}', 'post:{id}');
CREATE TRIGGER posts_cache_update AFTER UPDATE OF code, category, slug, pinned, comments, thumb, files, published_at, trashed_at, updated_at ON posts
  FOR EACH ROW EXECUTE FUNCTION notify_cache('board:{code}', 'post:{id}');

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
  CONSTRAINT popups_period CHECK (end_at IS NULL OR start_at IS NULL OR end_at > start_at)
);
CREATE TRIGGER popups_cache AFTER INSERT OR UPDATE OR DELETE ON popups FOR EACH ROW EXECUTE FUNCTION notify_cache('popups');

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
CREATE TRIGGER banners_cache AFTER INSERT OR UPDATE OR DELETE ON banners FOR EACH ROW EXECUTE FUNCTION notify_cache('banner:{code}');

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
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER lawyers_cache AFTER INSERT OR UPDATE OR DELETE ON lawyers FOR EACH ROW EXECUTE FUNCTION notify_cache('lawyers');

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
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER practices_cache AFTER INSERT OR UPDATE OR DELETE ON practices FOR EACH ROW EXECUTE FUNCTION notify_cache('practices');

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
  CONSTRAINT offices_storeys CHECK (own_storey BETWEEN 1 AND storeys)
);
CREATE TRIGGER offices_cache AFTER INSERT OR UPDATE OR DELETE ON offices FOR EACH ROW EXECUTE FUNCTION notify_cache('offices');

CREATE TABLE sections (
  id uuid PRIMARY KEY,
  page text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('hero', 'business', 'values', 'lawyers', 'projects', 'stories', 'offices')),
  title jsonb NOT NULL,
  lead jsonb NOT NULL DEFAULT '{}',
  items jsonb NOT NULL DEFAULT '[]',
  picture uuid REFERENCES files (id),
  videos uuid[] NOT NULL DEFAULT '{}',
  position integer NOT NULL DEFAULT 0,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX sections_page ON sections (page, position);
CREATE TRIGGER sections_cache AFTER INSERT OR UPDATE OR DELETE ON sections FOR EACH ROW EXECUTE FUNCTION notify_cache('page:{page}');
