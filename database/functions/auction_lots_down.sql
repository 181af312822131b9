-- Hiding an auction without bids closes its lots for editing; left open, they would be passed unseen.
CREATE OR REPLACE FUNCTION auction_lots_down() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auction_works SET state = 'draft', due_at = NULL, ends_at = NULL, hard_end = NULL,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    WHERE program_id = NEW.id AND state = 'open' AND last_seq = 0;
  RETURN NULL;
END $$;
