CREATE OR REPLACE TRIGGER auction_entries_paid BEFORE DELETE ON auction_entries FOR EACH ROW
  WHEN (OLD.received_at IS NOT NULL) EXECUTE FUNCTION refuse_deletion_of_paid_entry();

CREATE OR REPLACE TRIGGER auction_entries_account BEFORE INSERT OR UPDATE OF user_id ON auction_entries
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
