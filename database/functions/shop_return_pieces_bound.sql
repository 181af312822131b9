CREATE OR REPLACE FUNCTION shop_return_pieces_bound() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.piece >= (SELECT quantity FROM shop_order_lines WHERE id = NEW.line_id) THEN
    RAISE EXCEPTION 'no such piece' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_return_pieces_bound';
  END IF;
  RETURN NULL;
END $$;
