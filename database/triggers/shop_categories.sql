DROP TRIGGER IF EXISTS shop_categories_tree ON shop_categories;
CREATE CONSTRAINT TRIGGER shop_categories_tree AFTER INSERT OR UPDATE OF parent_id ON shop_categories
  DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION check_category_tree();

CREATE OR REPLACE TRIGGER shop_categories_cache AFTER INSERT OR UPDATE OR DELETE ON shop_categories
  FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');
