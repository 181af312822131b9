-- Enforces the chain for every writer: no gap, the right predecessor, no falling price, nothing after the end.
CREATE OR REPLACE FUNCTION check_bid_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  previous_bid auction_bids;
  work auction_works;
BEGIN
  SELECT * INTO work FROM auction_works WHERE id = NEW.work_id FOR UPDATE;
  SELECT * INTO previous_bid FROM auction_bids WHERE work_id = NEW.work_id AND seq = NEW.seq - 1;
  IF (NEW.seq > 1 AND previous_bid.id IS NULL)
    OR NEW.previous <> coalesce(previous_bid.hash, '\x'::bytea) OR NEW.hash <> hash_bid(NEW)
    OR (NEW.kind <> 'void' AND NEW.price < coalesce(previous_bid.price, work.start_price)) OR NEW.ends_at < coalesce(previous_bid.ends_at, work.due_at)
    OR NEW.at < coalesce(previous_bid.at, '-infinity') OR NEW.at >= work.ends_at
    OR work.state <> 'open' THEN
    RAISE EXCEPTION 'the bid does not continue the chain of its lot, or the lot is not open' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_bids_chain';
  END IF;
  RETURN NEW;
END $$;
