-- Locks the biddable lots of an auction in id order. A bid locks its lot exclusively but the auction shared: without
-- the lots, a writer of the auction would wait as long as bids overlap.
CREATE OR REPLACE FUNCTION lock_biddable_lots(of_program uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM auction_works WHERE program_id = of_program AND state IN ('draft', 'open') ORDER BY id FOR UPDATE;
END $$;
