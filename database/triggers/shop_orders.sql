-- Deferred: a free order is paid before its lines are written.
DROP TRIGGER IF EXISTS shop_orders_daily_totals ON shop_orders;
CREATE CONSTRAINT TRIGGER shop_orders_daily_totals AFTER UPDATE OF paid_at, cancelled_at ON shop_orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION update_daily_totals_of_order();

DROP TRIGGER IF EXISTS shop_orders_daily_totals_new ON shop_orders;
CREATE CONSTRAINT TRIGGER shop_orders_daily_totals_new AFTER INSERT ON shop_orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION update_daily_totals_of_order();

CREATE OR REPLACE TRIGGER shop_orders_account BEFORE INSERT OR UPDATE OF user_id ON shop_orders
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
