-- Part of the daily totals that this connection adds to, locked until commit. Shared parts cannot deadlock; the
-- triggers are deferred, so the lock is short. Lock 16 excludes the deletion of a product.
CREATE OR REPLACE FUNCTION lock_daily_totals_part() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  part smallint := pg_backend_pid() % 16;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('shop_daily'), 16);
  PERFORM pg_advisory_xact_lock(hashtext('shop_daily'), part);
  RETURN part;
END $$;
