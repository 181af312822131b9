-- Appends a bid and returns its hash.
CREATE OR REPLACE FUNCTION append_bid(work_id uuid, seq integer, of_bidder integer, of_user uuid, of_kind text,
  of_amount bigint,
  new_price bigint, new_leader integer, new_end timestamptz, decided_at timestamptz, of_key text, previous_hash bytea, bid_id uuid)
RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
  new_bid auction_bids;
BEGIN
  new_bid := (bid_id, work_id, seq, of_bidder, of_user, of_kind, of_amount, new_price, new_leader, new_end, decided_at, of_key,
    -- 122 random bits, so that a maximum cannot be guessed from its commitment.
    uuid_send(gen_random_uuid()), previous_hash, '\x')::auction_bids;
  new_bid.hash := hash_bid(new_bid);
  INSERT INTO auction_bids SELECT new_bid.*;
  RETURN new_bid.hash;
END $$;
