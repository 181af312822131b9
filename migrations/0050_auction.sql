-- Auction: authors, programmes with their halls, works as lots, who may bid, and bids. Sums are whole won.

CREATE TABLE auction_authors (
  id uuid PRIMARY KEY,
  key text NOT NULL CONSTRAINT auction_authors_key UNIQUE CHECK (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name jsonb NOT NULL,
  born integer CHECK (born BETWEEN 1000 AND 2100),
  died integer CHECK (died BETWEEN 1000 AND 2100),
  biography jsonb NOT NULL DEFAULT '{}',
  picture uuid,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT auction_authors_life CHECK (died >= born)
);

-- Steps ascend from 0, and each is more than nothing.
CREATE FUNCTION is_increment_table(increments jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(bool_and((row.step ->> 'step')::bigint > 0
    AND (row.step ->> 'from')::bigint = CASE row.place WHEN 1 THEN 0 ELSE (row.step ->> 'from')::bigint END
    AND (row.before IS NULL OR (row.step ->> 'from')::bigint > (row.before ->> 'from')::bigint)), false)
  FROM (SELECT value AS step, ordinality AS place, lag(value) OVER (ORDER BY ordinality) AS before
    FROM jsonb_array_elements(increments) WITH ORDINALITY) AS row
$$;

CREATE TABLE auction_programs (
  id uuid PRIMARY KEY,
  title jsonb NOT NULL,
  summary jsonb NOT NULL DEFAULT '{}',
  -- What bidders accept; a new version has to be accepted anew.
  terms jsonb NOT NULL DEFAULT '{}',
  terms_version integer NOT NULL DEFAULT 1 CHECK (terms_version > 0),
  -- Who may bid once the terms are accepted: everybody, or whom staff approve.
  entry text NOT NULL DEFAULT 'open' CHECK (entry IN ('open', 'approval')),
  starts_at timestamptz(3) NOT NULL,
  -- The end of the first lot; each further one ends `lot_seconds` later.
  first_end timestamptz(3) NOT NULL,
  lot_seconds integer NOT NULL DEFAULT 60 CHECK (lot_seconds BETWEEN 0 AND 86400),
  -- [{ from, step }]
  increments jsonb NOT NULL CHECK (is_increment_table(increments)),
  window_seconds integer NOT NULL DEFAULT 120 CHECK (window_seconds BETWEEN 0 AND 3600),
  extension_seconds integer NOT NULL DEFAULT 120 CHECK (extension_seconds BETWEEN 0 AND 3600),
  -- How long after its own end a lot can be extended at most.
  hard_minutes integer NOT NULL DEFAULT 30 CHECK (hard_minutes BETWEEN 0 AND 1440),
  -- Buyer's premium in hundredths of a percent, VAT apart.
  premium integer NOT NULL DEFAULT 1500 CHECK (premium BETWEEN 0 AND 5000),
  -- [{ _id, name, address }] in their order; a trigger keeps `auction_halls` by it.
  halls jsonb NOT NULL DEFAULT '[]',
  visible boolean NOT NULL DEFAULT false,
  -- Bidding rests while staff stopped it.
  stopped_at timestamptz(3),
  stop_reason text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT auction_programs_period CHECK (first_end > starts_at),
  CONSTRAINT auction_programs_stopped CHECK (stopped_at IS NULL OR stop_reason <> '')
);
CREATE INDEX auction_programs_starts ON auction_programs (starts_at DESC, id DESC);

CREATE TABLE auction_halls (
  id uuid PRIMARY KEY,
  program_id uuid NOT NULL REFERENCES auction_programs (id) ON DELETE CASCADE,
  name jsonb NOT NULL,
  address jsonb NOT NULL DEFAULT '{}',
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT auction_halls_whole UNIQUE (id, program_id)
);
CREATE INDEX auction_halls_program ON auction_halls (program_id, position, id);

CREATE TABLE auction_works (
  id uuid PRIMARY KEY,
  program_id uuid NOT NULL REFERENCES auction_programs (id) ON DELETE RESTRICT,
  hall_id uuid,
  author_id uuid REFERENCES auction_authors (id) ON DELETE RESTRICT,
  lot integer NOT NULL CHECK (lot > 0),
  title jsonb NOT NULL,
  medium jsonb NOT NULL DEFAULT '{}',
  made text NOT NULL DEFAULT '',
  -- Millimetres; works hang in their true relative size.
  height integer CHECK (height > 0),
  width integer CHECK (width > 0),
  depth integer CHECK (depth > 0),
  provenance jsonb NOT NULL DEFAULT '{}',
  note jsonb NOT NULL DEFAULT '{}',
  condition jsonb NOT NULL DEFAULT '{}',
  pictures jsonb NOT NULL DEFAULT '[]',
  estimate_low bigint CHECK (estimate_low > 0),
  estimate_high bigint CHECK (estimate_high >= estimate_low),
  start_price bigint NOT NULL CHECK (start_price > 0),
  -- Known to operators alone.
  reserve bigint CHECK (reserve >= start_price),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'open', 'sold', 'passed', 'withdrawn')),
  -- By the programme; the second moves with bids in the closing window, the third holds whatever is bid.
  due_at timestamptz(3),
  ends_at timestamptz(3),
  hard_end timestamptz(3),
  price bigint,
  leader integer,
  -- Of the leader. Nobody sees it until the lot is closed.
  maximum bigint,
  bidders integer NOT NULL DEFAULT 0,
  last_seq integer NOT NULL DEFAULT 0,
  last_hash bytea NOT NULL DEFAULT '\x',
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT auction_works_lot UNIQUE (program_id, lot) DEFERRABLE INITIALLY IMMEDIATE,
  CONSTRAINT auction_works_hall FOREIGN KEY (hall_id, program_id) REFERENCES auction_halls (id, program_id),
  CONSTRAINT auction_works_times CHECK (state IN ('draft', 'withdrawn') OR num_nulls(due_at, ends_at, hard_end) = 0),
  CONSTRAINT auction_works_ends CHECK (ends_at BETWEEN due_at AND hard_end),
  CONSTRAINT auction_works_lead CHECK (num_nulls(price, leader, maximum) IN (0, 3)),
  CONSTRAINT auction_works_price CHECK (price >= start_price AND price <= maximum),
  CONSTRAINT auction_works_sold CHECK (state <> 'sold' OR price >= coalesce(reserve, start_price)),
  CONSTRAINT auction_works_closed CHECK ((state IN ('sold', 'passed')) = (closed_at IS NOT NULL))
);
CREATE INDEX auction_works_ending ON auction_works (ends_at) WHERE state = 'open';
CREATE INDEX auction_works_author ON auction_works (author_id);

