-- Auction.
-- requires: is_increment_table

-- Artists. Amounts in this file are in KRW.
CREATE TABLE auction_authors (
  id uuid PRIMARY KEY,
  key text NOT NULL CONSTRAINT auction_authors_key UNIQUE CHECK (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name jsonb NOT NULL,
  born integer CHECK (born BETWEEN 1000 AND 2100),
  died integer CHECK (died BETWEEN 1000 AND 2100),
  biography jsonb NOT NULL DEFAULT '{}',
  picture uuid,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT auction_authors_life CHECK (died >= born)
);

-- Consignors of works. Their bank account (`sealed`) is encrypted.
CREATE TABLE auction_consignors (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  email text,
  phone text,
  -- Basis points of the hammer price; a work can override it.
  commission integer NOT NULL DEFAULT 1000 CHECK (commission BETWEEN 0 AND 5000),
  sealed bytea,
  note text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Auctions with their halls and rules.
CREATE TABLE auction_programs (
  id uuid PRIMARY KEY,
  title jsonb NOT NULL,
  summary jsonb NOT NULL DEFAULT '{}',
  -- Terms of the auction; bidders must accept each new version.
  terms jsonb NOT NULL DEFAULT '{}',
  terms_version integer NOT NULL DEFAULT 1 CHECK (terms_version > 0),
  -- Who may bid after accepting the terms: anyone, or those approved by staff.
  entry text NOT NULL DEFAULT 'open' CHECK (entry IN ('open', 'approval')),
  starts_at timestamptz(3) NOT NULL,
  -- End of the first lot; each next lot ends `lot_seconds` later.
  first_end timestamptz(3) NOT NULL,
  lot_seconds integer NOT NULL DEFAULT 60 CHECK (lot_seconds BETWEEN 0 AND 86400),
  -- [{ from, step }]
  increments jsonb NOT NULL CHECK (is_increment_table(increments)),
  -- Soft close: a price change within `window_seconds` of the end extends it by `extension_seconds`.
  window_seconds integer NOT NULL DEFAULT 120 CHECK (window_seconds BETWEEN 0 AND 3600),
  extension_seconds integer NOT NULL DEFAULT 120 CHECK (extension_seconds BETWEEN 0 AND 3600),
  -- Maximum extension of a lot beyond its planned end.
  hard_minutes integer NOT NULL DEFAULT 30 CHECK (hard_minutes BETWEEN 0 AND 1440),
  -- Buyer's premium in basis points, without VAT.
  premium integer NOT NULL DEFAULT 1500 CHECK (premium BETWEEN 0 AND 5000),
  -- [{ _id, name, address }] in display order; a trigger copies them to `auction_halls`.
  halls jsonb NOT NULL DEFAULT '[]',
  visible boolean NOT NULL DEFAULT false,
  -- Set while staff has paused bidding.
  stopped_at timestamptz(3),
  stop_reason text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Days a runner-up has to answer; staff can choose others in an offer.
  offer_days integer NOT NULL DEFAULT 2 CHECK (offer_days BETWEEN 1 AND 14),
  -- A cancelled auction stays visible with the reason; its open lots are withdrawn.
  cancelled_at timestamptz(3),
  cancel_reason text NOT NULL DEFAULT '',
  -- Demonstration only: until when simulated bidders bid, started by staff.
  robot_until timestamptz(3),
  -- { amount, bank, number, holder }: deposit required to bid, and the account to pay it to.
  deposit jsonb CHECK ((deposit ->> 'amount')::bigint > 0),
  CONSTRAINT auction_programs_period CHECK (first_end > starts_at),
  CONSTRAINT auction_programs_stopped CHECK (stopped_at IS NULL OR stop_reason <> ''),
  CONSTRAINT auction_programs_cancelled CHECK ((cancelled_at IS NULL) = (cancel_reason = ''))
);
CREATE INDEX auction_programs_starts ON auction_programs (starts_at DESC, id DESC);

CREATE TABLE auction_halls (
  id uuid PRIMARY KEY,
  program_id uuid NOT NULL REFERENCES auction_programs (id) ON DELETE CASCADE,
  name jsonb NOT NULL,
  address jsonb NOT NULL DEFAULT '{}',
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT auction_halls_whole UNIQUE (id, program_id)
);
CREATE INDEX auction_halls_program ON auction_halls (program_id, position, id);

-- Works, each a lot of an auction.
CREATE TABLE auction_works (
  id uuid PRIMARY KEY,
  program_id uuid NOT NULL REFERENCES auction_programs (id) ON DELETE RESTRICT,
  hall_id uuid,
  author_id uuid REFERENCES auction_authors (id) ON DELETE RESTRICT,
  lot integer NOT NULL CHECK (lot > 0),
  title jsonb NOT NULL,
  medium jsonb NOT NULL DEFAULT '{}',
  made text NOT NULL DEFAULT '',
  -- Millimetres; the wall shows works to scale.
  height integer CHECK (height > 0),
  width integer CHECK (width > 0),
  depth integer CHECK (depth > 0),
  provenance jsonb NOT NULL DEFAULT '{}',
  note jsonb NOT NULL DEFAULT '{}',
  condition jsonb NOT NULL DEFAULT '{}',
  pictures jsonb NOT NULL DEFAULT '[]',
  estimate_low bigint CHECK (estimate_low > 0),
  estimate_high bigint CHECK (estimate_high >= estimate_low),
  start_price bigint NOT NULL CHECK (start_price > 0),
  -- Confidential: visible to staff only.
  reserve bigint CHECK (reserve >= start_price),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'open', 'sold', 'passed', 'withdrawn')),
  -- Planned end. `ends_at` moves with bids in the closing window, up to `hard_end`.
  due_at timestamptz(3),
  ends_at timestamptz(3),
  hard_end timestamptz(3),
  price bigint,
  leader integer,
  -- Proxy bid of the leader; secret until the lot is closed.
  maximum bigint,
  bidders integer NOT NULL DEFAULT 0,
  last_seq integer NOT NULL DEFAULT 0,
  last_hash bytea NOT NULL DEFAULT '\x',
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  consignor_id uuid REFERENCES auction_consignors (id) ON DELETE RESTRICT,
  commission integer CHECK (commission BETWEEN 0 AND 5000),
  CONSTRAINT auction_works_lot UNIQUE (program_id, lot) DEFERRABLE INITIALLY IMMEDIATE,
  CONSTRAINT auction_works_hall FOREIGN KEY (hall_id, program_id) REFERENCES auction_halls (id, program_id),
  CONSTRAINT auction_works_times CHECK (state IN ('draft', 'withdrawn') OR num_nulls(due_at, ends_at, hard_end) = 0),
  CONSTRAINT auction_works_ends CHECK (ends_at BETWEEN due_at AND hard_end),
  CONSTRAINT auction_works_lead CHECK (num_nulls(price, leader, maximum) IN (0, 3)),
  CONSTRAINT auction_works_price CHECK (price >= start_price AND price <= maximum),
  CONSTRAINT auction_works_sold CHECK (state <> 'sold' OR price >= coalesce(reserve, start_price)),
  CONSTRAINT auction_works_closed CHECK ((state IN ('sold', 'passed')) = (closed_at IS NOT NULL))
);
CREATE INDEX auction_works_ending ON auction_works (ends_at) WHERE state = 'open';
CREATE INDEX auction_works_author ON auction_works (author_id);
CREATE INDEX auction_works_consignor ON auction_works (consignor_id);

