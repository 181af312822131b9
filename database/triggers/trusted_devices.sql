CREATE OR REPLACE TRIGGER trusted_devices_account BEFORE INSERT OR UPDATE OF user_id ON trusted_devices
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
