CREATE OR REPLACE TRIGGER offices_cache AFTER INSERT OR UPDATE OR DELETE ON offices
  FOR EACH ROW EXECUTE FUNCTION notify_cache('offices');

CREATE OR REPLACE TRIGGER offices_search AFTER INSERT OR UPDATE OR DELETE ON offices
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_offices', 'id');

CREATE OR REPLACE TRIGGER offices_redirects AFTER UPDATE OF key ON offices
  FOR EACH ROW EXECUTE FUNCTION redirects_follow('/contact/', 'key');

CREATE OR REPLACE TRIGGER offices_files AFTER INSERT OR DELETE OR UPDATE ON offices
  FOR EACH ROW EXECUTE FUNCTION note_file_uses('id', 'id', '', '');
