-- A coupon that is withdrawn is given to nobody and used by nobody from that moment on; a review is hidden for a reason.

ALTER TABLE shop_coupons
  ADD COLUMN withdrawn_at timestamptz(3),
  ADD COLUMN withdrawn_reason text NOT NULL DEFAULT '',
  ADD CONSTRAINT shop_coupons_reason CHECK ((withdrawn_at IS NULL) = (withdrawn_reason = ''));

CREATE OR REPLACE FUNCTION shop_coupons_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'issued' THEN
    INSERT INTO shop_coupon_holdings (coupon_id, user_id, "left") VALUES (NEW.coupon_id, NEW.user_id, 1);
    UPDATE shop_coupons SET issued = issued + 1 WHERE id = NEW.coupon_id AND withdrawn_at IS NULL;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'withdrawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_coupons_withdrawn';
    END IF;
  ELSE
    IF NEW.kind = 'used' THEN
      -- Held against a withdrawal at the same moment: one of the two is first.
      PERFORM FROM shop_coupons WHERE id = NEW.coupon_id AND withdrawn_at IS NULL FOR SHARE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'withdrawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_coupons_withdrawn';
      END IF;
    END IF;
    UPDATE shop_coupon_holdings SET "left" = "left" + NEW.amount WHERE coupon_id = NEW.coupon_id AND user_id = NEW.user_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no coupon' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_coupon_holdings_left';
    END IF;
  END IF;
  RETURN NULL;
END $$;

ALTER TABLE shop_reviews ADD COLUMN hidden_reason text NOT NULL DEFAULT '';
CREATE INDEX shop_reviews_newest ON shop_reviews (created_at DESC, id DESC);
