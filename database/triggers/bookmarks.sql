CREATE OR REPLACE TRIGGER bookmarks_account BEFORE INSERT OR UPDATE OF user_id ON bookmarks
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
