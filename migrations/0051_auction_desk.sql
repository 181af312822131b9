-- Around the bids: halls as the programme names them, rules that stay from the first bid on, bids that were not taken,
-- what a lot is to whoever watches, and what comes after the hammer.

CREATE FUNCTION auction_halls_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM auction_halls WHERE program_id = NEW.id
    AND id NOT IN (SELECT (value ->> '_id')::uuid FROM jsonb_array_elements(NEW.halls));
  INSERT INTO auction_halls (id, program_id, name, address, position)
    SELECT (value ->> '_id')::uuid, NEW.id, value -> 'name', coalesce(value -> 'address', '{}'), ordinality
    FROM jsonb_array_elements(NEW.halls) WITH ORDINALITY
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address, position = excluded.position,
      updated_at = now() WHERE auction_halls.program_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER auction_halls_follow AFTER INSERT OR UPDATE OF halls ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION auction_halls_follow();

-- Bidders bid by rules that do not change under them. A bid holds its programme (`FOR SHARE`), so that what is read here
-- is not overtaken.
CREATE FUNCTION auction_programs_locked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.terms IS DISTINCT FROM OLD.terms THEN NEW.terms_version := OLD.terms_version + 1; END IF;
  IF (NEW.starts_at, NEW.first_end, NEW.lot_seconds, NEW.increments, NEW.window_seconds, NEW.extension_seconds,
      NEW.hard_minutes, NEW.premium, NEW.terms, NEW.entry)
    IS DISTINCT FROM (OLD.starts_at, OLD.first_end, OLD.lot_seconds, OLD.increments, OLD.window_seconds,
      OLD.extension_seconds, OLD.hard_minutes, OLD.premium, OLD.terms, OLD.entry)
    AND EXISTS (SELECT FROM auction_works WHERE program_id = NEW.id AND last_seq > 0) THEN
    RAISE EXCEPTION 'rules after the first bid' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_programs_locked';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER auction_programs_locked BEFORE UPDATE ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION auction_programs_locked();

CREATE FUNCTION auction_works_locked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.last_seq > 0 AND (NEW.program_id, NEW.lot, NEW.start_price, NEW.reserve)
    IS DISTINCT FROM (OLD.program_id, OLD.lot, OLD.start_price, OLD.reserve) THEN
    RAISE EXCEPTION 'a lot after its first bid' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_works_locked';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER auction_works_locked BEFORE UPDATE OF program_id, lot, start_price, reserve ON auction_works
  FOR EACH ROW EXECUTE FUNCTION auction_works_locked();

-- While a programme rested; ends of its open lots were moved by as long.
CREATE TABLE auction_pauses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  program_id uuid NOT NULL REFERENCES auction_programs (id) ON DELETE CASCADE,
  from_at timestamptz(3) NOT NULL,
  to_at timestamptz(3) NOT NULL CHECK (to_at >= from_at),
  reason text NOT NULL
);
CREATE INDEX auction_pauses_program ON auction_pauses (program_id, from_at);

