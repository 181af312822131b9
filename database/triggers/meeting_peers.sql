CREATE OR REPLACE TRIGGER meeting_peers_account BEFORE INSERT OR UPDATE OF user_id ON meeting_peers
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