CREATE SEQUENCE auction_deposit_numbers START 1001;
-- Registrations of members to bid in an auction, with the version of the terms they accepted and their deposit.
CREATE TABLE auction_entries (
  id uuid PRIMARY KEY,
  program_id uuid NOT NULL REFERENCES auction_programs (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('waiting', 'approved', 'refused')),
  reason text NOT NULL DEFAULT '',
  terms_version integer NOT NULL,
  accepted_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  deposit text NOT NULL DEFAULT 'none' CHECK (deposit IN ('none', 'due', 'received', 'refused', 'returned')),
  deposit_amount bigint CHECK (deposit_amount > 0),
  -- Reference that the bidder writes on the transfer.
  deposit_number integer UNIQUE,
  deposit_due timestamptz(3),
  deposit_reason text NOT NULL DEFAULT '',
  received_at timestamptz(3),
  returned_at timestamptz(3),
  -- Account for the repayment, encrypted; deleted once repaid or refused.
  sealed bytea,
  CONSTRAINT auction_entries_user UNIQUE (program_id, user_id),
  CONSTRAINT auction_entries_reason CHECK (state <> 'refused' OR reason <> ''),
  CONSTRAINT auction_entries_deposit
    CHECK ((deposit = 'none') = (num_nulls(deposit_amount, deposit_number, deposit_due) > 0)),
  CONSTRAINT auction_entries_received CHECK ((deposit IN ('received', 'returned')) = (received_at IS NOT NULL)),
  CONSTRAINT auction_entries_returned CHECK ((deposit = 'returned') = (returned_at IS NOT NULL)),
  CONSTRAINT auction_entries_deposit_refused CHECK (deposit <> 'refused' OR deposit_reason <> ''),
  CONSTRAINT auction_entries_sealed CHECK (sealed IS NULL OR deposit IN ('due', 'received'))
);
CREATE INDEX auction_entries_member ON auction_entries (user_id);
CREATE INDEX auction_entries_waiting ON auction_entries (created_at) WHERE state = 'waiting';

