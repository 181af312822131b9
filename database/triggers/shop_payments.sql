CREATE OR REPLACE TRIGGER shop_payments_refunds AFTER INSERT OR UPDATE OF amount, kind ON shop_payments
  FOR EACH ROW EXECUTE FUNCTION limit_refunds_to_payments();

DROP TRIGGER IF EXISTS shop_payments_daily_totals ON shop_payments;
CREATE CONSTRAINT TRIGGER shop_payments_daily_totals AFTER INSERT OR DELETE OR UPDATE OF kind, amount, created_at
  ON shop_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION update_daily_totals_of_payment();
