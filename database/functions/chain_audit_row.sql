-- Numbers a row of the audit log and chains it to the previous one.
CREATE OR REPLACE FUNCTION chain_audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  previous record;
BEGIN
  -- One writer at a time until commit: ids follow the chain, and the chain has no forks.
  PERFORM pg_advisory_xact_lock(743201119);
  SELECT id, hash INTO previous FROM audit ORDER BY id DESC LIMIT 1;
  NEW.id := coalesce(previous.id, 0) + 1;
  NEW.hash := hash_audit_row(previous.hash, NEW);
  RETURN NEW;
END $$;
