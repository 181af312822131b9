CREATE OR REPLACE TRIGGER auction_authors_cache AFTER INSERT OR UPDATE OR DELETE ON auction_authors
  FOR EACH ROW EXECUTE FUNCTION notify_cache('auction');

CREATE OR REPLACE TRIGGER auction_authors_search AFTER UPDATE OF name, visible ON auction_authors
  FOR EACH ROW EXECUTE FUNCTION update_search_entries_of_works();

CREATE OR REPLACE TRIGGER auction_authors_files AFTER INSERT OR DELETE OR UPDATE ON auction_authors
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', '', '');
