CREATE OR REPLACE TRIGGER message_templates_files AFTER INSERT OR DELETE OR UPDATE ON message_templates
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', '', '');
