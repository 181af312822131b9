-- Deposits: a programme may ask for one, and who has not paid it does not bid.

ALTER TABLE auction_programs
  -- { amount, bank, number, holder }: how much, and the account of the house that it is paid to.
  ADD COLUMN deposit jsonb CHECK ((deposit ->> 'amount')::bigint > 0);

-- By what a transfer is told from others: the bidder writes it as the sender.
CREATE SEQUENCE auction_deposit_numbers START 1001;
ALTER TABLE auction_entries
  ADD COLUMN deposit text NOT NULL DEFAULT 'none' CHECK (deposit IN ('none', 'due', 'received', 'refused', 'returned')),
  ADD COLUMN deposit_amount bigint CHECK (deposit_amount > 0),
  ADD COLUMN deposit_number integer UNIQUE,
  ADD COLUMN deposit_due timestamptz(3),
  ADD COLUMN deposit_reason text NOT NULL DEFAULT '',
  ADD COLUMN received_at timestamptz(3),
  ADD COLUMN returned_at timestamptz(3),
  -- Where it is given back to, encrypted; gone once it was, or the deposit is refused.
  ADD COLUMN sealed bytea,
  ADD CONSTRAINT auction_entries_deposit CHECK ((deposit = 'none') = (num_nulls(deposit_amount, deposit_number, deposit_due) > 0)),
  ADD CONSTRAINT auction_entries_received CHECK ((deposit IN ('received', 'returned')) = (received_at IS NOT NULL)),
  ADD CONSTRAINT auction_entries_returned CHECK ((deposit = 'returned') = (returned_at IS NOT NULL)),
  ADD CONSTRAINT auction_entries_deposit_refused CHECK (deposit <> 'refused' OR deposit_reason <> ''),
  ADD CONSTRAINT auction_entries_sealed CHECK (sealed IS NULL OR deposit IN ('due', 'received'));

/*
 * Money that the house has goes with nothing: neither with a withdrawal nor with the programme. With the programme (by the
 * reference that cascades, hence inside a trigger) one that was given back does not go either: payments are kept for five
 * years. What withdraws has kept them apart by then.
 */
CREATE FUNCTION auction_entries_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deposit = 'received' OR pg_trigger_depth() > 1 THEN
    RAISE EXCEPTION 'a deposit that was paid' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_entries_held';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER auction_entries_held BEFORE DELETE ON auction_entries FOR EACH ROW
  WHEN (OLD.received_at IS NOT NULL) EXECUTE FUNCTION auction_entries_held();

-- As in 0130, and with the deposit where the programme asks for one.
CREATE OR REPLACE FUNCTION auction_may_bid(program auction_programs, of_user uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM auction_entries AS entry WHERE entry.program_id = program.id AND entry.user_id = of_user
    AND entry.state = 'approved' AND entry.terms_version = program.terms_version
    AND (program.deposit IS NULL OR entry.deposit = 'received') FOR SHARE;
  RETURN FOUND;
END $$;

-- As in 0059. The sum of a deposit stays once somebody was asked for it, as rules do once somebody bid.
CREATE OR REPLACE FUNCTION auction_programs_locked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.terms IS DISTINCT FROM OLD.terms THEN NEW.terms_version := OLD.terms_version + 1; END IF;
  IF (NEW.starts_at, NEW.first_end, NEW.lot_seconds, NEW.increments, NEW.window_seconds, NEW.extension_seconds,
      NEW.hard_minutes, NEW.premium, NEW.terms, NEW.entry, NEW.deposit ->> 'amount')
    IS DISTINCT FROM (OLD.starts_at, OLD.first_end, OLD.lot_seconds, OLD.increments, OLD.window_seconds,
      OLD.extension_seconds, OLD.hard_minutes, OLD.premium, OLD.terms, OLD.entry, OLD.deposit ->> 'amount')
    AND EXISTS (SELECT FROM auction_works WHERE program_id = NEW.id AND last_seq > 0) THEN
    RAISE EXCEPTION 'rules after the first bid' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_programs_locked';
  END IF;
  IF (NEW.deposit ->> 'amount') IS DISTINCT FROM (OLD.deposit ->> 'amount')
    AND EXISTS (SELECT FROM auction_entries WHERE program_id = NEW.id AND deposit <> 'none') THEN
    RAISE EXCEPTION 'another deposit than was asked for' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'auction_programs_deposit';
  END IF;
  IF OLD.visible AND NOT NEW.visible
    AND EXISTS (SELECT FROM auction_works WHERE program_id = NEW.id AND state = 'open' AND last_seq > 0) THEN
    RAISE EXCEPTION 'hidden while it is bid on' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_programs_shown';
  END IF;
  RETURN NEW;
END $$;

/*
 * Whether a bidder still owes something in a programme: has bid on an open lot, or has not paid for one that was won. Who
 * is outbid leads again once later bids are taken out; whose own were taken out bids no more on that lot. The entry must be
 * held before this is asked: a bid that was under way then is kept, and seen.
 */
CREATE FUNCTION auction_owes(of_program uuid, of_user uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM auction_works AS work JOIN auction_bids AS bid
      ON bid.work_id = work.id AND bid.kind IN ('open', 'maximum') AND bid.user_id = of_user
    WHERE work.program_id = of_program AND work.state = 'open'
      AND NOT EXISTS (SELECT FROM auction_bids AS out
        WHERE out.work_id = work.id AND out.kind = 'void' AND out.user_id = of_user))
  OR EXISTS (SELECT FROM auction_works AS work JOIN auction_sales AS sale ON sale.work_id = work.id
    WHERE work.program_id = of_program AND sale.user_id = of_user AND sale.state IN ('offered', 'awaiting'))
$$;
