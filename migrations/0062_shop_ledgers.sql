-- Points of a purchase that is sent back are taken back whole, also where they were spent: the balance is below nothing
-- then, and what comes next fills it. Nothing else may take more than there is; each line says it, by the balance after it.
ALTER TABLE shop_point_accounts DROP CONSTRAINT shop_point_accounts_balance;
ALTER TABLE shop_points ADD CONSTRAINT shop_points_balance CHECK (balance >= 0 OR amount > 0 OR kind = 'undone');

CREATE OR REPLACE FUNCTION shop_points_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount < 0 THEN
    UPDATE shop_point_accounts SET balance = balance + NEW.amount WHERE user_id = NEW.user_id RETURNING balance INTO NEW.balance;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no points' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_points_balance';
    END IF;
  ELSE
    INSERT INTO shop_point_accounts (user_id, balance) VALUES (NEW.user_id, NEW.amount)
      ON CONFLICT (user_id) DO UPDATE SET balance = shop_point_accounts.balance + excluded.balance
      RETURNING balance INTO NEW.balance;
  END IF;
  RETURN NEW;
END $$;

-- Where money goes back to is kept until the return is decided; a refund that is due keeps its own.
ALTER TABLE shop_returns ALTER COLUMN sealed DROP NOT NULL;
UPDATE shop_returns SET sealed = NULL WHERE state NOT IN ('asked', 'collected');
ALTER TABLE shop_returns ADD CONSTRAINT shop_returns_sealed CHECK ((state IN ('asked', 'collected')) = (sealed IS NOT NULL));
