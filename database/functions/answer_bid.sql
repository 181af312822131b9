-- `place_bid` with the stored bid and the lot afterwards in one response, which saves a round trip while other bids
-- wait for the lot. Bid columns are null if none was stored; the lot is null if it is not visible.
CREATE OR REPLACE FUNCTION answer_bid(of_work uuid, of_user uuid, of_kind text, of_amount bigint, of_key text,
  bid uuid, beside uuid,
  OUT outcome text, OUT leads boolean, OUT outbid uuid, OUT decided_at text, OUT lot jsonb,
  OUT seq integer, OUT bidder integer, OUT made_at text, OUT hash text, OUT nonce text)
LANGUAGE plpgsql AS $$
DECLARE
  placed record;
BEGIN
  SELECT * INTO placed FROM place_bid(of_work, of_user, of_kind, of_amount, of_key, bid, beside);
  outcome := placed.outcome;
  leads := placed.leads;
  outbid := placed.outbid;
  decided_at := auction_instant(clock_timestamp());
  SELECT auction_lot(work, program) INTO lot
    FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id
    WHERE work.id = of_work AND work.due_at IS NOT NULL AND program.visible AND work.state <> 'draft';
  IF outcome IN ('taken', 'repeated') THEN
    SELECT own.seq, own.bidder, auction_instant(own.at), encode(own.hash, 'hex'), encode(own.nonce, 'hex')
      INTO seq, bidder, made_at, hash, nonce
      FROM auction_bids AS own WHERE own.work_id = of_work AND own.seq = placed.seq;
  END IF;
END $$;
