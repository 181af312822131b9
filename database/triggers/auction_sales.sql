CREATE OR REPLACE TRIGGER auction_sales_consignor BEFORE INSERT ON auction_sales
  FOR EACH ROW EXECUTE FUNCTION copy_consignor_terms();

CREATE OR REPLACE TRIGGER auction_sales_account BEFORE INSERT OR UPDATE OF user_id ON auction_sales
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
