-- A bid is judged by when it reached the database, however many wait for the lot before it, and its lot is not closed
-- while one that came before the end still waits.

/*
 * Held in common by the bids of a lot from their arrival on, and alone by what closes the lot, always before its row. The
 * lock of a row is no queue: what closes a lot could come between two bids that wait for it.
 */
CREATE FUNCTION auction_turn(of_work uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(of_work::text, 130)
$$;

/* Whether an account may bid in a programme. The entry is held, so that it stays as it is until the bid is kept. */
CREATE FUNCTION auction_may_bid(program auction_programs, of_user uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM auction_entries AS entry WHERE entry.program_id = program.id AND entry.user_id = of_user
    AND entry.state = 'approved' AND entry.terms_version = program.terms_version FOR SHARE;
  RETURN FOUND;
END $$;

/*
 * As in 0050, but by the moment at which the statement reached the database, and who may bid is asked of
 * `auction_may_bid`.
 */
CREATE OR REPLACE FUNCTION place_bid(of_work uuid, of_user uuid, of_kind text, of_amount bigint, of_key text, bid uuid, beside uuid,
  OUT outcome text, OUT seq integer, OUT price bigint, OUT leads boolean, OUT ends_at timestamptz, OUT outbid uuid)
LANGUAGE plpgsql AS $$
DECLARE
  work auction_works;
  program auction_programs;
  reached timestamptz(3) := date_trunc('milliseconds', statement_timestamp());
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
  PERFORM pg_advisory_xact_lock_shared(auction_turn(of_work));
  SELECT * INTO work FROM auction_works WHERE id = of_work FOR UPDATE;
  IF work.id IS NULL OR work.state = 'draft' THEN outcome := 'not_found'; RETURN; END IF;
  SELECT * INTO program FROM auction_programs WHERE id = work.program_id FOR SHARE;
  IF NOT program.visible THEN outcome := 'not_found'; RETURN; END IF;
  -- Not before the row that it follows: of two that waited, the later one may have had its turn first. Nor before bidding
  -- went on after it rested: the end has moved by that.
  moment := greatest(reached,
    (SELECT last.at FROM auction_bids AS last WHERE last.work_id = of_work AND last.seq = work.last_seq),
    (SELECT max(to_at) FROM auction_pauses WHERE program_id = program.id));
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
    WHEN NOT auction_may_bid(program, of_user) THEN 'not_entitled'
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

-- As in 0073, once the bids that came before the end are decided. One process at a time waits for them, and not for long:
-- a bid whose process hangs must keep no other lot open.
CREATE OR REPLACE FUNCTION close_lot(of_work uuid) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
BEGIN
  PERFORM FROM auction_works WHERE id = of_work AND state = 'open' AND ends_at <= clock_timestamp();
  IF NOT FOUND OR NOT pg_try_advisory_xact_lock(hashtextextended(of_work::text, 131)) THEN RETURN false; END IF;
  BEGIN
    PERFORM pg_advisory_xact_lock(auction_turn(of_work));
  EXCEPTION WHEN lock_not_available THEN RETURN false;
  END;
  -- Seen anew: one of those bids may have moved the end.
  WITH due AS (
    SELECT id FROM auction_works WHERE id = of_work AND state = 'open' AND ends_at <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM auction_programs AS program WHERE program.id = program_id AND program.stopped_at < ends_at)
    FOR UPDATE SKIP LOCKED)
  UPDATE auction_works AS work SET
    state = CASE WHEN work.price >= coalesce(work.reserve, work.start_price) THEN 'sold' ELSE 'passed' END,
    closed_at = work.ends_at, updated_at = greatest(clock_timestamp(), work.updated_at + interval '1 millisecond')
  FROM due WHERE work.id = due.id AND work.state = 'open' AND work.ends_at <= clock_timestamp();
  RETURN FOUND;
END $$;