-- Who may bid in a programme: a member who accepted its terms, and whom staff approved where the programme asks for it.
CREATE TABLE auction_entries (
  id uuid PRIMARY KEY,
  program_id uuid NOT NULL REFERENCES auction_programs (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('waiting', 'approved', 'refused')),
  reason text NOT NULL DEFAULT '',
  terms_version integer NOT NULL,
  accepted_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT auction_entries_user UNIQUE (program_id, user_id),
  CONSTRAINT auction_entries_reason CHECK (state <> 'refused' OR reason <> '')
);
CREATE INDEX auction_entries_member ON auction_entries (user_id);
CREATE INDEX auction_entries_waiting ON auction_entries (created_at) WHERE state = 'waiting';

-- The history of each lot: one row after the other, each with the hash over the one before. Nothing of it changes.
CREATE TABLE auction_bids (
  id uuid PRIMARY KEY,
  work_id uuid NOT NULL REFERENCES auction_works (id) ON DELETE RESTRICT,
  seq integer NOT NULL CHECK (seq > 0),
  -- By the order of the first bid on the lot; who it is stays out of the chain.
  bidder integer NOT NULL CHECK (bidder > 0),
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- `void`: the house took the bidder's bids out; the price is as the others make it, and nobody leads where none is left.
  kind text NOT NULL CHECK (kind IN ('open', 'maximum', 'automatic', 'void')),
  -- What was bid; of a maximum it stays hidden until the lot is closed.
  amount bigint NOT NULL CHECK (amount > 0),
  price bigint NOT NULL CHECK (price > 0 AND price <= amount),
  -- 0: nobody, after a void.
  leader integer NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  at timestamptz(3) NOT NULL,
  -- Of the request; the rows that answer a bid by themselves have none.
  key text,
  nonce bytea NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT auction_bids_seq UNIQUE (work_id, seq),
  CONSTRAINT auction_bids_key UNIQUE (work_id, user_id, key),
  CONSTRAINT auction_bids_time CHECK (at < ends_at)
);
CREATE INDEX auction_bids_member ON auction_bids (user_id, at DESC) WHERE kind IN ('open', 'maximum');

