CREATE OR REPLACE TRIGGER passkeys_account BEFORE INSERT OR UPDATE OF user_id ON passkeys
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
