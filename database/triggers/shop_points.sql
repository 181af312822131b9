CREATE OR REPLACE TRIGGER shop_points_balance BEFORE INSERT ON shop_points
  FOR EACH ROW EXECUTE FUNCTION update_point_balance();

CREATE OR REPLACE TRIGGER shop_points_account BEFORE INSERT OR UPDATE OF user_id ON shop_points
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
