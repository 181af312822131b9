CREATE OR REPLACE TRIGGER fair_products_cache AFTER INSERT OR DELETE ON fair_products
  FOR EACH ROW EXECUTE FUNCTION notify_cache('match');

CREATE OR REPLACE TRIGGER fair_products_lock BEFORE INSERT ON fair_products
  FOR EACH ROW EXECUTE FUNCTION lock_fair_and_participation();

CREATE OR REPLACE TRIGGER fair_products_search AFTER INSERT OR DELETE ON fair_products
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_products', 'product_id');
