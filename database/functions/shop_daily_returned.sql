-- Adds the pieces of a return, each with the share that `pieceShare` computes.
CREATE OR REPLACE FUNCTION shop_daily_returned(moment timestamptz, of_part smallint, of_return uuid, sign integer)
RETURNS void
LANGUAGE sql AS $$
  INSERT INTO shop_daily_goods AS known (day, good_id, part, quantity, sales, returned, refunds)
    SELECT shop_day(moment), line.good_id, of_part, 0, 0, sign * count(*),
      sign * sum(line.paid * (piece.piece + 1) / line.quantity - line.paid * piece.piece / line.quantity)
    FROM shop_return_pieces AS piece JOIN shop_order_lines AS line ON line.id = piece.line_id
    WHERE piece.return_id = of_return GROUP BY line.good_id
    ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE
      SET returned = known.returned + excluded.returned, refunds = known.refunds + excluded.refunds
$$;
