-- What was picked up is exchanged where it was handed over: the customer brings the piece and takes the other with them,
-- so that nothing is sent and no parcel is paid.

ALTER TABLE shop_exchanges
  ADD COLUMN way text NOT NULL DEFAULT 'parcel' CHECK (way IN ('parcel', 'pickup')),
  DROP CONSTRAINT shop_exchanges_shipped,
  ADD CONSTRAINT shop_exchanges_shipped CHECK (
    CASE way WHEN 'pickup' THEN state <> 'shipped' AND fee = 0
      ELSE state NOT IN ('shipped', 'done') OR (carrier <> '' AND tracking <> '') END);
