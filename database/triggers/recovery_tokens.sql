CREATE OR REPLACE TRIGGER recovery_tokens_account BEFORE INSERT OR UPDATE OF user_id ON recovery_tokens
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
