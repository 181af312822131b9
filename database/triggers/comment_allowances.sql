CREATE OR REPLACE TRIGGER comment_allowances_account BEFORE INSERT OR UPDATE OF author_id ON comment_allowances
  FOR EACH ROW WHEN (NEW.author_id IS NOT NULL) EXECUTE FUNCTION require_author_account();
