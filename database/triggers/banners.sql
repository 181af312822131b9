CREATE OR REPLACE TRIGGER banners_cache AFTER INSERT OR UPDATE OR DELETE ON banners
  FOR EACH ROW EXECUTE FUNCTION notify_cache('banner:{code}');

CREATE OR REPLACE TRIGGER banners_files AFTER INSERT OR DELETE OR UPDATE OF pictures ON banners
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'pictures', '');
