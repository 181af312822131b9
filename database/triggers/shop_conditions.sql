CREATE OR REPLACE TRIGGER shop_conditions_cache AFTER UPDATE ON shop_conditions
  FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');
