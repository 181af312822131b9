-- A request that was let in before its account was withdrawn writes nothing after it. A foreign key waits for the
-- withdrawal and then finds the row, which stays; these triggers wait as well and look at its state. `DW001` is a code
-- of this product's own: the application says that nobody is logged in.
CREATE FUNCTION require_account(account uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- The state is looked at again once the row can be had: what was active when the statement began may be gone.
  PERFORM FROM users WHERE id = account AND state <> 'withdrawn' FOR KEY SHARE;
  IF NOT FOUND AND EXISTS (SELECT FROM users WHERE id = account) THEN
    RAISE EXCEPTION 'the account is withdrawn' USING ERRCODE = 'DW001', DETAIL = account::text;
  END IF;
END
$$;

CREATE FUNCTION require_own_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_account(NEW.user_id);
  RETURN NEW;
END
$$;

CREATE FUNCTION require_author_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_account(NEW.author_id);
  RETURN NEW;
END
$$;

-- The tables that hold records of a member (docs/privacy.md); a test compares them with the foreign keys.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'companies', 'introductions', 'resumable_uploads', 'bookmarks', 'member_files', 'consents', 'recovery_tokens',
    'sessions', 'two_steps', 'trusted_devices', 'recovery_codes', 'pending_logins', 'passkeys', 'passkey_challenges',
    'questions', 'question_files', 'match_profiles', 'calendar_feeds', 'meeting_peers', 'auction_entries',
    'auction_bids', 'auction_refusals', 'auction_notices', 'auction_sales', 'shop_orders', 'shop_carts', 'shop_points',
    'shop_point_accounts', 'shop_coupon_holdings', 'shop_coupon_lines', 'shop_reviews', 'shop_returns', 'shop_exchanges'
  ] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OF user_id ON %I
      FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account()', name || '_account', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['comments', 'comment_allowances'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OF author_id ON %I
      FOR EACH ROW WHEN (NEW.author_id IS NOT NULL) EXECUTE FUNCTION require_author_account()', name || '_account', name);
  END LOOP;
END
$$;

-- A sending writes down many at once: who left meanwhile is left out, and the others are sent to.
CREATE FUNCTION leave_out_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users WHERE id = NEW.user_id AND state <> 'withdrawn' FOR KEY SHARE;
  IF FOUND THEN
    RETURN NEW;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER sending_recipients_account BEFORE INSERT ON sending_recipients
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL AND NEW.address IS NOT NULL) EXECUTE FUNCTION leave_out_withdrawn();
