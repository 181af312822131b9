CREATE OR REPLACE TRIGGER lawyers_cache AFTER INSERT OR UPDATE OR DELETE ON lawyers
  FOR EACH ROW EXECUTE FUNCTION notify_cache('lawyers');

CREATE OR REPLACE TRIGGER lawyers_search AFTER INSERT OR UPDATE OR DELETE ON lawyers
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_lawyers', 'id');

CREATE OR REPLACE TRIGGER lawyers_redirects AFTER UPDATE OF key ON lawyers
  FOR EACH ROW EXECUTE FUNCTION redirects_follow('/introduction/lawyer/', 'key');

CREATE OR REPLACE TRIGGER lawyers_files AFTER INSERT OR DELETE OR UPDATE ON lawyers
  FOR EACH ROW EXECUTE FUNCTION note_file_uses('id', 'id', '', '');
