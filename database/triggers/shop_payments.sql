CREATE OR REPLACE TRIGGER shop_payments_bound AFTER INSERT OR UPDATE OF amount, kind ON shop_payments
  FOR EACH ROW EXECUTE FUNCTION shop_payments_bound();

DROP TRIGGER IF EXISTS shop_daily_of_payment ON shop_payments;
CREATE CONSTRAINT TRIGGER shop_daily_of_payment AFTER INSERT OR DELETE OR UPDATE OF kind, amount, created_at
  ON shop_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION shop_daily_of_payment();
