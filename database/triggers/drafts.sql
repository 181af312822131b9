CREATE OR REPLACE TRIGGER drafts_files AFTER INSERT OR DELETE OR UPDATE ON drafts
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('record_id', 'entity,record_id', '', 'entity');
