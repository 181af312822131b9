CREATE OR REPLACE TRIGGER practices_cache AFTER INSERT OR UPDATE OR DELETE ON practices
  FOR EACH ROW EXECUTE FUNCTION notify_cache('practices');

CREATE OR REPLACE TRIGGER practices_search AFTER INSERT OR UPDATE OR DELETE ON practices
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_practices', 'id');

CREATE OR REPLACE TRIGGER practices_redirects AFTER UPDATE OF path ON practices
  FOR EACH ROW EXECUTE FUNCTION redirect_former_path('', 'path');

CREATE OR REPLACE TRIGGER practices_draft AFTER DELETE ON practices
  FOR EACH ROW EXECUTE FUNCTION delete_draft('practices');

CREATE OR REPLACE TRIGGER practices_files AFTER INSERT OR DELETE OR UPDATE ON practices
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', '', '');
