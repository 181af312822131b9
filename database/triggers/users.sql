-- Comments show names.
CREATE OR REPLACE TRIGGER users_cache AFTER UPDATE OF name, state ON users
  FOR EACH ROW EXECUTE FUNCTION notify_cache('user:{id}');

CREATE OR REPLACE TRIGGER users_last_owner BEFORE UPDATE OF level_id, state ON users FOR EACH ROW
  WHEN (OLD.state = 'active' AND (NEW.state <> 'active' OR NEW.level_id <> OLD.level_id))
  EXECUTE FUNCTION require_remaining_owner();

CREATE OR REPLACE TRIGGER users_words AFTER INSERT OR UPDATE OF name, username, email, phone, state ON users
  FOR EACH ROW EXECUTE FUNCTION update_member_words();
