-- Serialises writers of redirects until commit: two concurrent ones could create a chain or a loop.
CREATE OR REPLACE FUNCTION lock_redirects() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(743201121) $$;
