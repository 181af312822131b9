CREATE OR REPLACE TRIGGER pending_logins_account BEFORE INSERT OR UPDATE OF user_id ON pending_logins
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
