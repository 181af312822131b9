CREATE OR REPLACE TRIGGER resumable_uploads_account BEFORE INSERT OR UPDATE OF user_id ON resumable_uploads
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
