-- Decides on a bid and stores it under the lock of its lot, by the database's clock: the time at which the statement
-- arrived. `src/auction/bids/rules.ts` implements the same rules; a test compares the two. A repeated key of the same
-- member is the same bid and gets the same answer.
CREATE OR REPLACE FUNCTION place_bid(of_work uuid, of_user uuid, of_kind text, of_amount bigint, of_key text,
  bid uuid, beside uuid,
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
  -- Never before the previous bid: waiting bids may be processed out of order. Never before the end of the last pause,
  -- which moved the ends of the lots.
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
    -- While bidding is paused, lots do not end.
    WHEN program.stopped_at IS NOT NULL THEN 'stopped'
    WHEN moment >= work.ends_at THEN 'ended'
    WHEN moment < program.starts_at THEN 'not_started'
    WHEN NOT auction_may_bid(program, of_user) THEN 'not_entitled'
    -- Voided bidders cannot bid on the lot again.
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

  -- Soft close: a price change in the closing window moves the end.
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
