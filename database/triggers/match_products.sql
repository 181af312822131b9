CREATE OR REPLACE TRIGGER match_products_cache AFTER INSERT OR UPDATE OR DELETE ON match_products
  FOR EACH ROW EXECUTE FUNCTION notify_cache('match');

CREATE OR REPLACE TRIGGER match_products_search AFTER INSERT OR UPDATE OR DELETE ON match_products
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_products', 'id');

CREATE OR REPLACE TRIGGER match_products_files AFTER INSERT OR DELETE OR UPDATE OF pictures ON match_products
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'pictures', '');
