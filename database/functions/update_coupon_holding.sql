-- Adds a row of the coupon ledger to the member's holding.
CREATE OR REPLACE FUNCTION update_coupon_holding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'issued' THEN
    INSERT INTO shop_coupon_holdings (coupon_id, user_id, "left") VALUES (NEW.coupon_id, NEW.user_id, 1);
    UPDATE shop_coupons SET issued = issued + 1 WHERE id = NEW.coupon_id AND withdrawn_at IS NULL;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the coupon is withdrawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_coupons_withdrawn';
    END IF;
  ELSE
    IF NEW.kind = 'used' THEN
      -- Locked against a concurrent withdrawal of the coupon.
      PERFORM FROM shop_coupons WHERE id = NEW.coupon_id AND withdrawn_at IS NULL FOR SHARE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the coupon is withdrawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_coupons_withdrawn';
      END IF;
    END IF;
    UPDATE shop_coupon_holdings SET "left" = "left" + NEW.amount WHERE coupon_id = NEW.coupon_id AND user_id = NEW.user_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the member does not hold the coupon' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_coupon_holdings_left';
    END IF;
  END IF;
  RETURN NULL;
END $$;
