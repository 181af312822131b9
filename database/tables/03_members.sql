-- Members: terms and consents, companies, withdrawal, customer centre, messages.
-- requires: is_business_number

-- Versions of terms. A version in force is never changed (trigger `terms_in_force`).
CREATE TABLE terms (
  id uuid PRIMARY KEY,
  code text NOT NULL CHECK (code ~ '^[a-z][a-z0-9-]{0,39}$'),
  title jsonb NOT NULL,
  body jsonb NOT NULL,
  effective_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
-- A version is identified by its first day in Seoul: at most one a day for each code. Also sorts the public list.
CREATE UNIQUE INDEX terms_effective_at ON terms (code, ((effective_at AT TIME ZONE 'Asia/Seoul')::date));

-- Versions of terms that members must accept again at their next log-in.
CREATE TABLE terms_asked (
  terms_id uuid PRIMARY KEY REFERENCES terms (id),
  asked_at timestamptz(3) NOT NULL
);

-- Append-only history of consents that members gave or revoked.
CREATE TABLE consents (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- `terms:<code>`, `age`, `channel:<name>`, or `night`: advertising between 21:00 and 08:00 needs separate consent
  -- (Network Act, article 50(3)).
  subject text NOT NULL
    CHECK (subject ~ '^(terms:[a-z][a-z0-9-]{0,39}|age|night|channel:(SMS|EMAIL|PHONE))$'),
  -- The version that was shown; a version in force is never changed or deleted.
  terms_id uuid REFERENCES terms (id),
  given boolean NOT NULL,
  -- Where it was given: on joining, on the account page, or by a link in a mail.
  how text NOT NULL CHECK (how IN ('join', 'me', 'link')),
  at timestamptz(3) NOT NULL,
  CHECK ((subject LIKE 'terms:%') = (terms_id IS NOT NULL))
);
CREATE INDEX consents_user ON consents (user_id, subject, at DESC, id DESC);
CREATE INDEX consents_terms ON consents (terms_id, user_id) WHERE given;
-- The latest consent of every account for one subject: who must be asked again, who may be contacted.
CREATE INDEX consents_last ON consents (subject, user_id, at DESC, id DESC) INCLUDE (given);

-- Company data, one row per member of the kind COMPANY. All products read it here and keep no copy.
CREATE TABLE companies (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users (id),
  name text NOT NULL CHECK (name <> ''),
  ceo text NOT NULL CHECK (ceo <> ''),
  business_number text NOT NULL CONSTRAINT companies_business_number UNIQUE
    CONSTRAINT companies_check_digit CHECK (is_business_number(business_number)),
  category text NOT NULL,
  address text NOT NULL,
  business_registration uuid REFERENCES member_files (id),
  logo uuid REFERENCES member_files (id) ON DELETE SET NULL,
  photo uuid REFERENCES member_files (id) ON DELETE SET NULL,
  introduction uuid REFERENCES member_files (id) ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Company profiles (documents). `asked`: personal data was found and the company has to decide.
CREATE TABLE introductions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 5),
  file_id uuid NOT NULL UNIQUE REFERENCES member_files (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'checking' CHECK (state IN ('checking', 'asked', 'kept')),
  -- How much of the document was readable; null until it was scanned.
  read text CHECK (read IN ('whole', 'part', 'none')),
  pages integer NOT NULL DEFAULT 0 CHECK (pages >= 0),
  -- Findings: kind, page, sheet, cell and a masked value, never the number itself.
  places jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (state = 'checking' OR read IS NOT NULL),
  CONSTRAINT introductions_slot UNIQUE (user_id, slot)
);

-- Uploads in progress, in chunks. The bytes are in the data folder until the upload completes or expires.
CREATE TABLE resumable_uploads (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose text NOT NULL,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 3),
  name text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  -- Modification time of the source file in epoch milliseconds, to recognise it when the upload resumes.
  modified bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT resumable_uploads_slot UNIQUE (user_id, purpose, slot)
);
CREATE INDEX resumable_uploads_created ON resumable_uploads (created_at);

-- Bookmarks and likes of members. Modules define the kinds of records.
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

