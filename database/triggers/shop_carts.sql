CREATE OR REPLACE TRIGGER shop_carts_account BEFORE INSERT OR UPDATE OF user_id ON shop_carts
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
