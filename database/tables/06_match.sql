-- Match: fairs, participants, products and matchings.
-- requires: is_business_number

-- Exclusion constraints on uuid columns need it. Part of PostgreSQL's contrib, trusted since version 13.
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Participants of the award and rookie programmes by year. Only these companies may join as sellers.
CREATE TABLE programme_entries (
  id uuid PRIMARY KEY,
  programme text NOT NULL CHECK (programme IN ('award', 'rookie')),
  year integer NOT NULL CHECK (year BETWEEN 2000 AND 2100),
  business_number text NOT NULL CONSTRAINT programme_entries_check_digit CHECK (is_business_number(business_number)),
  company text NOT NULL CHECK (company <> ''),
  ceo text NOT NULL DEFAULT '',
  category text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  product text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT programme_entries_business_number UNIQUE (business_number, programme, year)
);
CREATE INDEX programme_entries_year ON programme_entries (year DESC, programme, company);

-- A company as a seller or a buyer. Its name, representative, category and address are in `companies`.
CREATE TABLE match_profiles (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('seller', 'buyer')),
  -- ISO 3166-1 alpha-2.
  country text NOT NULL DEFAULT 'KR' CHECK (country ~ '^[A-Z]{2}$'),
  time_zone text NOT NULL DEFAULT 'Asia/Seoul',
  -- Translated names; the Korean name is in `companies`.
  names jsonb NOT NULL DEFAULT '{}',
  introduction jsonb NOT NULL DEFAULT '{}',
  website text,
  contact_name text NOT NULL DEFAULT '',
  contact_email text NOT NULL DEFAULT '',
  contact_phone text NOT NULL DEFAULT '',
  languages text[] NOT NULL DEFAULT '{}',
  categories text[] NOT NULL DEFAULT '{}',
  -- Buyers only: how they meet, where they operate, and their interests in order of preference.
  buyer_type text CHECK (buyer_type IN ('online', 'offline')),
  area_city text NOT NULL DEFAULT '',
  area_district text NOT NULL DEFAULT '',
  interests text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT match_profiles_role UNIQUE (company_id, role),
  CONSTRAINT match_profiles_buyer CHECK ((role = 'buyer') = (buyer_type IS NOT NULL))
);
CREATE INDEX match_profiles_user ON match_profiles (user_id);

-- Fairs: events at which buyers meet sellers.
CREATE TABLE fairs (
  id uuid PRIMARY KEY,
  title jsonb NOT NULL,
  summary jsonb NOT NULL DEFAULT '{}',
  body jsonb NOT NULL DEFAULT '{}',
  venue jsonb NOT NULL DEFAULT '{}',
  phase text NOT NULL DEFAULT 'draft' CHECK (phase IN ('draft', 'recruiting', 'applying', 'ongoing', 'expired')),
  -- Application deadlines of sellers and buyers.
  sellers_until timestamptz(3),
  buyers_until timestamptz(3),
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- [{ startAt, endAt }]; breaks have a title too. Source of `fair_slots`.
  sessions jsonb NOT NULL DEFAULT '[]',
  breaks jsonb NOT NULL DEFAULT '[]',
  slot_minutes integer NOT NULL DEFAULT 30 CHECK (slot_minutes BETWEEN 10 AND 240),
  -- Concurrent meetings on site.
  tables integer NOT NULL DEFAULT 10 CHECK (tables BETWEEN 0 AND 500),
  -- Concurrent meetings online.
  rooms integer NOT NULL DEFAULT 20 CHECK (rooms BETWEEN 0 AND 500),
  hold_hours integer NOT NULL DEFAULT 48 CHECK (hold_hours BETWEEN 1 AND 336),
  -- Open requests of one buyer.
  request_limit integer NOT NULL DEFAULT 10 CHECK (request_limit BETWEEN 1 AND 100),
  -- Hours before a meeting until which it can be moved or cancelled.
  change_hours integer NOT NULL DEFAULT 24 CHECK (change_hours BETWEEN 0 AND 336),
  categories text[] NOT NULL DEFAULT '{}',
  -- Ids of pictures, in display order.
  thumbs jsonb NOT NULL DEFAULT '[]',
  visible boolean NOT NULL DEFAULT true,
  -- While false, only the operator sees confirmed meetings.
  released boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT fairs_period CHECK (ends_at > starts_at)
);
CREATE INDEX fairs_starts ON fairs (starts_at DESC, id DESC);

