-- Match: programmes, companies in fairs, products, and matchings from the request to the meeting.

-- Equality of uuids within exclusion constraints; part of PostgreSQL's own contrib since 9.6, trusted since 13.
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Who took part in the award and rookie programmes, by year. Only these companies can join as sellers.
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

-- A company as a seller or as a buyer. Name, head, category and address stay in its one record, `companies`.
CREATE TABLE match_profiles (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('seller', 'buyer')),
  -- Two letters of ISO 3166.
  country text NOT NULL DEFAULT 'KR' CHECK (country ~ '^[A-Z]{2}$'),
  time_zone text NOT NULL DEFAULT 'Asia/Seoul',
  -- The name in other languages; Korean is the record's.
  names jsonb NOT NULL DEFAULT '{}',
  introduction jsonb NOT NULL DEFAULT '{}',
  website text,
  contact_name text NOT NULL DEFAULT '',
  contact_email text NOT NULL DEFAULT '',
  contact_phone text NOT NULL DEFAULT '',
  languages text[] NOT NULL DEFAULT '{}',
  categories text[] NOT NULL DEFAULT '{}',
  -- Of buyers: how they meet, where they are active, what they look for in order of choice.
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

CREATE TABLE fairs (
  id uuid PRIMARY KEY,
  title jsonb NOT NULL,
  summary jsonb NOT NULL DEFAULT '{}',
  body jsonb NOT NULL DEFAULT '{}',
  venue jsonb NOT NULL DEFAULT '{}',
  phase text NOT NULL DEFAULT 'draft' CHECK (phase IN ('draft', 'recruiting', 'applying', 'ongoing', 'expired')),
  -- Until when sellers and buyers can apply.
  sellers_until timestamptz(3),
  buyers_until timestamptz(3),
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- [{ startAt, endAt }]; breaks have a title too. The slots below are made from them.
  sessions jsonb NOT NULL DEFAULT '[]',
  breaks jsonb NOT NULL DEFAULT '[]',
  slot_minutes integer NOT NULL DEFAULT 30 CHECK (slot_minutes BETWEEN 10 AND 240),
  tables integer NOT NULL DEFAULT 10 CHECK (tables BETWEEN 0 AND 500),
  -- Online meetings at one time.
  rooms integer NOT NULL DEFAULT 20 CHECK (rooms BETWEEN 0 AND 500),
  hold_hours integer NOT NULL DEFAULT 48 CHECK (hold_hours BETWEEN 1 AND 336),
  -- Open requests of one buyer.
  request_limit integer NOT NULL DEFAULT 10 CHECK (request_limit BETWEEN 1 AND 100),
  -- Hours before a meeting until which it can be moved or cancelled.
  change_hours integer NOT NULL DEFAULT 24 CHECK (change_hours BETWEEN 0 AND 336),
  categories text[] NOT NULL DEFAULT '{}',
  -- Ids of pictures, in their order.
  thumbs jsonb NOT NULL DEFAULT '[]',
  visible boolean NOT NULL DEFAULT true,
  -- While false, confirmed meetings are shown to the operator alone.
  released boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT fairs_period CHECK (ends_at > starts_at)
);
CREATE INDEX fairs_starts ON fairs (starts_at DESC, id DESC);