-- What a row's hash is over. A maximum is in it as a commitment, which the row itself proves once the lot is closed.
CREATE FUNCTION auction_hash(bid auction_bids) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(bid.previous || convert_to(concat_ws('|', 'v1', bid.work_id, bid.seq, bid.bidder, bid.kind,
    CASE bid.kind WHEN 'maximum' THEN encode(sha256(bid.nonce || convert_to(bid.amount::text, 'UTF8')), 'hex')
      ELSE bid.amount::text END,
    bid.price, bid.leader, (extract(epoch FROM bid.ends_at) * 1000)::bigint, (extract(epoch FROM bid.at) * 1000)::bigint),
    'UTF8'))
$$;

-- The chain holds by itself, whoever writes: no gap, no other predecessor, no falling price, nothing after the end.
CREATE FUNCTION auction_bids_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before auction_bids;
  work auction_works;
BEGIN
  SELECT * INTO work FROM auction_works WHERE id = NEW.work_id FOR UPDATE;
  SELECT * INTO before FROM auction_bids WHERE work_id = NEW.work_id AND seq = NEW.seq - 1;
  IF (NEW.seq > 1 AND before.id IS NULL)
    OR NEW.previous <> coalesce(before.hash, '\x'::bytea) OR NEW.hash <> auction_hash(NEW)
    OR (NEW.kind <> 'void' AND NEW.price < coalesce(before.price, work.start_price)) OR NEW.ends_at < coalesce(before.ends_at, work.due_at)
    OR NEW.at < coalesce(before.at, '-infinity') OR NEW.at >= work.ends_at
    OR work.state <> 'open' THEN
    RAISE EXCEPTION 'a bid outside the rules' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_bids_chain';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER auction_bids_chain BEFORE INSERT ON auction_bids FOR EACH ROW EXECUTE FUNCTION auction_bids_chain();

CREATE FUNCTION auction_bids_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A withdrawn member is taken out of the row; everything that the hash is over stays.
  IF TG_OP = 'UPDATE' AND NEW.user_id IS NULL
    AND to_jsonb(NEW) - 'user_id' = to_jsonb(OLD) - 'user_id' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'bids are never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_bids_stay';
END $$;
CREATE TRIGGER auction_bids_stay BEFORE UPDATE OR DELETE ON auction_bids FOR EACH ROW EXECUTE FUNCTION auction_bids_stay();

