CREATE OR REPLACE TRIGGER auction_notices_account BEFORE INSERT OR UPDATE OF user_id ON auction_notices
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
