-- Freezes the rules of an auction after the first bid, and the deposit after the first registration that owes it.
-- Refuses to hide an auction with bids: its lots would end unseen. A bid locks its auction FOR SHARE, so the checks
-- here are not overtaken.
CREATE OR REPLACE FUNCTION protect_auction_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.terms IS DISTINCT FROM OLD.terms THEN NEW.terms_version := OLD.terms_version + 1; END IF;
  IF (NEW.starts_at, NEW.first_end, NEW.lot_seconds, NEW.increments, NEW.window_seconds, NEW.extension_seconds,
      NEW.hard_minutes, NEW.premium, NEW.terms, NEW.entry, NEW.deposit ->> 'amount')
    IS DISTINCT FROM (OLD.starts_at, OLD.first_end, OLD.lot_seconds, OLD.increments, OLD.window_seconds,
      OLD.extension_seconds, OLD.hard_minutes, OLD.premium, OLD.terms, OLD.entry, OLD.deposit ->> 'amount')
    AND EXISTS (SELECT FROM auction_works WHERE program_id = NEW.id AND last_seq > 0) THEN
    RAISE EXCEPTION 'the auction has bids' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_programs_locked';
  END IF;
  IF (NEW.deposit ->> 'amount') IS DISTINCT FROM (OLD.deposit ->> 'amount')
    AND EXISTS (SELECT FROM auction_entries WHERE program_id = NEW.id AND deposit <> 'none') THEN
    RAISE EXCEPTION 'the deposit has been requested' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'auction_programs_deposit';
  END IF;
  IF OLD.visible AND NOT NEW.visible
    AND EXISTS (SELECT FROM auction_works WHERE program_id = NEW.id AND state = 'open' AND last_seq > 0) THEN
    RAISE EXCEPTION 'an auction with bids on open lots cannot be hidden' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_programs_shown';
  END IF;
  RETURN NEW;
END $$;
