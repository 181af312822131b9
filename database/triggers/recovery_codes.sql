CREATE OR REPLACE TRIGGER recovery_codes_account BEFORE INSERT OR UPDATE OF user_id ON recovery_codes
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
