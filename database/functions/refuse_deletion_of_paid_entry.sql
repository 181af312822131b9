-- Refuses to delete an entry with a received deposit. A cascade from the auction (pg_trigger_depth) does not delete
-- repaid ones either: payment records are kept for five years. A withdrawal has archived them before.
CREATE OR REPLACE FUNCTION refuse_deletion_of_paid_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deposit = 'received' OR pg_trigger_depth() > 1 THEN
    RAISE EXCEPTION 'the entry has a received deposit' USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_entries_paid';
  END IF;
  RETURN OLD;
END $$;