-- The grid: slots of one fair never overlap, so sessions cannot either.
CREATE TABLE fair_slots (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  fair_id uuid NOT NULL REFERENCES fairs (id) ON DELETE CASCADE,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL CHECK (ends_at > starts_at),
  CONSTRAINT fair_slots_start UNIQUE (fair_id, starts_at),
  CONSTRAINT fair_slots_whole UNIQUE (id, fair_id, starts_at, ends_at),
  CONSTRAINT fair_slots_overlap EXCLUDE USING gist (fair_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
);

-- Tables of the hall and rooms online: a meeting is at one of them.
CREATE TABLE fair_places (
  fair_id uuid NOT NULL REFERENCES fairs (id) ON DELETE CASCADE,
  way text NOT NULL CHECK (way IN ('online', 'offline')),
  number integer NOT NULL CHECK (number > 0),
  PRIMARY KEY (fair_id, way, number)
);

CREATE FUNCTION fair_grid(sessions jsonb, breaks jsonb, minutes integer)
RETURNS TABLE (starts_at timestamptz, ends_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT start, start + make_interval(mins => minutes)
  FROM jsonb_array_elements(sessions) AS session,
    generate_series((session ->> 'startAt')::timestamptz,
      (session ->> 'endAt')::timestamptz - make_interval(mins => minutes), make_interval(mins => minutes)) AS start
  WHERE NOT EXISTS (
    SELECT FROM jsonb_array_elements(breaks) AS pause
    WHERE tstzrange((pause ->> 'startAt')::timestamptz, (pause ->> 'endAt')::timestamptz)
      && tstzrange(start, start + make_interval(mins => minutes)))
$$;

-- Brings slots and places to what the fair says. What a meeting or an offer stands on cannot go: the statement fails.
CREATE FUNCTION lay_fair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM fair_slots AS slot WHERE slot.fair_id = NEW.id AND NOT EXISTS (
    SELECT FROM fair_grid(NEW.sessions, NEW.breaks, NEW.slot_minutes) AS grid
    WHERE grid.starts_at = slot.starts_at AND grid.ends_at = slot.ends_at);
  INSERT INTO fair_slots (fair_id, starts_at, ends_at)
    SELECT NEW.id, grid.starts_at, grid.ends_at FROM fair_grid(NEW.sessions, NEW.breaks, NEW.slot_minutes) AS grid
    WHERE NOT EXISTS (SELECT FROM fair_slots AS slot
      WHERE slot.fair_id = NEW.id AND slot.starts_at = grid.starts_at AND slot.ends_at = grid.ends_at);
  DELETE FROM fair_places WHERE fair_id = NEW.id AND number > CASE way WHEN 'offline' THEN NEW.tables ELSE NEW.rooms END;
  INSERT INTO fair_places (fair_id, way, number)
    SELECT NEW.id, 'offline', number FROM generate_series(1, NEW.tables) AS number
    UNION ALL SELECT NEW.id, 'online', number FROM generate_series(1, NEW.rooms) AS number
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER fairs_lay AFTER INSERT OR UPDATE OF sessions, breaks, slot_minutes, tables, rooms ON fairs
  FOR EACH ROW EXECUTE FUNCTION lay_fair();

CREATE TABLE participations (
  id uuid PRIMARY KEY,
  fair_id uuid NOT NULL REFERENCES fairs (id) ON DELETE CASCADE,
  profile_id uuid NOT NULL REFERENCES match_profiles (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'submitted' CHECK (state IN ('submitted', 'asked', 'approved', 'refused', 'withdrawn')),
  -- What the applicant wrote, and what the operator asks for or refuses with.
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

CREATE TABLE match_products (
  id uuid PRIMARY KEY,
  profile_id uuid NOT NULL REFERENCES match_profiles (id) ON DELETE CASCADE,
  name jsonb NOT NULL,
  category text NOT NULL,
  ingredients jsonb NOT NULL DEFAULT '{}',
  color jsonb NOT NULL DEFAULT '{}',
  size text NOT NULL DEFAULT '',
  -- Country of manufacture, two letters of ISO 3166.
  country text NOT NULL DEFAULT 'KR' CHECK (country ~ '^[A-Z]{2}$'),
  release_date date,
  -- The day of the award selection.
  award_date date,
  sales_site text,
  -- Whole won.
  retail_price bigint CHECK (retail_price >= 0),
  features jsonb NOT NULL DEFAULT '{}',
  method jsonb NOT NULL DEFAULT '{}',
  -- The year of selection.
  year integer NOT NULL CHECK (year BETWEEN 2000 AND 2100),
  certificate text NOT NULL CHECK (certificate IN ('award', 'rookie')),
  pictures jsonb NOT NULL DEFAULT '[]',
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX match_products_profile ON match_products (profile_id);

CREATE TABLE fair_products (
  fair_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  product_id uuid NOT NULL REFERENCES match_products (id) ON DELETE CASCADE,
  PRIMARY KEY (fair_id, product_id),
  FOREIGN KEY (fair_id, profile_id) REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE
);

-- When a buyer can meet, and how.
CREATE TABLE free_times (
  fair_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  slot_id uuid NOT NULL REFERENCES fair_slots (id) ON DELETE CASCADE,
  way text NOT NULL CHECK (way IN ('online', 'offline')),
  PRIMARY KEY (fair_id, buyer_id, slot_id),
  CONSTRAINT free_times_way UNIQUE (fair_id, buyer_id, slot_id, way),
  FOREIGN KEY (fair_id, buyer_id) REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE
);

CREATE TABLE matchings (
  id uuid PRIMARY KEY,
  fair_id uuid NOT NULL,
  seller_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  product_id uuid REFERENCES match_products (id) ON DELETE SET NULL,
  message text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'requested'
    CHECK (state IN ('requested', 'offered', 'confirmed', 'held', 'no_show', 'declined', 'cancelled', 'expired')),
  -- Until when the offered times are held.
  held_until timestamptz(3),
  -- The meeting.
  way text CHECK (way IN ('online', 'offline')),
  slot_id uuid,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  place integer,
  -- What was agreed, written after the meeting.
  agreed text NOT NULL DEFAULT '',
  -- Counts the versions of its invitation.
  sequence integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT matchings_seller FOREIGN KEY (fair_id, seller_id) REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE,
  CONSTRAINT matchings_buyer FOREIGN KEY (fair_id, buyer_id) REFERENCES participations (fair_id, profile_id) ON DELETE CASCADE,
  CONSTRAINT matchings_two CHECK (seller_id <> buyer_id),
  CONSTRAINT matchings_meeting CHECK (
    (state IN ('confirmed', 'held', 'no_show') AND num_nulls(way, slot_id, starts_at, ends_at, place) = 0)
    OR (state NOT IN ('confirmed', 'held', 'no_show') AND num_nonnulls(way, slot_id, starts_at, ends_at, place) = 0)),
  CONSTRAINT matchings_held CHECK ((state = 'offered') = (held_until IS NOT NULL)),
  -- On the grid of its fair, in a time that the buyer gave, at a table or in a room that there is, alone.
  CONSTRAINT matchings_slot FOREIGN KEY (slot_id, fair_id, starts_at, ends_at) REFERENCES fair_slots (id, fair_id, starts_at, ends_at),
  CONSTRAINT matchings_free FOREIGN KEY (fair_id, buyer_id, slot_id, way) REFERENCES free_times (fair_id, buyer_id, slot_id, way),
  CONSTRAINT matchings_place FOREIGN KEY (fair_id, way, place) REFERENCES fair_places (fair_id, way, number),
  CONSTRAINT matchings_seat UNIQUE (slot_id, way, place)
);
-- One at a time between two companies in a fair.
CREATE UNIQUE INDEX matchings_open ON matchings (fair_id, seller_id, buyer_id)
  WHERE state IN ('requested', 'offered', 'confirmed', 'expired');
CREATE INDEX matchings_sellers ON matchings (seller_id, created_at DESC);
CREATE INDEX matchings_buyers ON matchings (buyer_id, created_at DESC);
CREATE INDEX matchings_holds ON matchings (held_until) WHERE state = 'offered';

-- Offered times, held until the buyer confirms one: three at most, all within what the buyer gave.
CREATE TABLE matching_picks (
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position BETWEEN 1 AND 3),
  fair_id uuid NOT NULL,
  buyer_id uuid NOT NULL,
  slot_id uuid NOT NULL,
  way text NOT NULL,
  PRIMARY KEY (matching_id, position),
  CONSTRAINT matching_picks_slot UNIQUE (matching_id, slot_id),
  CONSTRAINT matching_picks_free FOREIGN KEY (fair_id, buyer_id, slot_id, way) REFERENCES free_times (fair_id, buyer_id, slot_id, way)
);
CREATE INDEX matching_picks_slots ON matching_picks (slot_id);

-- When a company is in a meeting, whatever its role and whichever the fair. Written by the trigger below alone.
CREATE TABLE match_bookings (
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  during tstzrange NOT NULL,
  PRIMARY KEY (matching_id, company_id),
  CONSTRAINT match_bookings_overlap EXCLUDE USING gist (company_id WITH =, during WITH &&)
);
CREATE FUNCTION book_matching() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM match_bookings WHERE matching_id = NEW.id;
  INSERT INTO match_bookings (matching_id, company_id, during)
    SELECT NEW.id, company_id, tstzrange(NEW.starts_at, NEW.ends_at) FROM match_profiles
    WHERE id IN (NEW.seller_id, NEW.buyer_id) AND NEW.slot_id IS NOT NULL
    ORDER BY company_id;
  RETURN NULL;
END $$;
CREATE TRIGGER matchings_book AFTER INSERT OR UPDATE OF slot_id, starts_at, ends_at, seller_id, buyer_id ON matchings
  FOR EACH ROW EXECUTE FUNCTION book_matching();

-- Open requests of one buyer in a fair, counted while the buyer's participation is locked.
CREATE FUNCTION limit_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM participations WHERE fair_id = NEW.fair_id AND profile_id = NEW.buyer_id FOR UPDATE;
  IF (SELECT count(*) FROM matchings WHERE fair_id = NEW.fair_id AND buyer_id = NEW.buyer_id AND id <> NEW.id
      AND state IN ('requested', 'offered', 'expired'))
    >= (SELECT request_limit FROM fairs WHERE id = NEW.fair_id) THEN
    RAISE EXCEPTION 'too many open requests' USING ERRCODE = '23514', TABLE = 'matchings', CONSTRAINT = 'matchings_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER matchings_limit BEFORE INSERT ON matchings FOR EACH ROW WHEN (NEW.state = 'requested')
  EXECUTE FUNCTION limit_requests();

-- What happened to a matching: who, when, why.
CREATE TABLE matching_events (
  id uuid PRIMARY KEY,
  matching_id uuid NOT NULL REFERENCES matchings (id) ON DELETE CASCADE,
  action text NOT NULL,
  side text NOT NULL CHECK (side IN ('buyer', 'seller', 'operator', 'system')),
  actor_id uuid REFERENCES users (id) ON DELETE SET NULL,
  from_state text,
  to_state text NOT NULL,
  reason text NOT NULL DEFAULT '',
  -- The times it is about: [{ startAt, endAt, way }].
  times jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX matching_events_matching ON matching_events (matching_id, created_at, id);

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

CREATE TRIGGER fairs_cache AFTER INSERT OR UPDATE OR DELETE ON fairs FOR EACH ROW EXECUTE FUNCTION notify_cache('fairs');
CREATE TRIGGER participations_cache AFTER INSERT OR UPDATE OR DELETE ON participations FOR EACH ROW EXECUTE FUNCTION notify_cache('match');
CREATE TRIGGER match_profiles_cache AFTER INSERT OR UPDATE OR DELETE ON match_profiles FOR EACH ROW EXECUTE FUNCTION notify_cache('match');
CREATE TRIGGER match_products_cache AFTER INSERT OR UPDATE OR DELETE ON match_products FOR EACH ROW EXECUTE FUNCTION notify_cache('match');
CREATE TRIGGER fair_products_cache AFTER INSERT OR DELETE ON fair_products FOR EACH ROW EXECUTE FUNCTION notify_cache('match');
CREATE TRIGGER companies_match_cache AFTER UPDATE ON companies FOR EACH ROW EXECUTE FUNCTION notify_cache('match');
CREATE TRIGGER programme_entries_cache AFTER INSERT OR UPDATE OR DELETE ON programme_entries FOR EACH STATEMENT EXECUTE FUNCTION notify_cache('programmes');