-- Bid history of each lot: an append-only hash chain (docs/auction-proof.md).
CREATE TABLE auction_bids (
  id uuid PRIMARY KEY,
  work_id uuid NOT NULL REFERENCES auction_works (id) ON DELETE RESTRICT,
  seq integer NOT NULL CHECK (seq > 0),
  -- Number by the order of first bids on the lot; identities stay out of the chain.
  bidder integer NOT NULL CHECK (bidder > 0),
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- void: staff removed the bids of the bidder; price and leader follow from the remaining ones.
  kind text NOT NULL CHECK (kind IN ('open', 'maximum', 'automatic', 'void')),
  -- Amount of the bid; a maximum stays secret until the lot is closed.
  amount bigint NOT NULL CHECK (amount > 0),
  price bigint NOT NULL CHECK (price > 0 AND price <= amount),
  -- 0 after a void that leaves no leader.
  leader integer NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  at timestamptz(3) NOT NULL,
  -- Idempotency key of the request; automatic bids have none.
  key text,
  nonce bytea NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT auction_bids_seq UNIQUE (work_id, seq),
  CONSTRAINT auction_bids_key UNIQUE (work_id, user_id, key),
  CONSTRAINT auction_bids_time CHECK (at < ends_at)
);
CREATE INDEX auction_bids_member ON auction_bids (user_id, at DESC) WHERE kind IN ('open', 'maximum');
-- Both keep a bid on a lot with a long history as fast as the first: they find the leader's account and voided
-- bidders.
CREATE INDEX auction_bids_bidder ON auction_bids (work_id, bidder) WHERE kind IN ('open', 'maximum');
CREATE INDEX auction_bids_out ON auction_bids (work_id, user_id) WHERE kind = 'void';

-- Past pauses of an auction; the ends of open lots were moved by their length.
CREATE TABLE auction_pauses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  program_id uuid NOT NULL REFERENCES auction_programs (id) ON DELETE CASCADE,
  from_at timestamptz(3) NOT NULL,
  to_at timestamptz(3) NOT NULL CHECK (to_at >= from_at),
  reason text NOT NULL
);
CREATE INDEX auction_pauses_program ON auction_pauses (program_id, from_at);

