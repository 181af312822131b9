-- Offers to runners-up have an end, and lots keep theirs whatever staff save meanwhile.

-- Days in which a runner-up answers; staff may say otherwise in an offer.
ALTER TABLE auction_programs ADD COLUMN offer_days integer NOT NULL DEFAULT 2 CHECK (offer_days BETWEEN 1 AND 14);

CREATE INDEX auction_sales_offers ON auction_sales (offer_until) WHERE state = 'offered';

-- The end of a lot by its place, moved by the pauses that it has had a part in.
CREATE FUNCTION auction_due(of_program uuid, planned timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  due timestamptz(3) := planned;
  pause auction_pauses;
BEGIN
  FOR pause IN SELECT * FROM auction_pauses WHERE program_id = of_program ORDER BY from_at LOOP
    IF due > pause.from_at THEN due := due + (pause.to_at - pause.from_at); END IF;
  END LOOP;
  RETURN due;
END $$;

-- As in 0050, but a lot that staff save something about after a pause keeps what it was moved by, one that has ended is
-- not revived, and the place of a lot that was withdrawn once it was open stays empty: those after it do not end earlier.
CREATE OR REPLACE FUNCTION open_lots(of_program uuid) RETURNS integer LANGUAGE sql AS $$
  WITH placed AS (
    SELECT work.id, program.hard_minutes, auction_due(program.id,
      program.first_end + make_interval(secs => program.lot_seconds * (row_number() OVER (ORDER BY work.lot) - 1))) AS due
    FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id
    WHERE work.program_id = of_program AND (work.state <> 'withdrawn' OR work.due_at IS NOT NULL)),
  opened AS (
    UPDATE auction_works AS work SET state = 'open', due_at = placed.due, ends_at = placed.due,
      hard_end = placed.due + make_interval(mins => placed.hard_minutes)
    FROM placed WHERE work.id = placed.id AND work.last_seq = 0
      AND (work.state = 'draft' OR (work.state = 'open' AND work.ends_at > clock_timestamp()))
    RETURNING work.id)
  SELECT count(*)::int FROM opened
$$;

-- A form sends every field: only what has changed moves an end.
DROP TRIGGER auction_lots_open ON auction_programs;
CREATE TRIGGER auction_lots_open AFTER UPDATE OF visible, first_end, lot_seconds, hard_minutes ON auction_programs
  FOR EACH ROW WHEN (NEW.visible AND (OLD.visible, OLD.first_end, OLD.lot_seconds, OLD.hard_minutes)
    IS DISTINCT FROM (NEW.visible, NEW.first_end, NEW.lot_seconds, NEW.hard_minutes))
  EXECUTE FUNCTION auction_lots_open();

-- As in 0051. A programme that is hidden while its lots are bid on would end with who led when it vanished.
CREATE OR REPLACE FUNCTION auction_programs_locked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.terms IS DISTINCT FROM OLD.terms THEN NEW.terms_version := OLD.terms_version + 1; END IF;
  IF (NEW.starts_at, NEW.first_end, NEW.lot_seconds, NEW.increments, NEW.window_seconds, NEW.extension_seconds,
      NEW.hard_minutes, NEW.premium, NEW.terms, NEW.entry)
    IS DISTINCT FROM (OLD.starts_at, OLD.first_end, OLD.lot_seconds, OLD.increments, OLD.window_seconds,
      OLD.extension_seconds, OLD.hard_minutes, OLD.premium, OLD.terms, OLD.entry)
    AND EXISTS (SELECT FROM auction_works WHERE program_id = NEW.id AND last_seq > 0) THEN
    RAISE EXCEPTION 'rules after the first bid' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_programs_locked';
  END IF;
  IF OLD.visible AND NOT NEW.visible
    AND EXISTS (SELECT FROM auction_works WHERE program_id = NEW.id AND state = 'open' AND last_seq > 0) THEN
    RAISE EXCEPTION 'hidden while it is bid on' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_programs_shown';
  END IF;
  RETURN NEW;
END $$;

-- As in 0050. What had ended when staff stopped a programme is closed as ever: the stop revives nothing, and its winner
-- does not wait for the end of the pause.
CREATE OR REPLACE FUNCTION close_lots() RETURNS SETOF uuid LANGUAGE sql AS $$
  WITH due AS (
    SELECT id FROM auction_works WHERE state = 'open' AND ends_at <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM auction_programs AS program WHERE program.id = program_id AND program.stopped_at < ends_at)
    ORDER BY ends_at, id FOR UPDATE SKIP LOCKED)
  UPDATE auction_works AS work SET
    state = CASE WHEN work.price >= coalesce(work.reserve, work.start_price) THEN 'sold' ELSE 'passed' END,
    closed_at = work.ends_at, updated_at = greatest(clock_timestamp(), work.updated_at + interval '1 millisecond')
  FROM due WHERE work.id = due.id AND work.state = 'open' AND work.ends_at <= clock_timestamp()
  RETURNING work.id
$$;
