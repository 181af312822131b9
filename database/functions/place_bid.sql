-- Decides on a bid and stores it under the lock of its lot, by the database's clock: the time at which the statement
-- arrived. `src/auction/bids/rules.ts` implements the same rules; a test compares the two. A repeated key of the same
-- member is the same bid and gets the same answer.
CREATE OR REPLACE FUNCTION place_bid(of_work uuid, of_user uuid, of_kind text, of_amount bigint, of_key text,
  bid_id uuid, automatic_bid_id uuid,
  OUT outcome text, OUT seq integer, OUT price bigint, OUT leads boolean, OUT ends_at timestamptz, OUT outbid uuid)
LANGUAGE plpgsql AS $$
DECLARE
  work auction_works;
  program auction_programs;
  arrived_at timestamptz(3) := date_trunc('milliseconds', statement_timestamp());
  decided_at timestamptz(3);
  repeated auction_bids;
  own_bidder integer;
  former_leader integer;
  former_maximum bigint;
  minimum bigint;
  new_price bigint;
  new_end timestamptz(3);
  hash bytea;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(calculate_lot_lock_key(of_work));
  SELECT * INTO work FROM auction_works WHERE id = of_work FOR UPDATE;
  IF work.id IS NULL OR work.state = 'draft' THEN outcome := 'not_found'; RETURN; END IF;
  SELECT * INTO program FROM auction_programs WHERE id = work.program_id FOR SHARE;
  IF NOT program.visible THEN outcome := 'not_found'; RETURN; END IF;
  -- Never before the previous bid: waiting bids may be processed out of order. Never before the end of the last
  -- pause, which moved the ends of the lots.
  decided_at := greatest(arrived_at,
    (SELECT last.at FROM auction_bids AS last WHERE last.work_id = of_work AND last.seq = work.last_seq),
    (SELECT max(to_at) FROM auction_pauses WHERE program_id = program.id));
  price := work.price;
  ends_at := work.ends_at;

  SELECT * INTO repeated FROM auction_bids AS old WHERE old.work_id = of_work AND old.user_id = of_user AND old.key = of_key;
  IF repeated.id IS NOT NULL THEN
    seq := repeated.seq;
    leads := work.leader = repeated.bidder;
    outcome := CASE WHEN repeated.kind = of_kind AND repeated.amount = of_amount THEN 'repeated' ELSE 'key_reused' END;
    RETURN;
  END IF;

  outcome := CASE
    WHEN work.state <> 'open' THEN 'ended'
    -- While bidding is paused, lots do not end.
    WHEN program.stopped_at IS NOT NULL THEN 'stopped'
    WHEN decided_at >= work.ends_at THEN 'ended'
    WHEN decided_at < program.starts_at THEN 'not_started'
    WHEN NOT may_bid(program, of_user) THEN 'not_entitled'
    -- Voided bidders cannot bid on the lot again.
    WHEN EXISTS (SELECT FROM auction_bids AS out WHERE out.work_id = of_work AND out.kind = 'void' AND out.user_id = of_user)
      THEN 'not_entitled'
  END;
  IF outcome IS NOT NULL THEN RETURN; END IF;

  SELECT old.bidder INTO own_bidder FROM auction_bids AS old
    WHERE old.work_id = of_work AND old.user_id = of_user AND old.kind IN ('open', 'maximum') LIMIT 1;
  own_bidder := coalesce(own_bidder, work.bidders + 1);
  former_leader := work.leader;
  former_maximum := work.maximum;
  seq := work.last_seq + 1;
  hash := work.last_hash;
  leads := true;

  IF own_bidder = former_leader THEN
    outcome := CASE WHEN of_kind = 'open' THEN 'leading' WHEN of_amount <= former_maximum THEN 'not_higher' END;
    IF outcome IS NOT NULL THEN seq := NULL; RETURN; END IF;
    new_price := raise_to_reserve(work.reserve, work.price, of_amount);
  ELSE
    minimum := coalesce(work.price + find_bid_increment(program.increments, work.price), work.start_price);
    IF of_amount < minimum THEN outcome := 'too_low'; seq := NULL; leads := false; RETURN; END IF;
    IF former_leader IS NULL THEN
      new_price := CASE of_kind WHEN 'open' THEN of_amount ELSE raise_to_reserve(work.reserve, work.start_price, of_amount) END;
    ELSIF of_amount > former_maximum THEN
      new_price := CASE of_kind WHEN 'open' THEN of_amount ELSE raise_to_reserve(work.reserve,
        least(of_amount, former_maximum + find_bid_increment(program.increments, former_maximum)), of_amount) END;
    ELSE
      leads := false;
      new_price := raise_to_reserve(work.reserve,
        least(former_maximum, of_amount + find_bid_increment(program.increments, of_amount)), former_maximum);
    END IF;
  END IF;

  -- Soft close: a price change in the closing window moves the end.
  new_end := work.ends_at;
  IF new_price IS DISTINCT FROM work.price AND new_end - decided_at <= make_interval(secs => program.window_seconds) THEN
    new_end := greatest(new_end, least(decided_at + make_interval(secs => program.extension_seconds), work.hard_end));
  END IF;

  IF leads THEN
    IF former_leader <> own_bidder AND former_maximum > work.price THEN
      hash := append_bid(of_work, seq, former_leader, (SELECT old.user_id FROM auction_bids AS old WHERE old.work_id = of_work
        AND old.bidder = former_leader AND old.kind IN ('open', 'maximum') LIMIT 1), 'automatic', former_maximum, former_maximum, former_leader, new_end, decided_at, NULL, hash, automatic_bid_id);
      seq := seq + 1;
    END IF;
    hash := append_bid(of_work, seq, own_bidder, of_user, of_kind, of_amount, new_price, own_bidder, new_end, decided_at, of_key, hash, bid_id);
    work.last_seq := seq;
  ELSE
    hash := append_bid(of_work, seq, own_bidder, of_user, of_kind, of_amount, of_amount, former_leader, new_end, decided_at, of_key, hash, bid_id);
    hash := append_bid(of_work, seq + 1, former_leader, (SELECT old.user_id FROM auction_bids AS old WHERE old.work_id = of_work
      AND old.bidder = former_leader AND old.kind IN ('open', 'maximum') LIMIT 1), 'automatic', new_price, new_price, former_leader, new_end, decided_at, NULL, hash, automatic_bid_id);
    work.last_seq := seq + 1;
  END IF;
  IF leads AND former_leader <> own_bidder THEN
    SELECT old.user_id INTO outbid FROM auction_bids AS old
      WHERE old.work_id = of_work AND old.bidder = former_leader AND old.kind IN ('open', 'maximum') LIMIT 1;
  END IF;
  UPDATE auction_works AS lot SET price = new_price, leader = CASE WHEN place_bid.leads THEN own_bidder ELSE former_leader END,
    maximum = CASE WHEN place_bid.leads THEN of_amount ELSE former_maximum END, bidders = greatest(work.bidders, own_bidder),
    last_seq = work.last_seq, last_hash = hash, ends_at = new_end,
    updated_at = greatest(decided_at, work.updated_at + interval '1 millisecond')
    WHERE lot.id = of_work;
  outcome := 'taken';
  price := new_price;
  ends_at := new_end;
END $$;
