-- Enforces the chain for every writer: no gap, the right predecessor, no falling price, nothing after the end.
CREATE OR REPLACE FUNCTION auction_bids_chain() RETURNS trigger LANGUAGE plpgsql AS $$
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
