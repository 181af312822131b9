-- Refuses writes for a withdrawn account by a request that was authenticated before the withdrawal. A foreign key
-- would wait for the withdrawal and then accept the remaining row. DW001 is an error code of this product: the
-- application treats the caller as logged out.
CREATE OR REPLACE FUNCTION require_account(account uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- FOR KEY SHARE evaluates the condition again after waiting for the row.
  PERFORM FROM users WHERE id = account AND state <> 'withdrawn' FOR KEY SHARE;
  IF NOT FOUND AND EXISTS (SELECT FROM users WHERE id = account) THEN
    RAISE EXCEPTION 'the account is withdrawn' USING ERRCODE = 'DW001', DETAIL = account::text;
  END IF;
END
$$;
