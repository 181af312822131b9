CREATE OR REPLACE TRIGGER shop_options_cache AFTER INSERT OR DELETE ON shop_options
  FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');

-- Pages show the stock up to ten pieces; changes above that do not invalidate them.
CREATE OR REPLACE TRIGGER shop_options_cache_changed AFTER UPDATE ON shop_options FOR EACH ROW
  WHEN ((least(OLD.stock, 11), OLD.position, OLD.values, OLD.difference, OLD.restock_on, OLD.visible)
    IS DISTINCT FROM (least(NEW.stock, 11), NEW.position, NEW.values, NEW.difference, NEW.restock_on, NEW.visible))
  EXECUTE FUNCTION notify_cache('shop');

CREATE OR REPLACE TRIGGER shop_options_listing AFTER INSERT OR DELETE OR UPDATE OF stock, visible ON shop_options
  FOR EACH ROW EXECUTE FUNCTION update_listing_stock();
