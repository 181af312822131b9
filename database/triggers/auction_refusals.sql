CREATE OR REPLACE TRIGGER auction_refusals_account BEFORE INSERT OR UPDATE OF user_id ON auction_refusals
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