CREATE FUNCTION auction_step(increments jsonb, price bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (value ->> 'step')::bigint FROM jsonb_array_elements(increments)
  WHERE (value ->> 'from')::bigint <= price ORDER BY (value ->> 'from')::bigint DESC LIMIT 1
$$;

-- A maximum that covers the reserve is bid up to it at once.
CREATE FUNCTION auction_lifted(reserve bigint, price bigint, maximum bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN reserve > price AND maximum >= reserve THEN reserve ELSE price END
$$;

-- One row of the history; answers its hash.
CREATE FUNCTION auction_write(work uuid, number integer, of_bidder integer, of_user uuid, of_kind text, of_amount bigint,
  to_price bigint, to_leader integer, until timestamptz, moment timestamptz, of_key text, after bytea, bid uuid)
RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
  line auction_bids;
BEGIN
  line := (bid, work, number, of_bidder, of_user, of_kind, of_amount, to_price, to_leader, until, moment, of_key,
    -- 122 random bits: the amount of a maximum cannot be tried out from its commitment.
    uuid_send(gen_random_uuid()), after, '\x')::auction_bids;
  line.hash := auction_hash(line);
  INSERT INTO auction_bids SELECT line.*;
  RETURN line.hash;
END $$;

/*
 * Decides on a bid and keeps it, under the lock of its lot and by the database's clock. `src/auction/bids/rules.ts` says
 * the same rules; a test compares the two. The same key of the same member is the same bid, and answered as it was.
 */
CREATE FUNCTION place_bid(of_work uuid, of_user uuid, of_kind text, of_amount bigint, of_key text, bid uuid, beside uuid,
  OUT outcome text, OUT seq integer, OUT price bigint, OUT leads boolean, OUT ends_at timestamptz, OUT outbid uuid)
LANGUAGE plpgsql AS $$
DECLARE
  work auction_works;
  program auction_programs;
  moment timestamptz(3);
  known auction_bids;
  me integer;
  before integer;
  old_maximum bigint;
  minimum bigint;
  after bigint;
  until timestamptz(3);
  hash bytea;
BEGIN
  SELECT * INTO work FROM auction_works WHERE id = of_work FOR UPDATE;
  IF work.id IS NULL OR work.state = 'draft' THEN outcome := 'not_found'; RETURN; END IF;
  SELECT * INTO program FROM auction_programs WHERE id = work.program_id FOR SHARE;
  IF NOT program.visible THEN outcome := 'not_found'; RETURN; END IF;
  -- After the lock: who waited for it is judged by when the turn came.
  moment := date_trunc('milliseconds', clock_timestamp());
  price := work.price;
  ends_at := work.ends_at;

  SELECT * INTO known FROM auction_bids AS old WHERE old.work_id = of_work AND old.user_id = of_user AND old.key = of_key;
  IF known.id IS NOT NULL THEN
    seq := known.seq;
    leads := work.leader = known.bidder;
    outcome := CASE WHEN known.kind = of_kind AND known.amount = of_amount THEN 'repeated' ELSE 'key_reused' END;
    RETURN;
  END IF;

  outcome := CASE
    WHEN work.state <> 'open' THEN 'ended'
    -- While bidding rests, ends do too.
    WHEN program.stopped_at IS NOT NULL THEN 'stopped'
    WHEN moment >= work.ends_at THEN 'ended'
    WHEN moment < program.starts_at THEN 'not_started'
    WHEN NOT EXISTS (SELECT FROM auction_entries AS entry WHERE entry.program_id = program.id AND entry.user_id = of_user
      AND entry.state = 'approved' AND entry.terms_version = program.terms_version) THEN 'not_entitled'
    -- Whose bids were taken out of a lot bids no more on it.
    WHEN EXISTS (SELECT FROM auction_bids AS out WHERE out.work_id = of_work AND out.kind = 'void' AND out.user_id = of_user)
      THEN 'not_entitled'
  END;
  IF outcome IS NOT NULL THEN RETURN; END IF;

  SELECT old.bidder INTO me FROM auction_bids AS old
    WHERE old.work_id = of_work AND old.user_id = of_user AND old.kind IN ('open', 'maximum') LIMIT 1;
  me := coalesce(me, work.bidders + 1);
  before := work.leader;
  old_maximum := work.maximum;
  seq := work.last_seq + 1;
  hash := work.last_hash;
  leads := true;

  IF me = before THEN
    outcome := CASE WHEN of_kind = 'open' THEN 'leading' WHEN of_amount <= old_maximum THEN 'not_higher' END;
    IF outcome IS NOT NULL THEN seq := NULL; RETURN; END IF;
    after := auction_lifted(work.reserve, work.price, of_amount);
  ELSE
    minimum := coalesce(work.price + auction_step(program.increments, work.price), work.start_price);
    IF of_amount < minimum THEN outcome := 'too_low'; seq := NULL; leads := false; RETURN; END IF;
    IF before IS NULL THEN
      after := CASE of_kind WHEN 'open' THEN of_amount ELSE auction_lifted(work.reserve, work.start_price, of_amount) END;
    ELSIF of_amount > old_maximum THEN
      after := CASE of_kind WHEN 'open' THEN of_amount ELSE auction_lifted(work.reserve,
        least(of_amount, old_maximum + auction_step(program.increments, old_maximum)), of_amount) END;
    ELSE
      leads := false;
      after := auction_lifted(work.reserve,
        least(old_maximum, of_amount + auction_step(program.increments, of_amount)), old_maximum);
    END IF;
  END IF;

  -- In the closing window a price that moves moves the end.
  until := work.ends_at;
  IF after IS DISTINCT FROM work.price AND until - moment <= make_interval(secs => program.window_seconds) THEN
    until := greatest(until, least(moment + make_interval(secs => program.extension_seconds), work.hard_end));
  END IF;

  IF leads THEN
    IF before <> me AND old_maximum > work.price THEN
      hash := auction_write(of_work, seq, before, (SELECT old.user_id FROM auction_bids AS old WHERE old.work_id = of_work
        AND old.bidder = before AND old.kind IN ('open', 'maximum') LIMIT 1), 'automatic', old_maximum, old_maximum, before, until, moment, NULL, hash, beside);
      seq := seq + 1;
    END IF;
    hash := auction_write(of_work, seq, me, of_user, of_kind, of_amount, after, me, until, moment, of_key, hash, bid);
    work.last_seq := seq;
  ELSE
    hash := auction_write(of_work, seq, me, of_user, of_kind, of_amount, of_amount, before, until, moment, of_key, hash, bid);
    hash := auction_write(of_work, seq + 1, before, (SELECT old.user_id FROM auction_bids AS old WHERE old.work_id = of_work
      AND old.bidder = before AND old.kind IN ('open', 'maximum') LIMIT 1), 'automatic', after, after, before, until, moment, NULL, hash, beside);
    work.last_seq := seq + 1;
  END IF;
  IF leads AND before <> me THEN
    SELECT old.user_id INTO outbid FROM auction_bids AS old
      WHERE old.work_id = of_work AND old.bidder = before AND old.kind IN ('open', 'maximum') LIMIT 1;
  END IF;
  UPDATE auction_works AS lot SET price = after, leader = CASE WHEN place_bid.leads THEN me ELSE before END,
    maximum = CASE WHEN place_bid.leads THEN of_amount ELSE old_maximum END, bidders = greatest(work.bidders, me),
    last_seq = work.last_seq, last_hash = hash, ends_at = until,
    updated_at = greatest(moment, work.updated_at + interval '1 millisecond')
    WHERE lot.id = of_work;
  outcome := 'taken';
  price := after;
  ends_at := until;
END $$;

-- Opens the lots of a programme: each has its end by its place, as long as nothing was bid on it.
CREATE FUNCTION open_lots(of_program uuid) RETURNS integer LANGUAGE sql AS $$
  WITH placed AS (
    SELECT work.id, program.hard_minutes,
      program.first_end + make_interval(secs => program.lot_seconds * (row_number() OVER (ORDER BY work.lot) - 1)) AS due
    FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id
    WHERE work.program_id = of_program AND work.state <> 'withdrawn'),
  opened AS (
    UPDATE auction_works AS work SET state = 'open', due_at = placed.due, ends_at = placed.due,
      hard_end = placed.due + make_interval(mins => placed.hard_minutes)
    FROM placed WHERE work.id = placed.id AND work.last_seq = 0 AND work.state IN ('draft', 'open')
    RETURNING work.id)
  SELECT count(*)::int FROM opened
$$;

-- Ends what is over by the database's clock; a lot below its reserve is passed in.
CREATE FUNCTION close_lots() RETURNS SETOF uuid LANGUAGE sql AS $$
  WITH due AS (
    SELECT id FROM auction_works WHERE state = 'open' AND ends_at <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM auction_programs AS program WHERE program.id = program_id AND program.stopped_at IS NOT NULL)
    ORDER BY ends_at, id FOR UPDATE SKIP LOCKED)
  UPDATE auction_works AS work SET
    state = CASE WHEN work.price >= coalesce(work.reserve, work.start_price) THEN 'sold' ELSE 'passed' END,
    closed_at = work.ends_at, updated_at = greatest(clock_timestamp(), work.updated_at + interval '1 millisecond')
  FROM due WHERE work.id = due.id AND work.state = 'open' AND work.ends_at <= clock_timestamp()
  RETURNING work.id
$$;
