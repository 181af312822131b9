-- Numbers a row of the audit log and chains it to the previous one.
CREATE OR REPLACE FUNCTION audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last record;
BEGIN
  -- One writer at a time until commit: ids follow the chain, and the chain has no forks.
  PERFORM pg_advisory_xact_lock(743201119);
  SELECT id, hash INTO last FROM audit ORDER BY id DESC LIMIT 1;
  NEW.id := coalesce(last.id, 0) + 1;
  NEW.hash := audit_hash(last.hash, NEW);
  RETURN NEW;
END $$;
