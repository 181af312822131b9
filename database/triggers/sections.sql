CREATE OR REPLACE TRIGGER sections_cache AFTER INSERT OR UPDATE OR DELETE ON sections
  FOR EACH ROW EXECUTE FUNCTION notify_cache('page:{page}');

CREATE OR REPLACE TRIGGER sections_draft AFTER DELETE ON sections FOR EACH ROW EXECUTE FUNCTION delete_draft('pages');

CREATE OR REPLACE TRIGGER sections_files AFTER INSERT OR DELETE OR UPDATE ON sections
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', '', '');
