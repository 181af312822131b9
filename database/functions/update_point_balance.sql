-- Adds a row of the points ledger to the member's balance.
CREATE OR REPLACE FUNCTION update_point_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount < 0 THEN
    UPDATE shop_point_accounts SET balance = balance + NEW.amount WHERE user_id = NEW.user_id RETURNING balance INTO NEW.balance;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the member has no points' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_points_balance';
    END IF;
  ELSE
    INSERT INTO shop_point_accounts (user_id, balance) VALUES (NEW.user_id, NEW.amount)
      ON CONFLICT (user_id) DO UPDATE SET balance = shop_point_accounts.balance + excluded.balance
      RETURNING balance INTO NEW.balance;
  END IF;
  RETURN NEW;
END $$;
