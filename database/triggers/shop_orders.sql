-- Deferred: a free order is paid before its lines are written.
DROP TRIGGER IF EXISTS shop_daily_of_order ON shop_orders;
CREATE CONSTRAINT TRIGGER shop_daily_of_order AFTER UPDATE OF paid_at, cancelled_at ON shop_orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION shop_daily_of_order();

DROP TRIGGER IF EXISTS shop_daily_of_new_order ON shop_orders;
CREATE CONSTRAINT TRIGGER shop_daily_of_new_order AFTER INSERT ON shop_orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION shop_daily_of_order();

CREATE OR REPLACE TRIGGER shop_orders_account BEFORE INSERT OR UPDATE OF user_id ON shop_orders
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
