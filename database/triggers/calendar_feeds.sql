CREATE OR REPLACE TRIGGER calendar_feeds_account BEFORE INSERT OR UPDATE OF user_id ON calendar_feeds
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
