CREATE OR REPLACE TRIGGER passkey_challenges_account BEFORE INSERT OR UPDATE OF user_id ON passkey_challenges
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
