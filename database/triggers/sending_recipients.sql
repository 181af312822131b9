CREATE OR REPLACE TRIGGER sending_recipients_approval AFTER INSERT ON sending_recipients
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_sending_approval();

CREATE OR REPLACE TRIGGER sending_recipients_account BEFORE INSERT ON sending_recipients
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL AND NEW.address IS NOT NULL) EXECUTE FUNCTION skip_withdrawn_recipient();
