CREATE OR REPLACE TRIGGER sendings_files AFTER INSERT OR DELETE OR UPDATE OF html ON sendings
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'html', '');
