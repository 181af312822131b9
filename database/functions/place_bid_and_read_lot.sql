-- `place_bid`, with the stored bid and the lot afterwards in one response, which saves a round trip while other bids
-- wait for the lot. Bid columns are null if none was stored; the lot is null if it is not visible.
CREATE OR REPLACE FUNCTION place_bid_and_read_lot(of_work uuid, of_user uuid, of_kind text, of_amount bigint, of_key text,
  bid_id uuid, automatic_bid_id uuid,
  OUT outcome text, OUT leads boolean, OUT outbid uuid, OUT decided_at text, OUT lot jsonb,
  OUT seq integer, OUT bidder integer, OUT made_at text, OUT hash text, OUT nonce text)
LANGUAGE plpgsql AS $$
DECLARE
  stored record;
BEGIN
  SELECT * INTO stored FROM place_bid(of_work, of_user, of_kind, of_amount, of_key, bid_id, automatic_bid_id);
  outcome := stored.outcome;
  leads := stored.leads;
  outbid := stored.outbid;
  decided_at := format_instant(clock_timestamp());
  SELECT describe_lot(work, program) INTO lot
    FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id
    WHERE work.id = of_work AND work.due_at IS NOT NULL AND program.visible AND work.state <> 'draft';
  IF outcome IN ('taken', 'repeated') THEN
    SELECT receipt.seq, receipt.bidder, format_instant(receipt.at), encode(receipt.hash, 'hex'), encode(receipt.nonce, 'hex')
      INTO seq, bidder, made_at, hash, nonce
      FROM auction_bids AS receipt WHERE receipt.work_id = of_work AND receipt.seq = stored.seq;
  END IF;
END $$;
