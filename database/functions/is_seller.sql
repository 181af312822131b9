-- Whether an account sees data of buyers; the settings can require two-step verification for these.
CREATE OR REPLACE FUNCTION is_seller(account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM match_profiles WHERE user_id = account AND role = 'seller')
$$;
