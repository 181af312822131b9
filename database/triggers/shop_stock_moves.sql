CREATE OR REPLACE TRIGGER shop_stock_moves_stock AFTER INSERT ON shop_stock_moves
  FOR EACH ROW EXECUTE FUNCTION update_option_stock();
