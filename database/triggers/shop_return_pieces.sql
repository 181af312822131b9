CREATE OR REPLACE TRIGGER shop_return_pieces_bound AFTER INSERT ON shop_return_pieces
  FOR EACH ROW EXECUTE FUNCTION shop_return_pieces_bound();
