CREATE OR REPLACE TRIGGER shop_return_pieces_quantity AFTER INSERT ON shop_return_pieces
  FOR EACH ROW EXECUTE FUNCTION check_return_piece();
