CREATE OR REPLACE TRIGGER shop_reviews_cache AFTER INSERT OR UPDATE OR DELETE ON shop_reviews
  FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');

CREATE OR REPLACE TRIGGER shop_reviews_listing AFTER INSERT OR DELETE OR UPDATE OF hidden, good_id ON shop_reviews
  FOR EACH ROW EXECUTE FUNCTION update_listing_reviews();

CREATE OR REPLACE TRIGGER shop_reviews_account BEFORE INSERT OR UPDATE OF user_id ON shop_reviews
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();

CREATE OR REPLACE TRIGGER shop_reviews_files AFTER INSERT OR DELETE OR UPDATE OF pictures ON shop_reviews
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'pictures', '');
