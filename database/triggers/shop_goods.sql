CREATE OR REPLACE TRIGGER shop_goods_cache AFTER INSERT OR UPDATE OR DELETE ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION notify_cache('shop');

DROP TRIGGER IF EXISTS shop_daily_forgets ON shop_goods;
CREATE CONSTRAINT TRIGGER shop_daily_forgets AFTER DELETE ON shop_goods
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION shop_daily_forgets();

CREATE OR REPLACE TRIGGER shop_goods_search_kept AFTER INSERT OR DELETE ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_goods', 'id');

CREATE OR REPLACE TRIGGER shop_goods_search_changed
  AFTER UPDATE OF name, maker, summary, story, facts, award, pictures, show_from, show_to, visible ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_goods', 'id');

CREATE OR REPLACE TRIGGER shop_shelf_of_good AFTER INSERT OR UPDATE ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION shop_shelf_of_good();

CREATE OR REPLACE TRIGGER shop_goods_files AFTER INSERT OR DELETE OR UPDATE OF pictures ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION note_file_uses('id', 'id', 'pictures', '');
