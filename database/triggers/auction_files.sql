CREATE OR REPLACE TRIGGER auction_files_cache AFTER INSERT OR UPDATE OR DELETE ON auction_files
  FOR EACH ROW EXECUTE FUNCTION notify_cache('auction');

CREATE OR REPLACE TRIGGER auction_files_files AFTER INSERT OR DELETE OR UPDATE ON auction_files
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', '', '');
