CREATE OR REPLACE TRIGGER shop_coupons_follow AFTER INSERT ON shop_coupon_lines
  FOR EACH ROW EXECUTE FUNCTION shop_coupons_follow();

CREATE OR REPLACE TRIGGER shop_coupon_lines_account BEFORE INSERT OR UPDATE OF user_id ON shop_coupon_lines
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
