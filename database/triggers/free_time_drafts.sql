CREATE OR REPLACE TRIGGER free_time_drafts_version BEFORE UPDATE ON free_time_drafts
  FOR EACH ROW EXECUTE FUNCTION check_draft_version();
