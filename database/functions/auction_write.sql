-- Appends a bid and returns its hash.
CREATE OR REPLACE FUNCTION auction_write(work uuid, number integer, of_bidder integer, of_user uuid, of_kind text,
  of_amount bigint,
  to_price bigint, to_leader integer, until timestamptz, moment timestamptz, of_key text, after bytea, bid uuid)
RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
  line auction_bids;
BEGIN
  line := (bid, work, number, of_bidder, of_user, of_kind, of_amount, to_price, to_leader, until, moment, of_key,
    -- 122 random bits, so that a maximum cannot be guessed from its commitment.
    uuid_send(gen_random_uuid()), after, '\x')::auction_bids;
  line.hash := auction_hash(line);
  INSERT INTO auction_bids SELECT line.*;
  RETURN line.hash;
END $$;
