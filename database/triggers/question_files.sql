CREATE OR REPLACE TRIGGER question_files_account BEFORE INSERT OR UPDATE OF user_id ON question_files
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