-- Time slots of a fair. Open slots never overlap; closed ones may.
CREATE TABLE fair_slots (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  fair_id uuid NOT NULL REFERENCES fairs (id) ON DELETE CASCADE,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL CHECK (ends_at > starts_at),
  -- The fair no longer has this slot, but a meeting still uses it: no new booking.
  closed boolean NOT NULL DEFAULT false,
  CONSTRAINT fair_slots_whole UNIQUE (id, fair_id, starts_at, ends_at),
  CONSTRAINT fair_slots_overlap
    EXCLUDE USING gist (fair_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (NOT closed)
);
CREATE UNIQUE INDEX fair_slots_start ON fair_slots (fair_id, starts_at) WHERE NOT closed;

-- Tables in the hall and online rooms; each meeting takes one.
CREATE TABLE fair_places (
  fair_id uuid NOT NULL REFERENCES fairs (id) ON DELETE CASCADE,
  way text NOT NULL CHECK (way IN ('online', 'offline')),
  number integer NOT NULL CHECK (number > 0),
  -- Like `fair_slots.closed`.
  closed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (fair_id, way, number)
);

-- Applications of companies to a fair.
CREATE TABLE participations (
  id uuid PRIMARY KEY,
  fair_id uuid NOT NULL REFERENCES fairs (id) ON DELETE CASCADE,
  profile_id uuid NOT NULL REFERENCES match_profiles (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'submitted' CHECK (state IN ('submitted', 'asked', 'approved', 'refused', 'withdrawn')),
  -- Text of the applicant; `reason` is what the operator asks for, or why it refused.
  note text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  decided_at timestamptz(3),
  decided_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT participations_profile UNIQUE (fair_id, profile_id),
  CONSTRAINT participations_reason CHECK (state NOT IN ('asked', 'refused') OR reason <> '')
);
CREATE INDEX participations_profile_fairs ON participations (profile_id);
CREATE INDEX participations_waiting ON participations (created_at) WHERE state = 'submitted';

-- Internal remarks of staff. Immutable, so that no remark is overwritten.
CREATE TABLE participation_remarks (
  id uuid PRIMARY KEY,
  participation_id uuid NOT NULL REFERENCES participations (id) ON DELETE CASCADE,
  author_id uuid REFERENCES users (id) ON DELETE SET NULL,
  text text NOT NULL CHECK (text <> ''),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX participation_remarks_of ON participation_remarks (participation_id, created_at);

-- Badge of each participation.
CREATE TABLE fair_badges (
  participation_id uuid PRIMARY KEY REFERENCES participations (id) ON DELETE CASCADE,
  -- Ten random hexadecimal digits, in the QR code and for typing.
  code text NOT NULL DEFAULT upper(left(replace(gen_random_uuid()::text, '-', ''), 10))
    CHECK (code ~ '^[0-9A-F]{10}$'),
  CONSTRAINT fair_badges_code UNIQUE (code)
);

-- First arrival of a participation on each day.
CREATE TABLE fair_checkins (
  participation_id uuid NOT NULL REFERENCES participations (id) ON DELETE CASCADE,
  -- Date in Seoul.
  day date NOT NULL,
  -- A scanner that was offline may later report an earlier arrival.
  at timestamptz(3) NOT NULL,
  by_id uuid REFERENCES users (id) ON DELETE SET NULL,
  PRIMARY KEY (participation_id, day)
);

-- Pending notifications about a change of a fair, in order; the job that deletes a row writes the mail.
CREATE TABLE fair_notices (
  number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  participation_id uuid NOT NULL REFERENCES participations (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('withdrawn', 'closed', 'paused', 'returned', 'moved')),
  -- Former dates, if they changed.
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  CHECK (num_nulls(starts_at, ends_at) <> 1)
);
CREATE INDEX fair_notices_participation ON fair_notices (participation_id);

-- Products of sellers.
CREATE TABLE match_products (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES match_profiles (id) ON DELETE CASCADE,
  name jsonb NOT NULL,
  category text NOT NULL,
  ingredients jsonb NOT NULL DEFAULT '{}',
  color jsonb NOT NULL DEFAULT '{}',
  size text NOT NULL DEFAULT '',
  -- Country of manufacture, ISO 3166-1 alpha-2.
  country text NOT NULL DEFAULT 'KR' CHECK (country ~ '^[A-Z]{2}$'),
  release_date date,
  award_date date,
  sales_site text,
  -- KRW.
  retail_price bigint CHECK (retail_price >= 0),
  features jsonb NOT NULL DEFAULT '{}',
  method jsonb NOT NULL DEFAULT '{}',
  -- Year of selection.
  year integer NOT NULL CHECK (year BETWEEN 2000 AND 2100),
  certificate text NOT NULL CHECK (certificate IN ('award', 'rookie')),
  pictures jsonb NOT NULL DEFAULT '[]',
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX match_products_profile ON match_products (profile_id);

-- Products that a seller shows at a fair.
CREATE TABLE fair_products (
  fair_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  product_id uuid NOT NULL REFERENCES match_products (id) ON DELETE CASCADE,
  PRIMARY KEY (fair_id, product_id),
  FOREIGN KEY (fair_id, profile_id) REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE
);
CREATE INDEX fair_products_product ON fair_products (product_id);

-- Slots in which a buyer is available, and how.
CREATE TABLE free_times (
  fair_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  slot_id uuid NOT NULL REFERENCES fair_slots (id) ON DELETE CASCADE,
  way text NOT NULL CHECK (way IN ('online', 'offline')),
  -- The buyer withdrew this time while an unreleased meeting used it; hidden from the buyer.
  withdrawn boolean NOT NULL DEFAULT false,
  -- New way that the buyer chose while an unreleased meeting used this time; applied when the meeting moves.
  wish text CHECK (wish IN ('online', 'offline')),
  PRIMARY KEY (fair_id, buyer_id, slot_id),
  CONSTRAINT free_times_way UNIQUE (fair_id, buyer_id, slot_id, way),
  FOREIGN KEY (fair_id, buyer_id) REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE
);

-- Unsaved free times of a buyer, shared between devices. `version` is an optimistic lock: each save increases it by
-- one. `times` is null once saved; the row keeps the version.
CREATE TABLE free_time_drafts (
  fair_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  times jsonb CHECK (jsonb_typeof(times) = 'array'),
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (fair_id, buyer_id),
  FOREIGN KEY (fair_id, buyer_id) REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE
);

-- A matching of a seller and a buyer at a fair, from the request to the meeting.
CREATE TABLE matchings (
  id uuid PRIMARY KEY,
  fair_id uuid NOT NULL,
  seller_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  product_id uuid REFERENCES match_products (id) ON DELETE SET NULL,
  message text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'requested'
    CHECK (state IN ('requested', 'offered', 'confirmed', 'held', 'no_show', 'declined', 'cancelled', 'expired')),
  -- Until when the offered times are reserved.
  held_until timestamptz(3),
  -- The meeting; set only in the states that have one.
  way text CHECK (way IN ('online', 'offline')),
  slot_id uuid,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  place integer,
  -- Minutes, written after the meeting.
  agreed text NOT NULL DEFAULT '',
  -- Version of the calendar invitation (iCalendar SEQUENCE).
  sequence integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT matchings_seller FOREIGN KEY (fair_id, seller_id)
    REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE,
  CONSTRAINT matchings_buyer FOREIGN KEY (fair_id, buyer_id)
    REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE,
  CONSTRAINT matchings_two CHECK (seller_id <> buyer_id),
  CONSTRAINT matchings_meeting CHECK (
    (state IN ('confirmed', 'held', 'no_show') AND num_nulls(way, slot_id, starts_at, ends_at, place) = 0)
    OR (state NOT IN ('confirmed', 'held', 'no_show') AND num_nonnulls(way, slot_id, starts_at, ends_at, place) = 0)),
  CONSTRAINT matchings_held CHECK ((state = 'offered') = (held_until IS NOT NULL)),
  -- The meeting is in an existing slot, at a time that the buyer gave, at an existing place, and alone there.
  CONSTRAINT matchings_slot FOREIGN KEY (slot_id, fair_id, starts_at, ends_at)
    REFERENCES fair_slots (id, fair_id, starts_at, ends_at),
  CONSTRAINT matchings_free FOREIGN KEY (fair_id, buyer_id, slot_id, way)
    REFERENCES free_times (fair_id, buyer_id, slot_id, way),
  CONSTRAINT matchings_place FOREIGN KEY (fair_id, way, place) REFERENCES fair_places (fair_id, way, number),
  CONSTRAINT matchings_seat UNIQUE (slot_id, way, place),
  -- One meeting at a time per place, also across slots that overlap after a change of the fair.
  CONSTRAINT matchings_seated
    EXCLUDE USING gist (fair_id WITH =, way WITH =, place WITH =, tstzrange(starts_at, ends_at) WITH &&)
    WHERE (slot_id IS NOT NULL)
);
-- At most one open matching per pair of companies and fair.
CREATE UNIQUE INDEX matchings_open ON matchings (fair_id, seller_id, buyer_id)
  WHERE state IN ('requested', 'offered', 'confirmed', 'expired');
CREATE INDEX matchings_sellers ON matchings (seller_id, created_at DESC);
CREATE INDEX matchings_buyers ON matchings (buyer_id, created_at DESC);
CREATE INDEX matchings_holds ON matchings (held_until) WHERE state = 'offered';
CREATE INDEX matchings_fair_starts ON matchings (fair_id, starts_at);
-- Upcoming and finished meetings, for reminders and jobs.
CREATE INDEX matchings_starts ON matchings (starts_at) WHERE state = 'confirmed';

-- What the companies of a matching still see while a change of the operator is unreleased. After the release
-- (`released_at`) they see the matching itself; the row is deleted with the message that notifies them. Read withheld
-- rows through the view `withheld_matchings`.
CREATE TABLE matching_unreleased (
  matching_id uuid PRIMARY KEY REFERENCES matchings (id) ON DELETE CASCADE,
  fair_id uuid NOT NULL REFERENCES fairs (id) ON DELETE CASCADE,
  state text NOT NULL,
  held_until timestamptz(3),
  way text,
  slot_id uuid,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  place integer,
  updated_at timestamptz(3) NOT NULL,
  released_at timestamptz(3)
);
CREATE INDEX matching_unreleased_fair ON matching_unreleased (fair_id) WHERE released_at IS NULL;

-- Offered times, at most three, reserved until the buyer confirms one.
CREATE TABLE matching_picks (
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position BETWEEN 1 AND 3),
  fair_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  slot_id uuid NOT NULL,
  way text NOT NULL,
  PRIMARY KEY (matching_id, position),
  CONSTRAINT matching_picks_slot UNIQUE (matching_id, slot_id),
  CONSTRAINT matching_picks_free FOREIGN KEY (fair_id, buyer_id, slot_id, way)
    REFERENCES free_times (fair_id, buyer_id, slot_id, way)
);
CREATE INDEX matching_picks_slots ON matching_picks (slot_id);

-- Times at which a company has a meeting, across roles and fairs. Maintained by `update_match_bookings`.
CREATE TABLE match_bookings (
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  during tstzrange NOT NULL,
  PRIMARY KEY (matching_id, company_id),
  CONSTRAINT match_bookings_overlap EXCLUDE USING gist (company_id WITH =, during WITH &&)
);

-- History of a matching: who, when, why.
CREATE TABLE matching_events (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  action text NOT NULL,
  side text NOT NULL CHECK (side IN ('buyer', 'seller', 'operator', 'system')),
  actor_id uuid REFERENCES users (id) ON DELETE SET NULL,
  from_state text,
  to_state text NOT NULL,
  reason text NOT NULL DEFAULT '',
  -- [{ startAt, endAt, way }]
  times jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- False hides events of unreleased changes from the companies.
  shown boolean NOT NULL DEFAULT true,
  -- The companies are not notified yet; the job that clears it writes the mail.
  untold boolean NOT NULL DEFAULT false,
  -- Order of events. The writer holds the lock of the matching, so this order is true even if server clocks differ.
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- The company that the operator acted for.
  acted_for text,
  CONSTRAINT matching_events_acted_for
    CHECK (acted_for IN ('seller', 'buyer') AND side = 'operator' OR acted_for IS NULL)
);
CREATE INDEX matching_events_untold ON matching_events (matching_id) WHERE untold;
CREATE UNIQUE INDEX matching_events_matching ON matching_events (matching_id, seq);

-- Ratings of a meeting by each side.
CREATE TABLE matching_ratings (
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  side text NOT NULL CHECK (side IN ('buyer', 'seller')),
  fit integer NOT NULL CHECK (fit BETWEEN 1 AND 5),
  preparation integer NOT NULL CHECK (preparation BETWEEN 1 AND 5),
  outcome integer NOT NULL CHECK (outcome BETWEEN 1 AND 5),
  line text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (matching_id, side)
);

-- What two companies agreed in a meeting, line by line; binding once both confirmed it.
CREATE TABLE matching_agreements (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 300),
  -- Previous text, until both confirm the revision.
  before text,
  -- A confirmation names the version that was read.
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  written_by text NOT NULL CHECK (written_by IN ('buyer', 'seller')),
  seller_at timestamptz(3),
  buyer_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The author has confirmed it.
  CONSTRAINT matching_agreements_written
    CHECK (CASE written_by WHEN 'seller' THEN seller_at ELSE buyer_at END IS NOT NULL)
);
CREATE INDEX matching_agreements_matching ON matching_agreements (matching_id, created_at, id);

-- Follow-up tasks of a meeting: what, by which company, until when.
CREATE TABLE matching_tasks (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 300),
  owner text NOT NULL CHECK (owner IN ('buyer', 'seller')),
  due date NOT NULL,
  written_by text NOT NULL CHECK (written_by IN ('buyer', 'seller')),
  done_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX matching_tasks_matching ON matching_tasks (matching_id, due, created_at, id);

-- A seller invites a buyer of the same fair to request a meeting, once.
CREATE TABLE match_invitations (
  id uuid PRIMARY KEY,
  fair_id uuid NOT NULL,
  seller_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  message text NOT NULL DEFAULT '',
  -- asked: the buyer sent a request. declined is visible to the buyer only; the seller sees it as open.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'asked', 'withdrawn', 'declined')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT match_invitations_seller FOREIGN KEY (fair_id, seller_id)
    REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE,
  CONSTRAINT match_invitations_buyer FOREIGN KEY (fair_id, buyer_id)
    REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE,
  CONSTRAINT match_invitations_once UNIQUE (fair_id, seller_id, buyer_id)
);
CREATE INDEX match_invitations_sellers ON match_invitations (seller_id);
CREATE INDEX match_invitations_buyers ON match_invitations (buyer_id, fair_id);

-- Reminders a day and ten minutes before a meeting, once for each agreed time.
CREATE TABLE meeting_reminders (
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  -- Start of the meeting when the reminder was written.
  starts_at timestamptz(3) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('day', 'soon')),
  -- Ids in `outbox`, recalled if the meeting is moved or cancelled first.
  messages uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (matching_id, starts_at, kind)
);
