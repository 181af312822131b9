CREATE OR REPLACE TRIGGER two_steps_go_forward BEFORE UPDATE OF last_step ON two_steps
  FOR EACH ROW EXECUTE FUNCTION two_steps_go_forward();

CREATE OR REPLACE TRIGGER two_steps_account BEFORE INSERT OR UPDATE OF user_id ON two_steps
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
