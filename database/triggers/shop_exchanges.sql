CREATE OR REPLACE TRIGGER shop_exchanges_account BEFORE INSERT OR UPDATE OF user_id ON shop_exchanges
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();

CREATE OR REPLACE TRIGGER shop_exchanges_files AFTER INSERT OR DELETE OR UPDATE OF pictures ON shop_exchanges
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'pictures', '');
