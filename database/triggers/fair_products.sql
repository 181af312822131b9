CREATE OR REPLACE TRIGGER fair_products_cache AFTER INSERT OR DELETE ON fair_products
  FOR EACH ROW EXECUTE FUNCTION notify_cache('match');

CREATE OR REPLACE TRIGGER fair_products_hold BEFORE INSERT ON fair_products
  FOR EACH ROW EXECUTE FUNCTION fair_products_hold();

CREATE OR REPLACE TRIGGER fair_products_search AFTER INSERT OR DELETE ON fair_products
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_products', 'product_id');
