-- Lots are closed one by one, a work that moves takes the last place of its new programme, a programme is cancelled with
-- a reason, and hidden artists are found by nobody.

-- A programme that is called off stays on its page with the reason; its open lots are withdrawn.
ALTER TABLE auction_programs
  ADD COLUMN cancelled_at timestamptz(3),
  ADD COLUMN cancel_reason text NOT NULL DEFAULT '',
  ADD CONSTRAINT auction_programs_cancelled CHECK ((cancelled_at IS NULL) = (cancel_reason = ''));

-- Lots first, as a bid locks them. A lot whose end has come belongs to who led it, also in the moment before it is closed.
CREATE FUNCTION cancel_program(of_program uuid, because text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz(3);
  since timestamptz(3);
BEGIN
  PERFORM FROM auction_works WHERE program_id = of_program AND state IN ('draft', 'open') ORDER BY id FOR UPDATE;
  PERFORM FROM auction_programs WHERE id = of_program AND cancelled_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT stopped_at INTO since FROM auction_programs WHERE id = of_program;
  moment := date_trunc('milliseconds', clock_timestamp());
  IF NOT EXISTS (SELECT FROM auction_works WHERE program_id = of_program AND (state = 'draft'
    OR (state = 'open' AND ends_at > coalesce(since, moment)))) AND EXISTS (SELECT FROM auction_works WHERE program_id = of_program)
    THEN RETURN false; END IF;
  UPDATE auction_works SET state = 'withdrawn', updated_at = greatest(moment, updated_at + interval '1 millisecond')
    WHERE program_id = of_program AND (state = 'draft' OR (state = 'open' AND ends_at > coalesce(since, moment)));
  UPDATE auction_programs SET cancelled_at = moment, cancel_reason = because, stopped_at = NULL, stop_reason = '',
    updated_at = greatest(moment, updated_at + interval '1 millisecond') WHERE id = of_program;
  RETURN true;
END $$;

/*
 * As in 0059, but by the number of a lot, not by how many are left before it: one that is taken out leaves its place
 * empty, and those after it do not end earlier. What was withdrawn before it was ever open has no place. Nothing opens in
 * a programme that was cancelled.
 */
CREATE OR REPLACE FUNCTION open_lots(of_program uuid) RETURNS integer LANGUAGE sql AS $$
  WITH placed AS (
    SELECT work.id, program.hard_minutes, auction_due(program.id,
      program.first_end + make_interval(secs => program.lot_seconds * (work.lot - 1
        - count(*) FILTER (WHERE work.state = 'withdrawn' AND work.due_at IS NULL) OVER (ORDER BY work.lot)))) AS due
    FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id
    WHERE work.program_id = of_program AND program.cancelled_at IS NULL),
  opened AS (
    UPDATE auction_works AS work SET state = 'open', due_at = placed.due, ends_at = placed.due,
      hard_end = placed.due + make_interval(mins => placed.hard_minutes)
    FROM placed WHERE work.id = placed.id AND work.last_seq = 0
      AND (work.state = 'draft' OR (work.state = 'open' AND work.ends_at > clock_timestamp()))
    RETURNING work.id)
  SELECT count(*)::int FROM opened
$$;

-- The rules of a lot stay after its first bid; what is over, withdrawn or just ended goes into no other programme.
CREATE OR REPLACE FUNCTION auction_works_locked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.last_seq > 0 AND (NEW.program_id, NEW.lot, NEW.start_price, NEW.reserve)
    IS DISTINCT FROM (OLD.program_id, OLD.lot, OLD.start_price, OLD.reserve) THEN
    RAISE EXCEPTION 'a lot after its first bid' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_works_locked';
  END IF;
  IF NEW.program_id = OLD.program_id THEN RETURN NEW; END IF;
  IF OLD.state NOT IN ('draft', 'open') OR OLD.ends_at <= clock_timestamp() THEN
    RAISE EXCEPTION 'a lot that is over' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_works_moved';
  END IF;
  -- Held until the commit: two that come at once get different places.
  PERFORM FROM auction_programs WHERE id = NEW.program_id FOR NO KEY UPDATE;
  NEW.lot := (SELECT coalesce(max(lot), 0) + 1 FROM auction_works WHERE program_id = NEW.program_id);
  NEW.state := 'draft';
  NEW.due_at := NULL;
  NEW.ends_at := NULL;
  NEW.hard_end := NULL;
  -- A hall of the old programme; one that was chosen wrongly is refused by its reference.
  IF NEW.hall_id = OLD.hall_id THEN NEW.hall_id := NULL; END IF;
  RETURN NEW;
END $$;

-- The numbers of a programme that nobody has seen have no gaps; those of one that is shown stay as catalogues have them.
CREATE FUNCTION auction_works_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.program_id = OLD.program_id THEN RETURN NULL; END IF;
  UPDATE auction_works SET lot = lot - 1 WHERE program_id = OLD.program_id AND lot > OLD.lot
    AND NOT EXISTS (SELECT FROM auction_programs WHERE id = OLD.program_id AND visible)
    AND NOT EXISTS (SELECT FROM auction_works AS bid_on WHERE bid_on.program_id = OLD.program_id AND bid_on.last_seq > 0);
  IF TG_OP = 'UPDATE' THEN PERFORM open_lots(id) FROM auction_programs WHERE id = NEW.program_id AND visible; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER auction_works_left AFTER DELETE OR UPDATE OF program_id ON auction_works
  FOR EACH ROW EXECUTE FUNCTION auction_works_left();

-- Ends one lot that is over by the database's clock, as `close_lots` ends all of them: a lot whose sale cannot be made
-- keeps no other open. One that another process holds is left to it.
CREATE FUNCTION close_lot(of_work uuid) RETURNS boolean LANGUAGE sql AS $$
  WITH due AS (
    SELECT id FROM auction_works WHERE id = of_work AND state = 'open' AND ends_at <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM auction_programs AS program WHERE program.id = program_id AND program.stopped_at < ends_at)
    FOR UPDATE SKIP LOCKED),
  closed AS (
    UPDATE auction_works AS work SET
      state = CASE WHEN work.price >= coalesce(work.reserve, work.start_price) THEN 'sold' ELSE 'passed' END,
      closed_at = work.ends_at, updated_at = greatest(clock_timestamp(), work.updated_at + interval '1 millisecond')
    FROM due WHERE work.id = due.id AND work.state = 'open' AND work.ends_at <= clock_timestamp()
    RETURNING work.id)
  SELECT EXISTS (SELECT FROM closed)
