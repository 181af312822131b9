CREATE OR REPLACE TRIGGER shop_point_accounts_account BEFORE INSERT OR UPDATE OF user_id ON shop_point_accounts
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
