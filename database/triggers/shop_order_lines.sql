CREATE OR REPLACE TRIGGER shop_order_lines_files AFTER INSERT OR DELETE OR UPDATE OF picture ON shop_order_lines
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('order_id', 'id', 'picture', '');
