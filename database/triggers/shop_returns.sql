DROP TRIGGER IF EXISTS shop_returns_daily_totals ON shop_returns;
CREATE CONSTRAINT TRIGGER shop_returns_daily_totals AFTER UPDATE OF state, decided_at ON shop_returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.state = 'refunded' OR NEW.state = 'refunded')
    AND (OLD.state, OLD.decided_at) IS DISTINCT FROM (NEW.state, NEW.decided_at))
  EXECUTE FUNCTION update_daily_totals_of_return();

CREATE OR REPLACE TRIGGER shop_returns_account BEFORE INSERT OR UPDATE OF user_id ON shop_returns
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();

CREATE OR REPLACE TRIGGER shop_returns_files AFTER INSERT OR DELETE OR UPDATE OF pictures ON shop_returns
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'pictures', '');
