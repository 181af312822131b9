-- Limits the pieces of a return to the quantity of the order line; pieces are numbered from 0.
CREATE OR REPLACE FUNCTION check_return_piece() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.piece >= (SELECT quantity FROM shop_order_lines WHERE id = NEW.line_id) THEN
    RAISE EXCEPTION 'the order line has fewer pieces' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_return_pieces_quantity';
  END IF;
  RETURN NULL;
END $$;
