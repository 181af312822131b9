CREATE OR REPLACE TRIGGER shop_coupon_lines_holding AFTER INSERT ON shop_coupon_lines
  FOR EACH ROW EXECUTE FUNCTION update_coupon_holding();

CREATE OR REPLACE TRIGGER shop_coupon_lines_account BEFORE INSERT OR UPDATE OF user_id ON shop_coupon_lines
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
