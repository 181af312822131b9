CREATE OR REPLACE TRIGGER two_steps_last_step BEFORE UPDATE OF last_step ON two_steps
  FOR EACH ROW EXECUTE FUNCTION refuse_reused_step();

CREATE OR REPLACE TRIGGER two_steps_account BEFORE INSERT OR UPDATE OF user_id ON two_steps
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