-- Refused bids, to answer complaints. No foreign key to the lot: the row is written while the lot is locked.
CREATE TABLE auction_refusals (
  id uuid PRIMARY KEY,
  work_id uuid NOT NULL,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  kind text NOT NULL CHECK (kind IN ('open', 'maximum')),
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX auction_refusals_work ON auction_refusals (work_id, at DESC);
CREATE INDEX auction_refusals_member ON auction_refusals (user_id);

-- Members who want a reminder before a lot ends.
CREATE TABLE auction_notices (
  work_id uuid NOT NULL REFERENCES auction_works (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sent_at timestamptz(3),
  PRIMARY KEY (work_id, user_id)
);
CREATE INDEX auction_notices_member ON auction_notices (user_id);

-- Documents of an auction.
CREATE TABLE auction_files (
  id uuid PRIMARY KEY,
  program_id uuid REFERENCES auction_programs (id) ON DELETE CASCADE,
  title jsonb NOT NULL,
  file uuid NOT NULL,
  locale text CHECK (locale IN ('ko', 'en', 'cn')),
  position integer NOT NULL DEFAULT 0,
  visible boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX auction_files_program ON auction_files (program_id, position, id);

CREATE SEQUENCE auction_sale_numbers;
-- Sales. A work is sold to one bidder at a time; after a void sale it can be offered to the runner-up.
CREATE TABLE auction_sales (
  id uuid PRIMARY KEY,
  number integer NOT NULL DEFAULT nextval('auction_sale_numbers'),
  work_id uuid NOT NULL REFERENCES auction_works (id) ON DELETE RESTRICT,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  bidder integer NOT NULL,
  hammer bigint NOT NULL CHECK (hammer > 0),
  premium bigint NOT NULL CHECK (premium >= 0),
  vat bigint NOT NULL CHECK (vat >= 0),
  total bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('offered', 'awaiting', 'paid', 'collected', 'void')),
  pay_until timestamptz(3) NOT NULL,
  offer_until timestamptz(3),
  void_reason text NOT NULL DEFAULT '',
  paid_at timestamptz(3),
  payment_note text NOT NULL DEFAULT '',
  pickup_at timestamptz(3),
  collected_at timestamptz(3),
  -- Collection code: ten hexadecimal digits, shown at the desk.
  code text NOT NULL DEFAULT upper(left(replace(gen_random_uuid()::text, '-', ''), 10))
    CHECK (code ~ '^[0-9A-F]{10}$'),
  won_mail_at timestamptz(3),
  mails integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Terms at the time of the sale; later changes apply to later sales.
  consignor_id uuid REFERENCES auction_consignors (id) ON DELETE RESTRICT,
  commission_rate integer CHECK (commission_rate BETWEEN 0 AND 5000),
  settled_at timestamptz(3),
  CONSTRAINT auction_sales_number UNIQUE (number),
  CONSTRAINT auction_sales_code UNIQUE (code),
  CONSTRAINT auction_sales_bidder UNIQUE (work_id, bidder),
  CONSTRAINT auction_sales_total CHECK (total = hammer + premium + vat),
  CONSTRAINT auction_sales_void CHECK ((state = 'void') = (void_reason <> '')),
  CONSTRAINT auction_sales_paid CHECK ((state IN ('paid', 'collected')) = (paid_at IS NOT NULL)),
  CONSTRAINT auction_sales_collected CHECK ((state = 'collected') = (collected_at IS NOT NULL)),
  CONSTRAINT auction_sales_offer CHECK (state <> 'offered' OR offer_until IS NOT NULL),
  CONSTRAINT auction_sales_consigned CHECK ((consignor_id IS NULL) = (commission_rate IS NULL)),
  CONSTRAINT auction_sales_settled CHECK (settled_at IS NULL
    OR (consignor_id IS NOT NULL AND state IN ('paid', 'collected')))
);
CREATE UNIQUE INDEX auction_sales_one ON auction_sales (work_id) WHERE state <> 'void';
CREATE INDEX auction_sales_member ON auction_sales (user_id, created_at DESC);
CREATE INDEX auction_sales_offers ON auction_sales (offer_until) WHERE state = 'offered';
CREATE INDEX auction_sales_consignor ON auction_sales (consignor_id);
