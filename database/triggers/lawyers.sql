CREATE OR REPLACE TRIGGER lawyers_cache AFTER INSERT OR UPDATE OR DELETE ON lawyers
  FOR EACH ROW EXECUTE FUNCTION notify_cache('lawyers');

CREATE OR REPLACE TRIGGER lawyers_search AFTER INSERT OR UPDATE OR DELETE ON lawyers
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_lawyers', 'id');

CREATE OR REPLACE TRIGGER lawyers_redirects AFTER UPDATE OF key ON lawyers
  FOR EACH ROW EXECUTE FUNCTION redirect_former_path('/introduction/lawyer/', 'key');

CREATE OR REPLACE TRIGGER lawyers_files AFTER INSERT OR DELETE OR UPDATE ON lawyers
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', '', '');
