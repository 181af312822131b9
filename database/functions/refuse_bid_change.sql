-- Makes bids append-only.
CREATE OR REPLACE FUNCTION refuse_bid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A withdrawal removes the account from the row; everything that is hashed stays.
  IF TG_OP = 'UPDATE' AND NEW.user_id IS NULL
    AND to_jsonb(NEW) - 'user_id' = to_jsonb(OLD) - 'user_id' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'bids are append-only' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_bids_append_only';
END $$;
