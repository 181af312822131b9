-- Numbers under which staff enter bids of bidders who are in the room, on the telephone, or left a paper.
ALTER TABLE auction_entries ADD COLUMN paddle integer CHECK (paddle BETWEEN 1 AND 9999);
CREATE UNIQUE INDEX auction_entries_paddle ON auction_entries (program_id, paddle) WHERE paddle IS NOT NULL;

-- How a bid that staff entered reached the house. The bid itself is a row of the chain like any other.
CREATE TABLE auction_staff_bids (
  bid_id uuid PRIMARY KEY REFERENCES auction_bids (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('telephone', 'paper', 'floor')),
  paddle integer NOT NULL CHECK (paddle BETWEEN 1 AND 9999),
  entered_by uuid REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX auction_staff_bids_entered ON auction_staff_bids (entered_by);
