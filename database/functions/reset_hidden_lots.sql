-- Hiding an auction without bids sets its lots back to draft; left open, they would end unseen.
CREATE OR REPLACE FUNCTION reset_hidden_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auction_works SET state = 'draft', due_at = NULL, ends_at = NULL, hard_end = NULL,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    WHERE program_id = NEW.id AND state = 'open' AND last_seq = 0;
  RETURN NULL;
END $$;
