-- Adds the pieces of a return, each with the share that `pieceShare` computes.
CREATE OR REPLACE FUNCTION add_returned_pieces(at timestamptz, of_part smallint, of_return uuid, sign integer)
RETURNS void
LANGUAGE sql AS $$
  INSERT INTO shop_daily_goods AS totals (day, good_id, part, quantity, sales, returned, refunds)
    SELECT date_in_seoul(at), line.good_id, of_part, 0, 0, sign * count(*),
      sign * sum(line.paid * (piece.piece + 1) / line.quantity - line.paid * piece.piece / line.quantity)
    FROM shop_return_pieces AS piece JOIN shop_order_lines AS line ON line.id = piece.line_id
    WHERE piece.return_id = of_return GROUP BY line.good_id
    ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE
      SET returned = totals.returned + excluded.returned, refunds = totals.refunds + excluded.refunds
$$;
