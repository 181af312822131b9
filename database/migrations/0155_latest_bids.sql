-- The public list of all bids, latest first.
CREATE INDEX auction_bids_latest ON auction_bids (at DESC, work_id DESC, seq DESC);
