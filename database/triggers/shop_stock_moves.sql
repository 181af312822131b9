CREATE OR REPLACE TRIGGER shop_stock_follows AFTER INSERT ON shop_stock_moves
  FOR EACH ROW EXECUTE FUNCTION shop_stock_follows();
