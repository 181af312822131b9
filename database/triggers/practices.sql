CREATE OR REPLACE TRIGGER practices_cache AFTER INSERT OR UPDATE OR DELETE ON practices
  FOR EACH ROW EXECUTE FUNCTION notify_cache('practices');

CREATE OR REPLACE TRIGGER practices_search AFTER INSERT OR UPDATE OR DELETE ON practices
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_practices', 'id');

CREATE OR REPLACE TRIGGER practices_redirects AFTER UPDATE OF path ON practices
  FOR EACH ROW EXECUTE FUNCTION redirects_follow('', 'path');

CREATE OR REPLACE TRIGGER practices_draft AFTER DELETE ON practices
  FOR EACH ROW EXECUTE FUNCTION drop_draft('practices');

CREATE OR REPLACE TRIGGER practices_files AFTER INSERT OR DELETE OR UPDATE ON practices
  FOR EACH ROW EXECUTE FUNCTION note_file_uses('id', 'id', '', '');
