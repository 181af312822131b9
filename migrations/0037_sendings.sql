-- Messages to members: templates, sendings, and what became of each recipient.

-- Advertising between 21:00 and 08:00 is agreed to by itself (Network Act, article 50, paragraph 3).
ALTER TABLE consents
  DROP CONSTRAINT consents_subject_check,
  ADD CONSTRAINT consents_subject_check
    CHECK (subject ~ '^(terms:[a-z][a-z0-9-]{0,39}|age|night|channel:(SMS|EMAIL|PHONE))$');

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

CREATE TABLE sendings (
  id uuid PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms', 'alimtalk')),
  purpose text NOT NULL CHECK (purpose IN ('notice', 'advertising')),
  subject jsonb NOT NULL,
  html jsonb NOT NULL,
  text jsonb NOT NULL,
  alimtalk text,
  audience jsonb NOT NULL,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'scheduled', 'sending', 'done', 'cancelled')),
  send_at timestamptz(3),
  author_id uuid REFERENCES users (id),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (state = 'draft' OR send_at IS NOT NULL),
  CHECK (channel <> 'alimtalk' OR purpose = 'notice' OR state = 'draft')
);
CREATE INDEX sendings_created ON sendings (created_at DESC);
CREATE INDEX sendings_open ON sendings (send_at) WHERE state IN ('scheduled', 'sending');

CREATE TABLE sending_recipients (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sending_id uuid NOT NULL REFERENCES sendings (id) ON DELETE CASCADE,
  -- Null for an address that is no member's.
  user_id uuid REFERENCES users (id),
  -- Null where there is none to send to, and when its time is over.
  address text,
  locale text NOT NULL DEFAULT 'ko' CHECK (locale IN ('ko', 'en', 'cn')),
  -- claimed: a process is handing it over. unsure: it ended meanwhile, and nobody knows whether the message went.
  state text NOT NULL CHECK (state IN ('queued', 'claimed', 'sent', 'failed', 'unsure', 'skipped', 'cancelled')),
  reason text,
  error text,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz(3),
  claimed_at timestamptz(3),
  sent_at timestamptz(3),
  -- 96 random bits; the link by which the recipient opts out.
  opt_out text NOT NULL UNIQUE DEFAULT
    translate(encode(substring(uuid_send(gen_random_uuid()) FROM 1 FOR 6) || substring(uuid_send(gen_random_uuid()) FROM 11 FOR 6), 'base64'), '+/', '-_'),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((state = 'skipped') = (reason IS NOT NULL)),
  -- One message for each address and member, whoever adds the rows, and however often.
  UNIQUE (sending_id, address),
  UNIQUE (sending_id, user_id)
);
CREATE INDEX sending_recipients_open ON sending_recipients (sending_id, id) WHERE state IN ('queued', 'claimed');
CREATE INDEX sending_recipients_failed ON sending_recipients (address) WHERE state = 'failed';
CREATE INDEX sending_recipients_user ON sending_recipients (user_id);
