CREATE OR REPLACE TRIGGER member_files_account BEFORE INSERT OR UPDATE OF user_id ON member_files
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
