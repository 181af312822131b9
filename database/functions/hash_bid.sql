-- Hash of a bid (docs/auction-proof.md). A maximum is included as a commitment, which the row proves after the lot is
-- closed.
CREATE OR REPLACE FUNCTION hash_bid(bid auction_bids) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(bid.previous || convert_to(concat_ws('|', 'v1', bid.work_id, bid.seq, bid.bidder, bid.kind,
    CASE bid.kind WHEN 'maximum' THEN encode(sha256(bid.nonce || convert_to(bid.amount::text, 'UTF8')), 'hex')
      ELSE bid.amount::text END,
    bid.price, bid.leader, (extract(epoch FROM bid.ends_at) * 1000)::bigint, (extract(epoch FROM bid.at) * 1000)::bigint),
    'UTF8'))
$$;