$$;

-- As in 0052, but a hidden artist is named to nobody.
CREATE OR REPLACE VIEW search_works AS
  SELECT work.id AS record_id, locale, 'work' AS kind, '/auction/works/' || work.id AS path,
    work.title ->> locale AS title, concat_ws(' ', work.title ->> 'ko', author.name ->> 'ko') AS aliases,
    concat_ws(' ', coalesce(nullif(author.name ->> locale, ''), author.name ->> 'ko'), work.medium ->> locale, work.made,
      program.title ->> locale, search_plain(work.note ->> locale)) AS content,
    (extract(epoch FROM program.starts_at) * 1000)::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    ARRAY(SELECT picture::uuid FROM jsonb_array_elements_text(work.pictures) AS picture) AS pictures,
    work.updated_at AS changed_at
  FROM auction_works AS work
    JOIN auction_programs AS program ON program.id = work.program_id
    LEFT JOIN auction_authors AS author ON author.id = work.author_id AND author.visible,
    unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE program.visible AND work.state NOT IN ('draft', 'withdrawn') AND search_translated(locale, work.title);
DROP TRIGGER auction_authors_search ON auction_authors;
CREATE TRIGGER auction_authors_search AFTER UPDATE OF name, visible ON auction_authors
  FOR EACH ROW EXECUTE FUNCTION search_auction_works();
SELECT search_index('search_works');
