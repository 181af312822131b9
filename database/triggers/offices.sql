CREATE OR REPLACE TRIGGER offices_cache AFTER INSERT OR UPDATE OR DELETE ON offices
  FOR EACH ROW EXECUTE FUNCTION notify_cache('offices');

CREATE OR REPLACE TRIGGER offices_search AFTER INSERT OR UPDATE OR DELETE ON offices
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_offices', 'id');

CREATE OR REPLACE TRIGGER offices_redirects AFTER UPDATE OF key ON offices
  FOR EACH ROW EXECUTE FUNCTION redirect_former_path('/contact/', 'key');

CREATE OR REPLACE TRIGGER offices_files AFTER INSERT OR DELETE OR UPDATE ON offices
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', '', '');
