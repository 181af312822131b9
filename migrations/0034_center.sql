-- Customer centre: notices, frequently asked questions, and questions of members with their answers.

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  category text NOT NULL CHECK (category IN ('general', 'maintenance', 'terms', 'event')),
  title jsonb NOT NULL,
  body jsonb NOT NULL,
  pinned boolean NOT NULL DEFAULT false,
  visible boolean NOT NULL DEFAULT true,
  start_at timestamptz(3),
  end_at timestamptz(3),
  views integer NOT NULL DEFAULT 0 CHECK (views >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT notifications_period CHECK (end_at > start_at)
);
CREATE INDEX notifications_shown ON notifications (pinned DESC, (coalesce(start_at, created_at)) DESC, id DESC) WHERE visible;
CREATE TRIGGER notifications_cache AFTER INSERT OR DELETE ON notifications
  FOR EACH ROW EXECUTE FUNCTION notify_cache('notifications');
-- Not for `views`: a reader must not drop the page for the next one.
CREATE TRIGGER notifications_cache_update AFTER UPDATE OF category, title, body, pinned, visible, start_at, end_at ON notifications
  FOR EACH ROW EXECUTE FUNCTION notify_cache('notifications');

-- Notices are found by the site's search, and listed in the site map with everything else that has a page.
CREATE VIEW search_notifications AS
  SELECT notice.id AS record_id, locale, 'notice' AS kind, '/center/notices/' || notice.id AS path,
    notice.title ->> locale AS title, NULL::text AS aliases, search_plain(notice.body ->> locale) AS content,
    (extract(epoch FROM coalesce(notice.start_at, notice.created_at)) * 1000)::bigint AS place,
    coalesce(notice.start_at, notice.created_at) AS dated_at,
    coalesce(notice.start_at, '-infinity'::timestamptz) AS show_from, notice.end_at AS show_to,
    ARRAY[]::uuid[] AS pictures, notice.updated_at AS changed_at
  FROM notifications AS notice, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE notice.visible AND search_translated(locale, notice.title, notice.body);
CREATE TRIGGER notifications_search AFTER INSERT OR DELETE ON notifications
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_notifications', 'id');
CREATE TRIGGER notifications_search_update AFTER UPDATE OF title, body, visible, start_at, end_at ON notifications
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_notifications', 'id');

CREATE TABLE faqs (
  id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('inquiry', 'website', 'personal', 'other')),
  question jsonb NOT NULL,
  answer jsonb NOT NULL,
  position integer NOT NULL DEFAULT 0,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX faqs_place ON faqs (type, position, id);
CREATE TRIGGER faqs_cache AFTER INSERT OR UPDATE OR DELETE ON faqs FOR EACH ROW EXECUTE FUNCTION notify_cache('faqs');

CREATE TABLE questions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('inquiry', 'website', 'personal', 'other')),
  title text NOT NULL CHECK (title <> ''),
  locale text NOT NULL CHECK (locale IN ('ko', 'en', 'cn')),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
  -- How often its author and staff opened it.
  views integer NOT NULL DEFAULT 0 CHECK (views >= 0),
  answered_at timestamptz(3),
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT questions_answered CHECK (state <> 'answered' OR answered_at IS NOT NULL),
  CONSTRAINT questions_closed CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
CREATE INDEX questions_user ON questions (user_id, created_at DESC, id DESC);
CREATE INDEX questions_created ON questions (created_at DESC, id DESC);
CREATE INDEX questions_open ON questions (created_at) WHERE state = 'open';
CREATE INDEX questions_idle ON questions (answered_at) WHERE state = 'answered';

-- What was asked and answered, in its order.
CREATE TABLE question_entries (
  id uuid PRIMARY KEY,
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  author text NOT NULL CHECK (author IN ('member', 'staff')),
  -- Of staff; null for the member and for staff whose account is gone.
  actor_id uuid REFERENCES users (id) ON DELETE SET NULL,
  text text NOT NULL CHECK (text <> ''),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX question_entries_question ON question_entries (question_id, created_at, id);

-- Files of entries. Their bytes are kept under names that no public address reaches.
CREATE TABLE question_files (
  id uuid PRIMARY KEY,
  -- Who uploaded it: only the uploader can add it to an entry.
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Null until the entry is sent.
  entry_id uuid REFERENCES question_entries (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('picture', 'video', 'document')),
  name text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX question_files_entry ON question_files (entry_id);
CREATE INDEX question_files_waiting ON question_files (created_at) WHERE entry_id IS NULL;

-- Texts that staff begin an answer with.
CREATE TABLE question_templates (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (title <> ''),
  text text NOT NULL CHECK (text <> ''),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
