CREATE OR REPLACE TRIGGER shop_goods_cache AFTER INSERT OR UPDATE OR DELETE ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');

DROP TRIGGER IF EXISTS shop_goods_daily_totals ON shop_goods;
CREATE CONSTRAINT TRIGGER shop_goods_daily_totals AFTER DELETE ON shop_goods
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION detach_daily_totals_of_product();

CREATE OR REPLACE TRIGGER shop_goods_search AFTER INSERT OR DELETE ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_goods', 'id');

CREATE OR REPLACE TRIGGER shop_goods_search_changed
  AFTER UPDATE OF name, maker, summary, story, facts, award, pictures, show_from, show_to, visible ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_goods', 'id');

CREATE OR REPLACE TRIGGER shop_goods_listing AFTER INSERT OR UPDATE ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION update_listing_of_product();

CREATE OR REPLACE TRIGGER shop_goods_files AFTER INSERT OR DELETE OR UPDATE OF pictures ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'pictures', '');