-- Statistics of members who left, without names.
CREATE TABLE withdrawals (
  id uuid PRIMARY KEY,
  -- The row in `users` stays, stripped of personal data.
  user_id uuid NOT NULL UNIQUE REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('PERSON', 'COMPANY')),
  reason text NOT NULL CHECK (reason IN ('unsaid', 'unused', 'hard', 'privacy', 'mail', 'other')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX withdrawals_created ON withdrawals (created_at DESC);

-- Records that the law requires to be kept after a withdrawal, encrypted with AES-256-GCM. The key is not in the
-- database; a job deletes them when `until` has passed.
CREATE TABLE legal_holds (
  id uuid PRIMARY KEY,
  withdrawal_id uuid NOT NULL REFERENCES withdrawals (id),
  basis text NOT NULL CHECK (basis IN ('contract', 'complaint', 'login')),
  records integer NOT NULL CHECK (records > 0),
  until timestamptz(3) NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX legal_holds_until ON legal_holds (until);
CREATE INDEX legal_holds_withdrawal ON legal_holds (withdrawal_id);

-- Notices of the customer centre.
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
CREATE INDEX notifications_shown
  ON notifications (pinned DESC, (coalesce(start_at, created_at)) DESC, id DESC) WHERE visible;

-- Frequently asked questions of the customer centre.
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

-- Questions of members to the customer centre.
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

-- Messages of a question.
CREATE TABLE question_entries (
  id uuid PRIMARY KEY,
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  author text NOT NULL CHECK (author IN ('member', 'staff')),
  -- The member of staff; null for messages of the member and for deleted accounts.
  actor_id uuid REFERENCES users (id) ON DELETE SET NULL,
  text text NOT NULL CHECK (text <> ''),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX question_entries_question ON question_entries (question_id, created_at, id);

-- Files of entries. They have no public address.
CREATE TABLE question_files (
  id uuid PRIMARY KEY,
  -- Who uploaded it; only that account can attach it.
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

-- Templates of answers.
CREATE TABLE question_templates (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (title <> ''),
  text text NOT NULL CHECK (text <> ''),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Substring search of questions, like `member_words`. The subject and each entry have a row of their own, so that
-- indexing an entry costs the same in a long thread. Deleted with the question.
CREATE TABLE question_words (
  -- Id of the entry, or of the question for its subject.
  id uuid PRIMARY KEY,
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  words text NOT NULL,
  windows tsvector NOT NULL
);
CREATE INDEX question_words_windows ON question_words USING gin (windows);
CREATE INDEX question_words_question ON question_words (question_id);

-- Templates of messages to members.
CREATE TABLE message_templates (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (title <> ''),
  channel text NOT NULL CHECK (channel IN ('mail', 'sms', 'alimtalk')),
  purpose text NOT NULL CHECK (purpose IN ('notice', 'advertising')),
  subject jsonb NOT NULL,
  html jsonb NOT NULL,
  text jsonb NOT NULL,
  alimtalk text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Messages to many members. More than 300 recipients need the approval of a second member of staff.
CREATE TABLE sendings (
  id uuid PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms', 'alimtalk')),
  purpose text NOT NULL CHECK (purpose IN ('notice', 'advertising')),
  subject jsonb NOT NULL,
  html jsonb NOT NULL,
  text jsonb NOT NULL,
  alimtalk text,
  audience jsonb NOT NULL,
  state text NOT NULL DEFAULT 'draft'
    CHECK (state IN ('draft', 'asked', 'scheduled', 'sending', 'done', 'cancelled')),
  send_at timestamptz(3),
  author_id uuid REFERENCES users (id),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  asked_by uuid REFERENCES users (id),
  asked_at timestamptz(3),
  approved_by uuid REFERENCES users (id),
  approved_at timestamptz(3),
  -- Why the approval was refused, until it is requested again.
  returned text CHECK (char_length(returned) BETWEEN 1 AND 300),
  -- Alimtalk carries notices only; drafts may be incomplete.
  CONSTRAINT sendings_alimtalk CHECK (channel <> 'alimtalk' OR purpose = 'notice' OR state = 'draft'),
  CONSTRAINT sendings_moment CHECK (state IN ('draft', 'asked') OR send_at IS NOT NULL),
  CONSTRAINT sendings_asked
    CHECK ((asked_by IS NULL) = (asked_at IS NULL) AND (state <> 'asked' OR asked_by IS NOT NULL)),
  -- Requester and approver are different people.
  CONSTRAINT sendings_two_people
   
    CHECK ((approved_by IS NULL) = (approved_at IS NULL) AND (approved_by IS NULL OR approved_by IS DISTINCT FROM asked_by))
);
CREATE INDEX sendings_created ON sendings (created_at DESC);
CREATE INDEX sendings_open ON sendings (send_at) WHERE state IN ('scheduled', 'sending');

-- Recipients of a sending and the result of each delivery.
CREATE TABLE sending_recipients (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sending_id uuid NOT NULL REFERENCES sendings (id) ON DELETE CASCADE,
  -- Null for an address that belongs to no member.
  user_id uuid REFERENCES users (id),
  -- Null if there is no address, and after the retention period.
  address text,
  locale text NOT NULL DEFAULT 'ko' CHECK (locale IN ('ko', 'en', 'cn')),
  -- claimed: a process is delivering it. unsure: that process stopped, so it is unknown whether the message was sent.
  state text NOT NULL CHECK (state IN ('queued', 'claimed', 'sent', 'failed', 'unsure', 'skipped', 'cancelled')),
  reason text,
  error text,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz(3),
  claimed_at timestamptz(3),
  sent_at timestamptz(3),
  -- Token of the unsubscribe link, 96 random bits.
  opt_out text NOT NULL UNIQUE DEFAULT
    translate(encode(substring(uuid_send(gen_random_uuid()) FROM 1 FOR 6) || substring(uuid_send(gen_random_uuid()) FROM 11 FOR 6), 'base64'), '+/', '-_'),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The recipient's server reported that the mailbox does not exist. Other failures (server down, wrong password of
  -- the sender) do not block the address.
  bounced boolean NOT NULL DEFAULT false,
  CHECK ((state = 'skipped') = (reason IS NOT NULL)),
  -- At most one message per address and member, however often recipients are added.
  UNIQUE (sending_id, address),
  UNIQUE (sending_id, user_id),
  CONSTRAINT sending_recipients_bounced CHECK (NOT bounced OR state = 'failed')
);
CREATE INDEX sending_recipients_open ON sending_recipients (sending_id, id) WHERE state IN ('queued', 'claimed');
CREATE INDEX sending_recipients_user ON sending_recipients (user_id);
CREATE INDEX sending_recipients_bounced_to ON sending_recipients (address) WHERE bounced;