-- Lots first, as a bid locks them: in the other order a bid and the end of a pause would wait for each other.
CREATE FUNCTION resume_program(of_program uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz(3);
  moment timestamptz(3);
BEGIN
  PERFORM FROM auction_works WHERE program_id = of_program AND state = 'open' ORDER BY id FOR UPDATE;
  SELECT stopped_at INTO since FROM auction_programs WHERE id = of_program AND stopped_at IS NOT NULL FOR UPDATE;
  IF since IS NULL THEN RETURN false; END IF;
  moment := date_trunc('milliseconds', clock_timestamp());
  INSERT INTO auction_pauses (program_id, from_at, to_at, reason)
    SELECT id, since, moment, stop_reason FROM auction_programs WHERE id = of_program;
  UPDATE auction_works SET due_at = due_at + (moment - since), ends_at = ends_at + (moment - since),
      hard_end = hard_end + (moment - since), updated_at = greatest(moment, updated_at + interval '1 millisecond')
    WHERE program_id = of_program AND state = 'open' AND ends_at > since;
  UPDATE auction_programs SET stopped_at = NULL, stop_reason = '',
      updated_at = greatest(moment, updated_at + interval '1 millisecond') WHERE id = of_program;
  RETURN true;
END $$;

-- Bids that were not taken: a question to the house is answered from here. No reference to the lot: the row is written
-- while its lot is held.
CREATE TABLE auction_refusals (
  id uuid PRIMARY KEY,
  work_id uuid NOT NULL,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  kind text NOT NULL CHECK (kind IN ('open', 'maximum')),
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX auction_refusals_work ON auction_refusals (work_id, at DESC);
CREATE INDEX auction_refusals_member ON auction_refusals (user_id);

-- Who wants to be told before a lot ends.
CREATE TABLE auction_notices (
  work_id uuid NOT NULL REFERENCES auction_works (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sent_at timestamptz(3),
  PRIMARY KEY (work_id, user_id)
);
CREATE INDEX auction_notices_member ON auction_notices (user_id);

CREATE TABLE auction_files (
  id uuid PRIMARY KEY,
  program_id uuid REFERENCES auction_programs (id) ON DELETE CASCADE,
  title jsonb NOT NULL,
  file uuid NOT NULL,
  locale text CHECK (locale IN ('ko', 'en', 'cn')),
  position integer NOT NULL DEFAULT 0,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX auction_files_program ON auction_files (program_id, position, id);

-- After the hammer. A work is sold to one at a time: a void sale leaves it to the runner-up.
CREATE SEQUENCE auction_sale_numbers;
CREATE TABLE auction_sales (
  id uuid PRIMARY KEY,
  number integer NOT NULL DEFAULT nextval('auction_sale_numbers'),
  work_id uuid NOT NULL REFERENCES auction_works (id) ON DELETE RESTRICT,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  bidder integer NOT NULL,
  hammer bigint NOT NULL CHECK (hammer > 0),
  premium bigint NOT NULL CHECK (premium >= 0),
  vat bigint NOT NULL CHECK (vat >= 0),
  total bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('offered', 'awaiting', 'paid', 'collected', 'void')),
  pay_until timestamptz(3) NOT NULL,
  offer_until timestamptz(3),
  void_reason text NOT NULL DEFAULT '',
  paid_at timestamptz(3),
  payment_note text NOT NULL DEFAULT '',
  pickup_at timestamptz(3),
  collected_at timestamptz(3),
  -- Shown at the desk: 122 random bits.
  code uuid NOT NULL DEFAULT gen_random_uuid(),
  won_mail_at timestamptz(3),
  mails integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT auction_sales_number UNIQUE (number),
  CONSTRAINT auction_sales_code UNIQUE (code),
  CONSTRAINT auction_sales_bidder UNIQUE (work_id, bidder),
  CONSTRAINT auction_sales_total CHECK (total = hammer + premium + vat),
  CONSTRAINT auction_sales_void CHECK ((state = 'void') = (void_reason <> '')),
  CONSTRAINT auction_sales_paid CHECK ((state IN ('paid', 'collected')) = (paid_at IS NOT NULL)),
  CONSTRAINT auction_sales_collected CHECK ((state = 'collected') = (collected_at IS NOT NULL)),
  CONSTRAINT auction_sales_offer CHECK (state <> 'offered' OR offer_until IS NOT NULL)
);
CREATE UNIQUE INDEX auction_sales_one ON auction_sales (work_id) WHERE state <> 'void';
CREATE INDEX auction_sales_member ON auction_sales (user_id, created_at DESC);

CREATE FUNCTION auction_instant(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- A lot as everybody may know it; answers and the stream say the same.
CREATE FUNCTION auction_lot(work auction_works, program auction_programs) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('_id', work.id, 'program', work.program_id, 'lot', work.lot,
    'state', CASE
      WHEN work.state <> 'open' THEN work.state
      WHEN program.stopped_at IS NOT NULL THEN 'stopped'
      WHEN clock_timestamp() < program.starts_at THEN 'coming'
      ELSE 'open' END,
    'price', work.price,
    'next', coalesce(work.price + auction_step(program.increments, work.price), work.start_price),
    'leader', work.leader, 'bids', work.last_seq, 'bidders', work.bidders,
    'reserveMet', CASE WHEN work.reserve IS NULL THEN NULL ELSE coalesce(work.price >= work.reserve, false) END,
    'startsAt', auction_instant(program.starts_at), 'dueAt', auction_instant(work.due_at),
    'endsAt', auction_instant(work.ends_at), 'hardEnd', auction_instant(work.hard_end))
$$;

CREATE FUNCTION auction_lot_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('auction', jsonb_build_object('event', 'lot', 'program', NEW.program_id, 'lot', auction_lot(NEW, program))::text)
    FROM auction_programs AS program WHERE program.id = NEW.program_id AND program.visible;
  RETURN NULL;
END $$;
CREATE TRIGGER auction_lot_told AFTER UPDATE ON auction_works FOR EACH ROW
  WHEN (NEW.state <> 'draft' AND (OLD.last_seq, OLD.price, OLD.leader, OLD.ends_at, OLD.state)
    IS DISTINCT FROM (NEW.last_seq, NEW.price, NEW.leader, NEW.ends_at, NEW.state))
  EXECUTE FUNCTION auction_lot_told();

CREATE FUNCTION auction_stop_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('auction', jsonb_build_object('event', CASE WHEN NEW.stopped_at IS NULL THEN 'resumed' ELSE 'stopped' END,
    'program', NEW.id, 'reason', NEW.stop_reason)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER auction_stop_told AFTER UPDATE OF stopped_at ON auction_programs FOR EACH ROW
  WHEN (OLD.stopped_at IS DISTINCT FROM NEW.stopped_at) EXECUTE FUNCTION auction_stop_told();

-- Lots are open from when their programme is shown; also those that are hung later, and in another order.
CREATE FUNCTION auction_lots_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM open_lots(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER auction_lots_open AFTER UPDATE OF visible, first_end, lot_seconds, hard_minutes ON auction_programs
  FOR EACH ROW WHEN (NEW.visible) EXECUTE FUNCTION auction_lots_open();

CREATE TRIGGER auction_authors_cache AFTER INSERT OR UPDATE OR DELETE ON auction_authors FOR EACH ROW EXECUTE FUNCTION notify_cache('auction');
CREATE TRIGGER auction_programs_cache AFTER INSERT OR UPDATE OR DELETE ON auction_programs FOR EACH ROW EXECUTE FUNCTION notify_cache('auction');
CREATE TRIGGER auction_files_cache AFTER INSERT OR UPDATE OR DELETE ON auction_files FOR EACH ROW EXECUTE FUNCTION notify_cache('auction');
-- Not of prices and leaders: a bid drops no page.
CREATE TRIGGER auction_works_cache AFTER INSERT OR DELETE OR UPDATE OF program_id, hall_id, author_id, lot, title, medium, made,
    height, width, depth, provenance, note, condition, pictures, estimate_low, estimate_high, start_price, state, due_at
  ON auction_works FOR EACH ROW EXECUTE FUNCTION notify_cache('auction');
